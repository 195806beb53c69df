import { NodeId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { declarations } from '../../live-upload.contract.ts';
import { valueOf } from '../../live.world.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { extendUrls, noteArrivals } from '../ledger/store/blobs.ts';
import { createUploads } from './reserve/create-upload.ts';
import { findUploads, recordHeartbeat, lockUploads, moveUploads } from './store.ts';
import { uploadWorld } from './upload.world.ts';

const here = uploadWorld();
const UPLOADS = 60;
const CALLS = 8;
const ROUNDS = 25;

async function addUploads(): Promise<readonly string[]> {
  const bytes = Buffer.from('x');
  const { items } = valueOf(
    await createUploads(here.services, here.owner.person, {
      uploads: Array.from({ length: UPLOADS }, (_, index) => ({
        parentId: NodeId.parse(here.owner.rootId),
        name: `${index}`,
        sizeBytes: bytes.length,
        mediaType: 'text/plain',
        modifiedAt: '2029-05-06T07:08:09.000Z',
        conflict: 'ask' as const,
        parts: declarations(bytes),
      })),
      bundle: false,
    }),
  );
  return items.map((item) => {
    if (item.outcome !== 'created') throw new Error(`not created: ${JSON.stringify(item)}`);
    return item.upload.id;
  });
}

/** Runs calls concurrently. Updated rows move within their table, so each turn reads them in another order. */
async function atOnce(call: (turn: number) => Promise<unknown>): Promise<void> {
  await Promise.all(
    Array.from({ length: CALLS }, async (_, turn) => {
      for (let round = 0; round < ROUNDS; round += 1) await call(turn + round);
    }),
  );
}

const some = (ids: readonly string[], turn: number): readonly string[] =>
  ids.filter((_, index) => (index * 7 + turn) % 3 !== 0);

test('uploads that many calls move at the same time', async () => {
  const { db } = here.services;
  const ids = await addUploads();
  const now = here.services.clock.now();
  await atOnce(async (turn) => {
    const [from, to] =
      turn % 2 === 0 ? (['uploading', 'completing'] as const) : (['completing', 'uploading'] as const);
    await moveUploads(db, some(ids, turn), { from: [from], to, now });
    await inTransaction(db, async (tx) => await lockUploads(tx, some(ids, turn).toReversed()));
    await recordHeartbeat(db, some(ids, turn + 1).toReversed(), { userId: here.owner.person.id, now });
  });
  const states = [...(await findUploads(db, ids)).values()].map((upload) => upload.state);
  expect(states).toHaveLength(UPLOADS);
  for (const state of states) expect(['uploading', 'completing']).toContain(state);
});

test('objects that many calls note something of at the same time', async () => {
  const { db } = here.services;
  const uploads = await findUploads(db, await addUploads());
  const blobs = [...uploads.values()].map((upload) => upload.blob_id);
  const now = here.services.clock.now();
  await atOnce(async (turn) => {
    await extendUrls(db, some(blobs, turn), new Date(now.getTime() + turn * 1000));
    await noteArrivals(db, some(blobs, turn + 1), { state: 'stored', now });
  });
  expect(new Set(await here.blobStates())).toEqual(new Set(['stored']));
});
