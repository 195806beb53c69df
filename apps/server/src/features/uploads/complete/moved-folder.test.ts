import { NodeId, SpaceId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { begin, sendAll } from '../../../live-upload.contract.ts';
import { errorOf, valueOf } from '../../../live.world.ts';
import { purgeTrash } from '../../files/index.ts';
import { moveNodes } from '../../files/move/move-nodes.ts';
import { emptyTrash } from '../../files/trash/empty-trash.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { expireUploads } from '../end/expire-uploads.ts';
import { large, small, uploadWorld } from '../upload.world.ts';

const here = uploadWorld();
const { complete, download, folder, listed, use } = here;
const move = async (id: NodeId, parentId: NodeId) =>
  valueOf(await moveNodes(here.services, here.owner.person, { ids: [id], parentId, conflict: 'fail' }));

test('an upload into a moved folder arrives at its new place', async () => {
  const [album, target] = [await folder('album'), await folder('target')];
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a.jpg', bytes, parentId: album });
  await move(album, target);
  await sendAll(begun, bytes);
  expect(valueOf(await complete(begun.upload.id)).node).toMatchObject({ parentId: album, name: 'a.jpg' });
  const [file] = await listed(album);
  expect((await download(file?.id ?? '')).equals(bytes)).toBe(true);
  expect((await listed(target)).map(({ name }) => name)).toEqual(['album']);
  expect(await use()).toEqual({ used_bytes: bytes.length, reserved_bytes: 0 });
});

test('uploads arrive in a folder that moves while they complete', async () => {
  const [album, one, two] = [await folder('album'), await folder('one'), await folder('two')];
  const begun = [];
  for (let number = 0; number < 10; number += 1) {
    const bytes = small(`file ${number}`);
    const upload = await begin(here.services, here.owner, { name: `f${number}`, bytes, parentId: album });
    await sendAll(upload, bytes);
    begun.push(upload);
  }
  const moves = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await move(album, turn % 2 === 0 ? one : two);
  };
  const completed = begun.map(async ({ upload }) => await complete(upload.id));
  await Promise.all([...completed, moves()]);
  for (const each of completed) expect((await each).ok).toBe(true);
  expect(await listed(album)).toHaveLength(10);
});

test('an upload into a folder that leaves for another space is refused as if the folder were gone, and can be sent again', async () => {
  const album = await folder('leaving');
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a.jpg', bytes, parentId: album });
  const other = await here.world.addOwner();
  const { db, clock } = here.services;
  await db
    .insertInto('member')
    .values({
      space_id: other.spaceId,
      user_id: here.owner.person.id,
      role: 'editor',
      created_at: clock.now(),
    })
    .execute();
  await move(album, NodeId.parse(other.rootId));
  await sendAll(begun, bytes);
  expect(errorOf(await complete(begun.upload.id))).toEqual({ code: 'node_not_found' });
  expect(await listed(album)).toEqual([]);
  expect(await expireUploads(here.services)).toBe(1);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
  const again = await begin(here.services, here.owner, { name: 'a.jpg', bytes, parentId: album });
  await sendAll(again, bytes);
  expect(valueOf(await complete(again.upload.id)).node).toMatchObject({ parentId: album, name: 'a.jpg' });
});

test('an upload ends once its folder is deleted permanently, not while the folder is in the trash', async () => {
  const album = await folder('deleted');
  await begin(here.services, here.owner, { name: 'a.jpg', bytes: large(), parentId: album });
  await trashNodes(here.services, here.owner.person, [album]);
  expect(await expireUploads(here.services)).toBe(0);
  expect((await use()).reserved_bytes).toBe(large().length);
  const spaceId = SpaceId.parse(here.owner.spaceId);
  valueOf(await emptyTrash(here.services, here.owner.person, { spaceId, body: {} }));
  await purgeTrash({ ...here.services, log: here.world.services.log });
  expect(await expireUploads(here.services)).toBe(1);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
});
