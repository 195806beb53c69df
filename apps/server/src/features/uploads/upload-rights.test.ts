import { defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import { begin, create, cut, declarations, put, sendAll } from '../../live-upload.contract.ts';
import { errorOf, valueOf } from '../../live.world.ts';
import { bundleCalls, codes } from './bundle.world.ts';
import { expireUploads } from './end/expire-uploads.ts';
import { large, small, uploadWorld } from './upload.world.ts';

const here = uploadWorld();
const { complete, held, listed, sign, status, use } = here;
const bundles = bundleCalls(here);

const NOT_ALLOWED = { code: 'not_allowed', facts: { needed_role: 'contributor' } };

async function setRole(role: 'viewer' | 'owner'): Promise<void> {
  await here.services.db
    .updateTable('member')
    .set({ role })
    .where('space_id', '=', here.owner.spaceId)
    .execute();
}

async function setStatus(change: 'disabled' | 'active'): Promise<void> {
  await here.services.db
    .updateTable('user')
    .set({ status: change })
    .where('id', '=', here.owner.person.id)
    .execute();
}

async function underWay() {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'large', bytes });
  await put(defined(begun.signed[0], 'part 1 is missing'), defined(cut(bytes)[0], 'part 1 is missing'));
  const sent = await begin(here.services, here.owner, { name: 'small', bytes: small('abc') });
  await sendAll(sent, small('abc'));
  return { large: begun.upload.id, small: sent.upload.id, sizeBytes: bytes.length + 3 };
}

test('a role revoked during an upload rejects every further step, and frees the quota', async () => {
  const ids = await underWay();
  expect((await use()).reserved_bytes).toBe(ids.sizeBytes);
  await setRole('viewer');
  expect(errorOf(await sign(ids.large, declarations(large())))).toEqual(NOT_ALLOWED);
  expect(errorOf(await status(ids.large))).toEqual(NOT_ALLOWED);
  expect(errorOf(await complete(ids.large))).toEqual(NOT_ALLOWED);
  expect(errorOf(await complete(ids.small))).toEqual(NOT_ALLOWED);
  expect(errorOf(await create(here.services, here.owner, { name: 'b', bytes: small('b') }))).toEqual(
    NOT_ALLOWED,
  );
  expect(await listed()).toEqual([]);
  expect(await expireUploads(here.services)).toBe(2);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
  expect(await held()).toBe(3);

  await setRole('owner');
  for (const id of [ids.large, ids.small]) expect(errorOf(await complete(id)).code).toBe('upload_not_found');
  expect(errorOf(await sign(ids.large, declarations(large()))).code).toBe('upload_not_found');
  expect((await create(here.services, here.owner, { name: 'large', bytes: large() })).ok).toBe(true);
});

test('a receipt does not replace a role that was revoked meanwhile', async () => {
  const { ids, receipts } = await bundles.sent('a', 'b');
  await setRole('viewer');
  expect(codes(await bundles.complete(ids, receipts))).toEqual(['not_allowed', 'not_allowed']);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 2 });
  await setRole('owner');
  expect(codes(await bundles.complete(ids, receipts))).toEqual(['committed', 'committed']);

  const late = await bundles.sent('late');
  await here.services.db.deleteFrom('member').where('space_id', '=', here.owner.spaceId).execute();
  expect(codes(await bundles.complete(late.ids, late.receipts))).toEqual(['node_not_found']);
  expect(await expireUploads(here.services)).toBe(1);
  expect(await use()).toEqual({ used_bytes: 2, reserved_bytes: 0 });
});

test('a former member learns nothing, and uses no quota', async () => {
  const ids = await underWay();
  await here.services.db.deleteFrom('member').where('space_id', '=', here.owner.spaceId).execute();
  expect(errorOf(await sign(ids.large, declarations(large()))).code).toBe('node_not_found');
  expect(errorOf(await complete(ids.small)).code).toBe('node_not_found');
  expect(await expireUploads(here.services)).toBe(2);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
});

test('a disabled account uses no quota, and its uploads do not become visible', async () => {
  await underWay();
  await setStatus('disabled');
  expect(await expireUploads(here.services)).toBe(2);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
  await setStatus('active');
  expect(await listed()).toEqual([]);
});

test('uploads of others are left alone', async () => {
  const ids = await underWay();
  await here.services.db
    .updateTable('member')
    .set({ role: 'contributor' })
    .where('space_id', '=', here.owner.spaceId)
    .execute();
  expect(await expireUploads(here.services)).toBe(0);
  expect((await complete(ids.small)).ok).toBe(true);
});

test('lowering the quota keeps existing reservations and allows no new ones', async () => {
  const ids = await underWay();
  await here.services.db
    .updateTable('space')
    .set({ quota_bytes: 1 })
    .where('id', '=', here.owner.spaceId)
    .execute();
  expect((await complete(ids.small)).ok).toBe(true);
  const refused = await create(here.services, here.owner, { name: 'b', bytes: small('b') });
  expect(errorOf(refused)).toEqual({
    code: 'quota_exceeded',
    facts: { space_id: here.owner.spaceId, quota: 1, used: ids.sizeBytes, needed: 1 },
  });
  valueOf(await here.abort(ids.large));
  expect(await use()).toEqual({ used_bytes: 3, reserved_bytes: 0 });
});
