// Edit links to files: guests add versions, and cannot access anything else.
import { NodeId, RequestTerms, UploadId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { sendAll } from '../../../live-upload.contract.ts';
import { errorOf, valueOf } from '../../../live.world.ts';
import { listVersions } from '../../files/list-versions.ts';
import { moveNodes } from '../../files/move/move-nodes.ts';
import { renameNode } from '../../files/rename-node.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';
import { renameGuestNode, trashGuestNodes } from '../guest/edit-nodes.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { revokeLink } from '../manage/revoke-link.ts';
import { createGuestFolder } from '../requests/create-guest-folder.ts';
import { getGuestUpload } from '../requests/guest-uploads.ts';
import { getHandIn } from '../requests/hand-in.ts';
import { notifyOfHandIns } from '../requests/notify-of-hand-ins.ts';
import { begunOf, bytesOf, type HandingIn } from '../requests/requests.world.ts';
import { editLinkWorld } from './edit-link.world.ts';

const world = editLinkWorld({ folder: 'drafts', file: 'plan.txt', label: 'For the printer' });
const versions = async (node = world.target) => {
  const { items } = valueOf(await listVersions(world.here.services, world.owner.person, { nodeId: node.id }));
  return items.map(({ number, author, sizeBytes }) => [number, author.kind, sizeBytes]);
};
const begin = async (sent: { readonly name: string; readonly text: string }, guest = world.guest) => {
  const begun = begunOf(valueOf(await world.requests.reserve(guest, [sent])).items[0]);
  await sendAll(begun, bytesOf(sent));
  return begun;
};
const moveTo = async (id: NodeId, parentId: string) =>
  valueOf(
    await moveNodes(world.here.services, world.owner.person, {
      ids: [id],
      parentId: NodeId.parse(parentId),
      conflict: 'fail',
    }),
  );

test('a guest uploads a version under any name, the name stays, and the previous version is kept', async () => {
  expect(world.guest.folderId).toBe(world.target.id);
  const done = await world.requests.send(world.guest, { name: 'Plan (signed).txt', text: 'signed' });
  expect(done).toEqual({
    outcome: 'committed',
    node: {
      id: world.target.id,
      name: 'plan.txt',
      parentId: world.target.id,
      versionId: expect.any(String),
    },
  });
  expect(await world.namesIn(world.folder.id)).toEqual(['plan.txt']);
  expect(await versions()).toEqual([
    [2, 'guest_by_link', 6],
    [1, 'you', 12],
  ]);
  const shown = valueOf(await getGuestLink(world.here.services, world.link.guest));
  expect(shown).toMatchObject({ kind: 'edit', node: { name: 'plan.txt', sizeBytes: 6 } });
});

test('no response reveals the folder', async () => {
  const begun = await begin({ name: 'plan.txt', text: 'two' });
  const status = valueOf(
    await getGuestUpload(world.here.services, world.guest, UploadId.parse(begun.upload.id)),
  );
  await world.requests.complete(world.guest, begun.upload.id);
  const handIn = valueOf(await getHandIn(world.here.services, world.guest));
  expect(JSON.stringify([begun.upload, status, handIn])).not.toContain(world.folder.id);
  expect(status.upload.parentId).toBe(world.target.id);
  expect(handIn.folderId).toBe(world.target.id);
});

test('two concurrent guests: both versions are kept', async () => {
  const other = await world.requests.begin(world.link.token);
  const mine = await begin({ name: 'plan.txt', text: 'mine' });
  const theirs = begunOf(
    valueOf(await world.requests.reserve(other, [{ name: 'plan.txt', text: 'theirs' }])).items[0],
  );
  await sendAll(theirs, Buffer.from('theirs'));
  const done = await Promise.all([
    world.requests.complete(world.guest, mine.upload.id),
    world.requests.complete(other, theirs.upload.id),
  ]);
  expect(done.map(({ outcome }) => outcome)).toEqual(['committed', 'committed']);
  expect((await versions()).map(([number, kind]) => [number, kind])).toEqual([
    [3, 'guest_by_link'],
    [2, 'guest_by_link'],
    [1, 'you'],
  ]);
  expect(await world.namesIn(world.folder.id)).toEqual(['plan.txt']);
});

test('another type of file, a kind that is not accepted and too much are refused', async () => {
  const codeOf = async (from: HandingIn, sent: { readonly name: string; readonly sizeBytes: number }) => {
    const [item] = valueOf(await world.requests.reserve(from, [sent])).items;
    return item?.outcome === 'failed' ? item.code : item?.outcome;
  };
  expect(await codeOf(world.guest, { name: 'plan.exe', sizeBytes: 1 })).toBe('kind_not_accepted');
  expect(await codeOf(world.guest, { name: 'plan', sizeBytes: 1 })).toBe('kind_not_accepted');
  expect(await codeOf(world.guest, { name: 'PLAN.TXT', sizeBytes: 1 })).toBe('created');
  expect(await codeOf(world.guest, { name: '../x.txt', sizeBytes: 1 })).toBe('invalid_request');
  const request = RequestTerms.parse({ asksName: false, filesMax: 1, bytesMax: 10, kinds: ['image'] });
  const kinds = await world.here.share(world.owner.person, world.target, { kind: 'edit', request });
  expect(await codeOf(await world.requests.begin(kinds.token), { name: 'plan.txt', sizeBytes: 1 })).toBe(
    'kind_not_accepted',
  );
  const few = await world.here.share(world.owner.person, world.target, {
    kind: 'edit',
    request: { ...request, kinds: [] },
  });
  const limited = await world.requests.begin(few.token);
  expect(await codeOf(limited, { name: 'plan.txt', sizeBytes: 11 })).toBe('request_full');
  expect(await codeOf(limited, { name: 'plan.txt', sizeBytes: 10 })).toBe('created');
  expect(await codeOf(limited, { name: 'plan.txt', sizeBytes: 0 })).toBe('request_full');
});

test('nothing besides the file can be reached: not its folder, its siblings or its name', async () => {
  const neighbour = await world.here.upload(world.owner, 'neighbour.txt', { parentId: world.folder.id });
  for (const parentId of [world.folder.id, neighbour.id, NodeId.parse(world.owner.rootId)]) {
    const [item] = valueOf(await world.requests.reserve(world.guest, [{ name: 'plan.txt', parentId }])).items;
    expect(item).toMatchObject({ outcome: 'failed', code: 'node_not_found' });
  }
  for (const parentId of [world.target.id, world.folder.id]) {
    const made = await createGuestFolder(world.here.services, world.guest, { parentId, name: 'mine' });
    expect(errorOf(made).code).toBe('node_not_found');
  }
  const renamed = { nodeId: world.target.id, name: 'x.txt', revision: world.target.revision };
  expect(errorOf(await renameGuestNode(world.here.services, world.link.guest, renamed)).code).toBe(
    'node_not_found',
  );
  expect(
    valueOf(await trashGuestNodes(world.here.services, world.link.guest, [world.target.id])).items,
  ).toEqual([{ outcome: 'failed', id: world.target.id, code: 'node_not_found' }]);
  expect(await world.namesIn(world.folder.id)).toEqual(['neighbour.txt', 'plan.txt']);
});

test('a file renamed and moved during an upload gets its version at its new place', async () => {
  const begun = await begin({ name: 'plan.txt', text: 'late' });
  const { person } = world.owner;
  valueOf(
    await renameNode(world.here.services, person, {
      nodeId: world.target.id,
      name: 'final.txt',
      revision: world.target.revision,
    }),
  );
  const taker = await world.here.upload(world.owner, 'plan.txt', {
    parentId: world.folder.id,
    text: 'another',
  });
  await moveTo(world.target.id, world.owner.rootId);
  expect(await world.requests.complete(world.guest, begun.upload.id)).toMatchObject({
    outcome: 'committed',
    node: { id: world.target.id, name: 'final.txt' },
  });
  expect((await versions())[0]).toEqual([2, 'guest_by_link', 4]);
  expect(await versions(taker)).toEqual([[1, 'you', 7]]);
  // The upload completes even if the folder in which it began was trashed.
  const again = await begin({ name: 'plan.txt', text: 'again' });
  await trashNodes(world.here.services, person, [world.folder.id]);
  expect((await world.requests.complete(world.guest, again.upload.id)).outcome).toBe('committed');
});

test('a trashed file and a revoked link accept nothing, running uploads included', async () => {
  const begun = await begin({ name: 'plan.txt', text: 'late' });
  await trashNodes(world.here.services, world.owner.person, [world.target.id]);
  await expect(world.requests.complete(world.guest, begun.upload.id)).rejects.toThrow('link_unknown');
  expect(await world.namesIn(world.folder.id)).toEqual([]);
  const other = await world.here.upload(world.owner, 'other.txt', { parentId: world.folder.id });
  const revoked = await world.here.share(world.owner.person, other, { kind: 'edit' });
  const guest = await world.requests.begin(revoked.token);
  const second = await begin({ name: 'other.txt', text: 'late' }, guest);
  valueOf(await revokeLink(world.here.services, world.owner.person, revoked.link.id));
  await expect(world.requests.complete(guest, second.upload.id)).rejects.toThrow('link_unknown');
  expect(await versions(other)).toHaveLength(1);
});

test('the bell leads to the folder of the file', async () => {
  await world.requests.send(world.guest, { name: 'plan.txt', text: 'two' });
  world.here.world.clock.set(new Date(world.here.world.clock.now().getTime() + 2 * 60_000));
  await notifyOfHandIns(world.here.services);
  const { items } = valueOf(await listNotifications(world.here.services, world.owner.person, { limit: 10 }));
  expect(items[0]?.subject).toMatchObject({ kind: 'handed_in', folderId: world.folder.id, files: 1 });
});
