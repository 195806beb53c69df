import type { NodeId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { sendAll } from '../../../live-upload.contract.ts';
import { valueOf } from '../../../live.world.ts';
import { moveNodes } from '../../files/move/move-nodes.ts';
import { reconcileUploads } from '../../uploads/index.ts';
import { foldersOfLink } from '../requests/open-hand-in.ts';
import { editLinkWorld } from './edit-link.world.ts';

const world = editLinkWorld({ folder: 'shared', label: 'For the council' });

test("after a crash a guest's upload arrives only in a folder that the link still opens", async () => {
  const { here, owner, guest, requests, folder } = world;
  const inner = await here.makeFolder(owner, 'inner', folder.id);
  const wanted = { name: 'report.txt', text: 'of the guest', parentId: inner.id };
  const [item] = valueOf(await requests.reserve(guest, [wanted])).items;
  if (item?.outcome !== 'created') throw new Error('the upload was not reserved');
  await sendAll(item, Buffer.from(wanted.text));
  await here.services.db
    .updateTable('upload')
    .set({ state: 'verifying' })
    .where('id', '=', item.upload.id)
    .execute();
  const move = async (parentId: NodeId) =>
    valueOf(await moveNodes(here.services, owner.person, { ids: [inner.id], parentId, conflict: 'fail' }));
  const reconcile = async () =>
    await reconcileUploads(here.services, (linkId) => foldersOfLink(here.services, linkId));
  await move(owner.rootId as NodeId);
  expect(await reconcile()).toBe(0);
  expect(await world.namesIn(inner.id)).toEqual([]);
  await move(folder.id);
  expect(await reconcile()).toBe(1);
  expect(await world.namesIn(inner.id)).toEqual(['report.txt']);
});
