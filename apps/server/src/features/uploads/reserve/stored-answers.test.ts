import { CreateUploadResult, CreateUploadsResult, type CreateUploadRequest, LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { answerOnce } from '../../../http/idempotency.ts';
import { valueOf } from '../../../live.world.ts';
import type { Once } from '../../../platform/db/once.ts';
import { createUpload, createUploads } from './create-upload.ts';
import { uploadsRoutes } from '../routes.ts';
import { small, uploadWorld } from '../upload.world.ts';

const here = uploadWorld();
const { requestFor } = here;

async function twice(
  operation: 'createUpload' | 'createUploads',
  call: (once: Once) => ReturnType<typeof createUpload> | ReturnType<typeof createUploads>,
) {
  const request = { userId: here.owner.person.id, key: operation, operation, status: 201, input: operation };
  const answer = async () =>
    valueOf(
      await answerOnce(here.services, request, async (once) => {
        const created = await call(once);
        return created.ok ? ok({ status: 201, body: created.value }) : created;
      }),
    );
  const first = await answer();
  const second = await answer();
  expect([first.isRepeated, second.isRepeated]).toEqual([false, true]);
  const stored = await here.services.db
    .selectFrom('idempotency')
    .select(['body', sql<number>`octet_length(body::text)`.as('bytes')])
    .where('user_id', '=', here.owner.person.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(stored.body)).not.toMatch(/X-Amz-Signature|policy/i);
  return { first: first.body, second: second.body, storedBytes: stored.bytes };
}

test('a repeated answer holds no signed URL: those expire long before the key, and are not stored', async () => {
  const { first, second } = await twice('createUpload', async (once) =>
    createUpload({ ...here.services, once }, here.owner.person, requestFor('a', small('a'))),
  );
  const created = CreateUploadResult.parse(first);
  expect(created.outcome === 'created' && created.signed).toHaveLength(1);
  expect(second).toEqual({ ...created, signed: [] });
});

test('a repeated batch gets the same answer, without its signatures', async () => {
  const uploads = Array.from({ length: LIMITS.uploadBatchMax }, (_, index) =>
    requestFor(`${index}`, small('a')),
  );
  const { first, second, storedBytes } = await twice('createUploads', async (once) =>
    createUploads({ ...here.services, once }, here.owner.person, { uploads, bundle: false }),
  );
  const { items } = CreateUploadsResult.parse(first);
  expect(items.every((item) => item.outcome === 'created' && item.signed.length === 1)).toBe(true);
  expect(second).toEqual({ items: items.map((item) => ({ ...item, signed: [] })) });
  expect(storedBytes).toBeLessThan(100_000);
});

test('if the store fails for one file of a batch, the stored answer has no signatures either', async () => {
  const { blobs } = here.store;
  here.services = {
    ...here.services,
    blobs: {
      ...blobs,
      createMultipart: async () => await Promise.resolve(err({ code: 'store_unavailable' })),
    },
  };
  const uploads: CreateUploadRequest[] = [
    requestFor('a', small('a')),
    requestFor('large', Buffer.alloc(9 * 2 ** 20)),
  ];
  const { first, second } = await twice('createUploads', async (once) =>
    createUploads({ ...here.services, once }, here.owner.person, { uploads, bundle: false }),
  );
  const { items } = CreateUploadsResult.parse(first);
  expect(items.map(({ outcome }) => outcome)).toEqual(['created', 'failed']);
  expect(second).toEqual({ items: [{ ...items[0], signed: [] }, items[1]] });
});

const committed = (operation: string, answer: unknown): number | undefined =>
  uploadsRoutes(here.services)
    .find((route) => route.operation === operation)
    ?.committedUploads?.(answer);

test('the calls that make files of uploads say how many they made', () => {
  expect(committed('completeUpload', { node: {} })).toBe(1);
  const items = [{ outcome: 'committed' }, { outcome: 'failed' }, { outcome: 'committed' }];
  expect(committed('completeUploads', { items })).toBe(2);
  expect(committed('createUpload', {})).toBeUndefined();
});
