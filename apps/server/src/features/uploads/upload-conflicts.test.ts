import { SpaceId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import { begin, create, cut, declarations, put, sendAll, uploaded } from '../../live-upload.contract.ts';
import { errorOf, valueOf } from '../../live.world.ts';
import { purgeTrash } from '../files/index.ts';
import { emptyTrash } from '../files/trash/empty-trash.ts';
import { restoreNodes } from '../files/trash/restore-nodes.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { expireUploads } from './end/expire-uploads.ts';
import { DAY_MS, large, small, uploadWorld } from './upload.world.ts';

const here = uploadWorld();
const { abort, blobStates, complete, download, folder, listed, sign, status, use } = here;

test('aborting during completion leaves either the file or nothing', async () => {
  const outcomes = new Set<boolean>();
  for (let round = 0; round < 12; round += 1) {
    const bytes = small(`round ${round}`);
    const before = (await use()).used_bytes;
    const begun = await begin(here.services, here.owner, { name: `r${round}`, bytes });
    await sendAll(begun, bytes);
    const [completed, aborted] = await Promise.all([
      complete(begun.upload.id),
      new Promise((resolve) => setTimeout(resolve, round)).then(() => abort(begun.upload.id)),
    ]);
    expect(completed.ok).not.toBe(aborted.ok);
    outcomes.add(completed.ok);
    const isThere = (await listed()).some((node) => node.name === `r${round}`);
    expect(isThere).toBe(completed.ok);
    expect(await use()).toEqual({
      used_bytes: before + (completed.ok ? bytes.length : 0),
      reserved_bytes: 0,
    });
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

test('aborting twice is like once, frees the quota and aborts at the store', async () => {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  await sendAll(begun, bytes);
  expect((await abort(begun.upload.id)).ok).toBe(true);
  expect((await abort(begun.upload.id)).ok).toBe(true);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
  expect(valueOf(await status(begun.upload.id))).toMatchObject({ upload: { state: 'aborted' }, stored: [] });
  expect(errorOf(await complete(begun.upload.id)).code).toBe('upload_not_found');
  expect(errorOf(await sign(begun.upload.id, declarations(bytes))).code).toBe('upload_not_found');
  expect(
    await put(defined(begun.signed[0], 'part 1 is missing'), defined(cut(bytes)[0], 'part 1 is missing')),
  ).toBe(404);
  expect(await blobStates()).toEqual(['deleted']);
});

test('a committed upload cannot be aborted', async () => {
  const begun = await begin(here.services, here.owner, { name: 'a', bytes: small('a') });
  await sendAll(begun, small('a'));
  await complete(begun.upload.id);
  expect(errorOf(await abort(begun.upload.id)).code).toBe('upload_not_found');
  expect(await listed()).toHaveLength(1);
});

test('an upload ends after seven days, not a moment before', async () => {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  here.world.clock.advance(7 * DAY_MS - 1);
  await expireUploads(here.services);
  expect(valueOf(await status(begun.upload.id)).upload.state).toBe('uploading');
  expect((await sign(begun.upload.id, declarations(bytes))).ok).toBe(true);
  here.world.clock.advance(1);
  expect(errorOf(await sign(begun.upload.id, declarations(bytes))).code).toBe('upload_expired');
  expect(errorOf(await complete(begun.upload.id)).code).toBe('upload_expired');
  expect(await expireUploads(here.services)).toBe(1);
  expect(await expireUploads(here.services)).toBe(0);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
  expect(errorOf(await complete(begun.upload.id)).code).toBe('upload_expired');
  expect(
    await put(defined(begun.signed[0], 'part 1 is missing'), defined(cut(bytes)[0], 'part 1 is missing')),
  ).toBe(404);
});

test('parts outside of the file, twice in a call or without the needed checksum are refused before anything is reserved', async () => {
  const [part] = declarations(small('a'));
  const one = defined(part, 'the part was not signed');
  const refused = async (parts: (typeof one)[], blobs = here.store.blobs) =>
    errorOf(await create({ ...here.services, blobs }, here.owner, { name: 'a', bytes: small('a'), parts }));
  expect(await refused([{ ...one, number: 2 }])).toEqual({
    code: 'invalid_request',
    issues: [{ path: 'parts.0.number', code: 'too_big' }],
  });
  expect(await refused([one, one])).toMatchObject({
    issues: [{ path: 'parts.1.number', code: 'wrong_format' }],
  });
  expect(
    await refused([{ number: 1, sha256: one.sha256 }], { ...here.store.blobs, integrity: 2 }),
  ).toMatchObject({
    issues: [{ path: 'parts.0.md5', code: 'required' }],
  });
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
});

test('ten concurrent uploads never exceed the quota', async () => {
  here.owner = await here.world.addOwner({ quotaBytes: 350 });
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      create(here.services, here.owner, { name: `n${number}`, bytes: Buffer.alloc(100, number) }),
    ),
  );
  expect(results.filter((result) => result.ok)).toHaveLength(3);
  expect(errorOf(results.find((result) => !result.ok) ?? { ok: true })).toEqual({
    code: 'quota_exceeded',
    facts: { space_id: here.owner.spaceId, quota: 350, used: 300, needed: 100 },
  });
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 300 });
  expect((await create(here.services, here.owner, { name: 'fits', bytes: Buffer.alloc(50) })).ok).toBe(true);
});

test('a taken name: ask, skip, rename, replace', async () => {
  const first = await uploaded(here.services, here.owner, { name: 'Doc.txt', bytes: small('one') });
  const again = { name: 'DOC.TXT', bytes: small('two!') };
  expect(errorOf(await create(here.services, here.owner, again))).toEqual({
    code: 'name_taken',
    facts: { existing_id: first.id },
  });
  expect(valueOf(await create(here.services, here.owner, { ...again, conflict: 'skip' }))).toEqual({
    outcome: 'skipped',
    node: first,
  });
  const renamed = await uploaded(here.services, here.owner, { ...again, conflict: 'rename' });
  expect(renamed.name).toBe('DOC (2).TXT');
  const replaced = await uploaded(here.services, here.owner, { ...again, conflict: 'replace' });
  expect(replaced).toMatchObject({ id: first.id, name: 'Doc.txt', sizeBytes: 4, revision: 2 });
  expect(replaced.versionId).not.toBe(first.versionId);
  expect(await download(first.id)).toEqual(small('two!'));
  expect(await use()).toEqual({ used_bytes: 3 + 4 + 4, reserved_bytes: 0 });
});

test('a folder is never replaced by a file', async () => {
  const folderId = await folder('thing');
  expect(
    errorOf(
      await create(here.services, here.owner, { name: 'Thing', bytes: small('x'), conflict: 'replace' }),
    ),
  ).toEqual({
    code: 'name_taken',
    facts: { existing_id: folderId },
  });
});

test('a name that is taken meanwhile gets a number: no bytes are lost', async () => {
  const begun = await Promise.all(
    (['ask', 'skip', 'rename', 'replace'] as const).map(async (conflict) => {
      const each = await begin(here.services, here.owner, {
        name: 'a.txt',
        bytes: small(conflict),
        conflict,
      });
      await sendAll(each, small(conflict));
      return each;
    }),
  );
  for (const each of begun.slice(0, 3)) valueOf(await complete(each.upload.id));
  expect((await listed()).map((node) => node.name)).toEqual(['a.txt', 'a (2).txt', 'a (3).txt'].toSorted());
  const replaced = valueOf(await complete(defined(begun[3], 'the fourth upload is missing').upload.id)).node;
  expect(replaced).toMatchObject({ name: 'a.txt', revision: 2 });
  expect(await download(replaced.id)).toEqual(small('replace'));
});

/** A file that was moved to the trash while its replacement was being sent. */
async function trashedMeanwhile() {
  const old = await uploaded(here.services, here.owner, { name: 'a', bytes: small('old') });
  const begun = await begin(here.services, here.owner, {
    name: 'a',
    bytes: small('new'),
    conflict: 'replace',
  });
  await sendAll(begun, small('new'));
  await trashNodes(here.services, here.owner.person, [old.id]);
  return { old, begun };
}

test('a file to be replaced that was trashed meanwhile stays unchanged', async () => {
  const { old, begun } = await trashedMeanwhile();
  const { node } = valueOf(await complete(begun.upload.id));
  expect(node.id).not.toBe(old.id);
  expect(valueOf(await complete(begun.upload.id)).node).toEqual(node);
  await restoreNodes(here.services, here.owner.person, [old.id]);
  expect((await listed()).map((each) => each.name)).toEqual(['a', 'a (2)']);
});

test('a file to be replaced that was deleted permanently meanwhile does not give its id to the new one', async () => {
  const { old, begun } = await trashedMeanwhile();
  const spaceId = SpaceId.parse(here.owner.spaceId);
  valueOf(await emptyTrash(here.services, here.owner.person, { spaceId, body: {} }));
  await purgeTrash({ ...here.services, log: here.world.services.log });
  const { node } = valueOf(await complete(begun.upload.id));
  expect(node.id).not.toBe(old.id);
  expect(valueOf(await complete(begun.upload.id)).node).toEqual(node);
});

test('others can neither see, sign, complete or abort an upload, nor start one here', async () => {
  const begun = await begin(here.services, here.owner, { name: 'a', bytes: small('a') });
  const mine = here.owner;
  here.owner = await here.world.addOwner();
  for (const result of [
    await status(begun.upload.id),
    await sign(begun.upload.id, declarations(small('a'))),
    await complete(begun.upload.id),
    await abort(begun.upload.id),
    await status(here.services.newId()),
  ]) {
    expect(errorOf(result).code).toBe('upload_not_found');
  }
  const foreign = await create(here.services, here.owner, {
    name: 'b',
    bytes: small('b'),
    parentId: mine.rootId,
  });
  expect(errorOf(foreign).code).toBe('node_not_found');
});

test('who lost the space learns nothing more of a file by completing it again', async () => {
  const begun = await begin(here.services, here.owner, { name: 'a.txt', bytes: small('a') });
  await sendAll(begun, small('a'));
  valueOf(await complete(begun.upload.id));
  await here.services.db.deleteFrom('member').where('space_id', '=', here.owner.spaceId).execute();
  expect(errorOf(await complete(begun.upload.id)).code).toBe('upload_not_found');
});

test('an upload into a trashed folder waits until the folder is restored', async () => {
  const folderId = await folder('f');
  const begun = await begin(here.services, here.owner, { name: 'a', bytes: small('a'), parentId: folderId });
  await sendAll(begun, small('a'));
  await trashNodes(here.services, here.owner.person, [folderId]);
  expect(errorOf(await complete(begun.upload.id)).code).toBe('node_not_found');
  expect(errorOf(await status(begun.upload.id)).code).toBe('node_not_found');
  expect(
    errorOf(await create(here.services, here.owner, { name: 'b', bytes: small('b'), parentId: folderId }))
      .code,
  ).toBe('node_not_found');
  await restoreNodes(here.services, here.owner.person, [folderId]);
  expect((await complete(begun.upload.id)).ok).toBe(true);
  expect(await listed(folderId)).toHaveLength(1);
});
