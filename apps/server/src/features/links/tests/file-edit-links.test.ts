// Edit links to files: guests add versions, and cannot reach anything else.
import { NodeId, type NodeView, RequestTerms, UploadId } from '@coffer/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendAll } from '../../../live-upload.contract.ts';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { listChildren } from '../../files/list-children.ts';
import { listVersions } from '../../files/list-versions.ts';
import { moveNodes } from '../../files/move/move-nodes.ts';
import { renameNode } from '../../files/rename-node.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';
import { renameGuestNode, trashGuestNodes } from '../guest/edit-nodes.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { type LinksWorld, startLinksWorld } from '../links.world.ts';
import { revokeLink } from '../manage/revoke-link.ts';
import { createGuestFolder } from '../requests/create-guest-folder.ts';
import { getGuestUpload } from '../requests/guest-uploads.ts';
import { getHandIn } from '../requests/hand-in.ts';
import { notifyOfHandIns } from '../requests/notify-of-hand-ins.ts';
import { begunOf, bytesOf, createRequests, type HandingIn } from '../requests/requests.world.ts';

let here: LinksWorld;
let owner: Owner;
let requests: ReturnType<typeof createRequests>;
let folder: NodeView;
let file: NodeView;
let guest: HandingIn;
let link: Awaited<ReturnType<LinksWorld['share']>>;
beforeAll(async () => {
  here = await startLinksWorld();
  requests = createRequests(here);
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await here.world.addOwner();
  folder = await here.makeFolder(owner, 'drafts');
  file = await here.upload(owner, 'plan.txt', { parentId: folder.id, text: 'of the owner' });
  link = await here.share(owner.person, file, { kind: 'edit', label: 'For the printer' });
  guest = await requests.begin(link.token);
});

const QUERY = { sort: 'name', order: 'asc', at: 0, limit: 100 } as const;
const namesIn = async (id: string): Promise<readonly string[]> => {
  const page = await listChildren(here.services, owner.person, { nodeId: NodeId.parse(id), query: QUERY });
  return valueOf(page).items.map(({ name }) => name);
};
const versions = async (node = file) => {
  const { items } = valueOf(await listVersions(here.services, owner.person, node.id));
  return items.map(({ number, author, sizeBytes }) => [number, author.kind, sizeBytes]);
};
const begin = async (sent: { readonly name: string; readonly text: string }) => {
  const begun = begunOf(valueOf(await requests.reserve(guest, [sent])).items[0]);
  await sendAll(begun, bytesOf(sent));
  return begun;
};
const moveTo = async (id: NodeId, parentId: string) =>
  valueOf(
    await moveNodes(here.services, owner.person, {
      ids: [id],
      parentId: NodeId.parse(parentId),
      conflict: 'fail',
    }),
  );

test('a guest uploads a version under any name, the name stays, and the previous version is kept', async () => {
  expect(guest.folderId).toBe(file.id);
  const done = await requests.send(guest, { name: 'Plan (signed).txt', text: 'signed' });
  expect(done).toEqual({
    outcome: 'committed',
    node: { id: file.id, name: 'plan.txt', parentId: file.id },
  });
  expect(await namesIn(folder.id)).toEqual(['plan.txt']);
  expect(await versions()).toEqual([
    [2, 'guest_by_link', 6],
    [1, 'you', 12],
  ]);
  const shown = valueOf(await getGuestLink(here.services, link.guest));
  expect(shown).toMatchObject({ kind: 'edit', node: { name: 'plan.txt', sizeBytes: 6 } });
});

test('no response reveals the folder', async () => {
  const begun = await begin({ name: 'plan.txt', text: 'two' });
  const status = valueOf(await getGuestUpload(here.services, guest, UploadId.parse(begun.upload.id)));
  await requests.complete(guest, begun.upload.id);
  const handIn = valueOf(await getHandIn(here.services, guest));
  expect(JSON.stringify([begun.upload, status, handIn])).not.toContain(folder.id);
  expect(status.upload.parentId).toBe(file.id);
  expect(handIn.folderId).toBe(file.id);
});

test('two concurrent guests: both versions are kept', async () => {
  const other = await requests.begin(link.token);
  const mine = await begin({ name: 'plan.txt', text: 'mine' });
  const theirs = begunOf(
    valueOf(await requests.reserve(other, [{ name: 'plan.txt', text: 'theirs' }])).items[0],
  );
  await sendAll(theirs, Buffer.from('theirs'));
  const done = await Promise.all([
    requests.complete(guest, mine.upload.id),
    requests.complete(other, theirs.upload.id),
  ]);
  expect(done.map(({ outcome }) => outcome)).toEqual(['committed', 'committed']);
  expect((await versions()).map(([number, kind]) => [number, kind])).toEqual([
    [3, 'guest_by_link'],
    [2, 'guest_by_link'],
    [1, 'you'],
  ]);
  expect(await namesIn(folder.id)).toEqual(['plan.txt']);
});

test('another type of file, a kind that is not accepted and too much are refused', async () => {
  const codeOf = async (from: HandingIn, sent: { readonly name: string; readonly sizeBytes: number }) => {
    const [item] = valueOf(await requests.reserve(from, [sent])).items;
    return item?.outcome === 'failed' ? item.code : item?.outcome;
  };
  expect(await codeOf(guest, { name: 'plan.exe', sizeBytes: 1 })).toBe('kind_not_accepted');
  expect(await codeOf(guest, { name: 'plan', sizeBytes: 1 })).toBe('kind_not_accepted');
  expect(await codeOf(guest, { name: 'PLAN.TXT', sizeBytes: 1 })).toBe('created');
  expect(await codeOf(guest, { name: '../x.txt', sizeBytes: 1 })).toBe('invalid_request');
  const request = RequestTerms.parse({ asksName: false, filesMax: 1, bytesMax: 10, kinds: ['image'] });
  const kinds = await here.share(owner.person, file, { kind: 'edit', request });
  expect(await codeOf(await requests.begin(kinds.token), { name: 'plan.txt', sizeBytes: 1 })).toBe(
    'kind_not_accepted',
  );
  const few = await here.share(owner.person, file, { kind: 'edit', request: { ...request, kinds: [] } });
  const limited = await requests.begin(few.token);
  expect(await codeOf(limited, { name: 'plan.txt', sizeBytes: 11 })).toBe('request_full');
  expect(await codeOf(limited, { name: 'plan.txt', sizeBytes: 10 })).toBe('created');
  expect(await codeOf(limited, { name: 'plan.txt', sizeBytes: 0 })).toBe('request_full');
});

test('nothing besides the file can be reached: not its folder, its siblings or its name', async () => {
  const neighbour = await here.upload(owner, 'neighbour.txt', { parentId: folder.id });
  for (const parentId of [folder.id, neighbour.id, NodeId.parse(owner.rootId)]) {
    const [item] = valueOf(await requests.reserve(guest, [{ name: 'plan.txt', parentId }])).items;
    expect(item).toMatchObject({ outcome: 'failed', code: 'node_not_found' });
  }
  for (const parentId of [file.id, folder.id]) {
    const made = await createGuestFolder(here.services, guest, { parentId, name: 'mine' });
    expect(errorOf(made).code).toBe('node_not_found');
  }
  const renamed = { nodeId: file.id, name: 'x.txt', revision: file.revision };
  expect(errorOf(await renameGuestNode(here.services, link.guest, renamed)).code).toBe('node_not_found');
  expect(valueOf(await trashGuestNodes(here.services, link.guest, [file.id])).items).toEqual([
    { outcome: 'failed', id: file.id, code: 'node_not_found' },
  ]);
  expect(await namesIn(folder.id)).toEqual(['neighbour.txt', 'plan.txt']);
});

test('a file renamed and moved during an upload gets its version at its new place', async () => {
  const begun = await begin({ name: 'plan.txt', text: 'late' });
  const { person } = owner;
  valueOf(
    await renameNode(here.services, person, { nodeId: file.id, name: 'final.txt', revision: file.revision }),
  );
  const taker = await here.upload(owner, 'plan.txt', { parentId: folder.id, text: 'another' });
  await moveTo(file.id, owner.rootId);
  expect(await requests.complete(guest, begun.upload.id)).toMatchObject({
    outcome: 'committed',
    node: { id: file.id, name: 'final.txt' },
  });
  expect((await versions())[0]).toEqual([2, 'guest_by_link', 4]);
  expect(await versions(taker)).toEqual([[1, 'you', 7]]);
  // The folder that the upload began in may be gone.
  const again = await begin({ name: 'plan.txt', text: 'again' });
  await trashNodes(here.services, person, [folder.id]);
  expect((await requests.complete(guest, again.upload.id)).outcome).toBe('committed');
});

test('a trashed file and a revoked link accept nothing, running uploads included', async () => {
  const begun = await begin({ name: 'plan.txt', text: 'late' });
  await trashNodes(here.services, owner.person, [file.id]);
  await expect(requests.complete(guest, begun.upload.id)).rejects.toThrow('link_unknown');
  expect(await namesIn(folder.id)).toEqual([]);
  const other = await here.upload(owner, 'other.txt', { parentId: folder.id });
  const revoked = await here.share(owner.person, other, { kind: 'edit' });
  guest = await requests.begin(revoked.token);
  const second = await begin({ name: 'other.txt', text: 'late' });
  valueOf(await revokeLink(here.services, owner.person, revoked.link.id));
  await expect(requests.complete(guest, second.upload.id)).rejects.toThrow('link_unknown');
  expect(await versions(other)).toHaveLength(1);
});

test('the bell leads to the folder of the file', async () => {
  await requests.send(guest, { name: 'plan.txt', text: 'two' });
  here.world.clock.set(new Date(here.world.clock.now().getTime() + 2 * 60_000));
  await notifyOfHandIns(here.services);
  const { items } = valueOf(await listNotifications(here.services, owner.person, { limit: 10 }));
  expect(items[0]?.subject).toMatchObject({ kind: 'handed_in', folderId: folder.id, files: 1 });
});
