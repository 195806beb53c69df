import { type NodeView, VersionId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { begin, create, type NewUpload, sendAll, uploaded } from '../../live-upload.contract.ts';
import { errorOf, valueOf } from '../../live.world.ts';
import { renameNode } from '../files/rename-node.ts';
import { small, uploadWorld } from './upload.world.ts';

const here = uploadWorld();
const { complete, download, listed, status, use } = here;

const CONFLICT = { code: 'revision_conflict' };

const first = async (): Promise<NodeView> =>
  await uploaded(here.services, here.owner, { name: 'a.txt', bytes: small('one') });

function nextOf(seen: NodeView, words: string): NewUpload {
  return { name: seen.name, bytes: small(words), basedOn: VersionId.parse(seen.versionId) };
}

test('an upload based on the current version adds a version', async () => {
  const seen = await first();
  const next = await uploaded(here.services, here.owner, nextOf(seen, 'two'));
  expect(next).toMatchObject({ id: seen.id, name: 'a.txt', sizeBytes: 3, revision: 2 });
  expect(await download(seen.id)).toEqual(small('two'));
  expect(await listed()).toHaveLength(1);
});

test('an upload based on an outdated version is rejected before the first byte', async () => {
  const seen = await first();
  await uploaded(here.services, here.owner, nextOf(seen, 'theirs'));
  const refused = errorOf(await create(here.services, here.owner, nextOf(seen, 'mine')));
  expect(refused).toEqual({ ...CONFLICT, facts: { current_revision: 2 } });
  expect(await download(seen.id)).toEqual(small('theirs'));
  expect(await use()).toEqual({ used_bytes: 9, reserved_bytes: 0 });
});

test('of several uploads based on the same version, only one is committed', async () => {
  const seen = await first();
  const begun = await Promise.all(
    ['mine', 'hers', 'his'].map(async (words) => {
      const upload = await begin(here.services, here.owner, nextOf(seen, words));
      await sendAll(upload, small(words));
      return upload.upload.id;
    }),
  );
  const results = await Promise.all(begun.map(async (id) => await complete(id)));
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  for (const [index, result] of results.entries()) {
    if (result.ok) continue;
    expect(errorOf(result)).toMatchObject(CONFLICT);
    const id = begun[index] ?? '';
    expect(valueOf(await status(id))).toMatchObject({ upload: { state: 'aborted' } });
    expect(errorOf(await complete(id)).code).toBe('upload_not_found');
  }
  expect(await listed()).toHaveLength(1);
  expect((await use()).reserved_bytes).toBe(0);
});

test('a file renamed during the upload does not reappear under its old name', async () => {
  const seen = await first();
  const begun = await begin(here.services, here.owner, nextOf(seen, 'two'));
  await sendAll(begun, small('two'));
  const { person } = here.owner;
  valueOf(
    await renameNode(here.services, person, { nodeId: seen.id, name: 'b.txt', revision: seen.revision }),
  );
  expect(errorOf(await complete(begun.upload.id))).toEqual({ ...CONFLICT, facts: { current_revision: 0 } });
  expect(errorOf(await create(here.services, here.owner, nextOf(seen, 'two')))).toMatchObject(CONFLICT);
  expect((await listed()).map(({ name }) => name)).toEqual(['b.txt']);
  const [renamed = seen] = await listed();
  await uploaded(here.services, here.owner, nextOf(renamed, 'two'));
  expect(await download(seen.id)).toEqual(small('two'));
});

test('an upload cannot be based on a version of another file', async () => {
  await first();
  const other = await uploaded(here.services, here.owner, { name: 'b.txt', bytes: small('b') });
  const mixed = { ...nextOf(other, 'mine'), name: 'a.txt' };
  expect(errorOf(await create(here.services, here.owner, mixed))).toMatchObject(CONFLICT);
});
