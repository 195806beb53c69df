// Edit links to folders: what guests can do, and what they cannot reach.
import { ActivityQuery, NodeId, type NodeView, RequestTerms, SpaceId } from '@coffer/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendAll } from '../../../live-upload.contract.ts';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { listActivity } from '../../files/details/list-activity.ts';
import { listChildren } from '../../files/list-children.ts';
import { listVersions } from '../../files/list-versions.ts';
import { moveNodes } from '../../files/move/move-nodes.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';
import { moveGuestNodes, renameGuestNode, trashGuestNodes } from '../guest/edit-nodes.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { listGuestChildren } from '../guest/list-items.ts';
import { guestWith, type LinksWorld, startLinksWorld } from '../links.world.ts';
import { revokeLink } from '../manage/revoke-link.ts';
import { beginHandIn } from '../requests/begin-hand-in.ts';
import { createGuestFolder } from '../requests/create-guest-folder.ts';
import { createGuestUploads } from '../requests/guest-uploads.ts';
import { begunOf, bytesOf, createRequests, type HandingIn } from '../requests/requests.world.ts';
import { notifyOfHandIns } from '../requests/notify-of-hand-ins.ts';

let here: LinksWorld;
let owner: Owner;
let requests: ReturnType<typeof createRequests>;
let folder: NodeView;
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
  folder = await here.makeFolder(owner, 'shared');
  link = await here.share(owner.person, folder, { kind: 'edit', label: 'For the council' });
  guest = await requests.begin(link.token);
});

const QUERY = { sort: 'name', order: 'asc', at: 0, limit: 100 } as const;
const namesIn = async (id: string): Promise<readonly string[]> => {
  const page = await listChildren(here.services, owner.person, { nodeId: NodeId.parse(id), query: QUERY });
  return valueOf(page).items.map(({ name }) => name);
};
const rename = async (node: Pick<NodeView, 'id' | 'revision'>, name: string, token = link.token) =>
  await renameGuestNode(here.services, guestWith(token), { nodeId: node.id, name, revision: node.revision });
const trash = async (ids: readonly string[]) =>
  await trashGuestNodes(
    here.services,
    link.guest,
    ids.map((id) => NodeId.parse(id)),
  );
const upload = async (name: string, text = name, parentId = folder.id) =>
  await here.upload(owner, name, { parentId, text });

test('a guest uploads, creates folders, renames and trashes, and appears as the author', async () => {
  expect(guest.folderId).toBe(folder.id);
  expect(valueOf(await getGuestLink(here.services, link.guest))).toMatchObject({ kind: 'edit' });
  expect((await requests.send(guest, { name: 'report.txt', text: 'mine' })).outcome).toBe('committed');
  const made = valueOf(
    await createGuestFolder(here.services, guest, { parentId: folder.id, name: 'Night', ifExists: 'fail' }),
  );
  await requests.send(guest, { name: 'deep.txt', parentId: made.id });
  const list = await listGuestChildren(here.services, link.guest, { nodeId: folder.id, query: QUERY });
  const report = valueOf(list).items.find(({ name }) => name === 'report.txt');
  if (report === undefined) throw new Error('the file has arrived');
  const renamed = valueOf(await rename(report, 'Report.txt'));
  expect(renamed).toMatchObject({ id: report.id, name: 'Report.txt', revision: report.revision + 1 });
  expect(valueOf(await trash([made.id])).items).toEqual([{ outcome: 'done', id: made.id }]);
  expect(await namesIn(folder.id)).toEqual(['Report.txt']);
  const { items } = valueOf(
    await listActivity(here.services, owner.person, { nodeId: folder.id, query: ActivityQuery.parse({}) }),
  );
  const byGuest = { kind: 'guest_by_link', link: 'For the council' };
  expect(items.map(({ action, author }) => [action.kind, author])).toEqual([
    ['trashed', byGuest],
    ['renamed', byGuest],
    ['created', byGuest],
    ['created', byGuest],
    ['created', { kind: 'you' }],
  ]);
  const versions = valueOf(await listVersions(here.services, owner.person, NodeId.parse(report.id)));
  expect(versions.items[0]?.author).toEqual(byGuest);
});

test('a name conflict is reported and never overwrites on its own; replacing adds a version', async () => {
  const file = await upload('plan.txt', 'of the owner');
  const ask = async (conflict: 'ask' | 'skip' | 'rename' | 'replace', text: string) => {
    const bytes = bytesOf({ name: 'plan.txt', text });
    const [item] = valueOf(
      await createGuestUploads(here.services, guest, {
        uploads: [
          {
            parentId: folder.id,
            name: 'Plan.txt',
            sizeBytes: bytes.length,
            mediaType: 'text/plain',
            modifiedAt: '2029-05-06T07:08:09.000Z',
            conflict,
          },
        ],
        bundle: false,
      }),
    ).items;
    return item;
  };
  for (const conflict of ['ask', 'skip'] as const) {
    expect(await ask(conflict, 'x')).toMatchObject({ outcome: 'failed', code: 'name_taken' });
  }
  expect((await requests.send(guest, { name: 'plan.txt', text: 'of the guest' })).outcome).toBe('committed');
  const versions = valueOf(await listVersions(here.services, owner.person, NodeId.parse(file.id)));
  expect(versions.items.map(({ number, author }) => [number, author.kind])).toEqual([
    [2, 'guest_by_link'],
    [1, 'you'],
  ]);
  expect(await namesIn(folder.id)).toEqual(['plan.txt']);
});

test('duplicate and hostile names are rejected', async () => {
  const one = await upload('one.txt');
  await upload('two.txt');
  expect(errorOf(await rename(one, 'TWO.txt')).code).toBe('name_taken');
  expect(
    errorOf(await renameGuestNode(here.services, link.guest, { nodeId: one.id, name: 'x', revision: 99 }))
      .code,
  ).toBe('revision_conflict');
  const twice = { parentId: folder.id, name: 'Night', ifExists: 'fail' } as const;
  valueOf(await createGuestFolder(here.services, guest, twice));
  expect(errorOf(await createGuestFolder(here.services, guest, twice)).code).toBe('name_taken');
});

test('nothing outside the folder can be reached: siblings, parents, the folder itself, the trash, moved items', async () => {
  const outside = await here.makeFolder(owner, 'outside');
  const secret = await here.upload(owner, 'secret.txt', { parentId: outside.id });
  const movedOut = await upload('leaving.txt');
  valueOf(
    await moveNodes(here.services, owner.person, {
      ids: [movedOut.id],
      parentId: outside.id,
      conflict: 'fail',
    }),
  );
  const trashed = await upload('trashed.txt');
  await trashNodes(here.services, owner.person, [trashed.id]);
  for (const node of [outside, secret, movedOut, trashed, folder]) {
    expect(errorOf(await rename(node, 'taken over')).code).toBe('node_not_found');
  }
  const ids = [outside.id, secret.id, movedOut.id, trashed.id, folder.id, owner.rootId];
  expect(valueOf(await trash(ids)).items).toEqual(
    ids.map((id) => ({ outcome: 'failed', id, code: 'node_not_found' })),
  );
  for (const parentId of [outside.id, NodeId.parse(owner.rootId)]) {
    const made = await createGuestFolder(here.services, guest, { parentId, name: 'mine' });
    expect(errorOf(made).code).toBe('node_not_found');
    const [item] = valueOf(await requests.reserve(guest, [{ name: 'x.txt', parentId }])).items;
    expect(item).toMatchObject({ outcome: 'failed', code: 'node_not_found' });
  }
  expect(await namesIn(outside.id)).toEqual(['leaving.txt', 'secret.txt']);
});

const move = async (ids: readonly string[], parentId: string, conflict: 'fail' | 'rename' = 'fail') =>
  await moveGuestNodes(here.services, link.guest, {
    ids: ids.map((id) => NodeId.parse(id)),
    parentId: NodeId.parse(parentId),
    conflict,
  });

test('a guest moves items within the link and back, and appears as the author', async () => {
  const inner = await here.makeFolder(owner, 'inner', folder.id);
  const file = await upload('loose.txt');
  expect(valueOf(await move([file.id], inner.id)).items).toEqual([{ outcome: 'done', id: file.id }]);
  expect(await namesIn(inner.id)).toEqual(['loose.txt']);
  expect(valueOf(await move([file.id], folder.id)).items).toEqual([{ outcome: 'done', id: file.id }]);
  expect(await namesIn(folder.id)).toEqual(['inner', 'loose.txt']);
  const { items } = valueOf(
    await listActivity(here.services, owner.person, { nodeId: file.id, query: ActivityQuery.parse({}) }),
  );
  const byGuest = { kind: 'guest_by_link', link: 'For the council' };
  expect(items.slice(0, 2).map(({ action, author }) => [action.kind, author])).toEqual([
    ['moved', byGuest],
    ['moved', byGuest],
  ]);
});

test('moves by a guest stay within the link, and nothing moves into itself', async () => {
  const inner = await here.makeFolder(owner, 'inner', folder.id);
  const deeper = await here.makeFolder(owner, 'deeper', inner.id);
  const outside = await here.makeFolder(owner, 'outside');
  const secret = await here.upload(owner, 'secret.txt', { parentId: outside.id });
  const file = await upload('loose.txt');
  const trashed = await here.makeFolder(owner, 'trashed', folder.id);
  await trashNodes(here.services, owner.person, [trashed.id]);
  for (const place of [outside.id, owner.rootId, trashed.id, file.id]) {
    expect(errorOf(await move([inner.id], place)).code).toBe('node_not_found');
  }
  const ids = [secret.id, outside.id, folder.id, owner.rootId, trashed.id];
  expect(valueOf(await move(ids, inner.id)).items).toEqual(
    ids.map((id) => ({ outcome: 'failed', id, code: 'node_not_found' })),
  );
  for (const place of [inner.id, deeper.id]) {
    expect(valueOf(await move([inner.id], place)).items).toEqual([
      { outcome: 'failed', id: inner.id, code: 'move_into_itself' },
    ]);
  }
  await upload('loose.txt', 'another', inner.id);
  expect(valueOf(await move([file.id], inner.id)).items).toEqual([
    { outcome: 'failed', id: file.id, code: 'name_taken' },
  ]);
  valueOf(await move([file.id, file.id], inner.id, 'rename'));
  expect(await namesIn(inner.id)).toEqual(['deeper', 'loose (2).txt', 'loose.txt']);
  expect(await namesIn(outside.id)).toEqual(['secret.txt']);
});

test('a view link cannot move, and neither can a revoked one', async () => {
  const inner = await here.makeFolder(owner, 'inner', folder.id);
  const file = await upload('loose.txt');
  const shown = await here.share(owner.person, folder, { kind: 'view' });
  const asked = { ids: [file.id], parentId: inner.id, conflict: 'fail' } as const;
  expect(errorOf(await moveGuestNodes(here.services, shown.guest, asked)).code).toBe('not_allowed');
  valueOf(await revokeLink(here.services, owner.person, link.link.id));
  expect(errorOf(await move([file.id], inner.id)).code).toBe('link_unknown');
});

test('a folder that leaves the link during an upload does not take it along', async () => {
  const inner = valueOf(
    await createGuestFolder(here.services, guest, { parentId: folder.id, name: 'inner' }),
  );
  const file = { name: 'late.txt', parentId: inner.id };
  const begun = begunOf(valueOf(await requests.reserve(guest, [file])).items[0]);
  await sendAll(begun, bytesOf(file));
  const parentId = NodeId.parse(owner.rootId);
  await moveNodes(here.services, owner.person, { ids: [inner.id], parentId, conflict: 'fail' });
  expect(await requests.complete(guest, begun.upload.id)).toMatchObject({ code: 'node_not_found' });
  expect(await namesIn(inner.id)).toEqual([]);
});

test('revoking, expiry and trashing the folder stop a link at once, running uploads included', async () => {
  const file = await upload('still.txt');
  const sent = { name: 'late.txt', text: 'late' };
  const begun = begunOf(valueOf(await requests.reserve(guest, [sent])).items[0]);
  await sendAll(begun, bytesOf(sent));
  valueOf(await revokeLink(here.services, owner.person, link.link.id));
  expect(errorOf(await rename(file, 'x')).code).toBe('link_unknown');
  expect(errorOf(await trash([file.id])).code).toBe('link_unknown');
  await expect(requests.complete(guest, begun.upload.id)).rejects.toThrow('link_unknown');
  const other = await here.share(owner.person, folder, { kind: 'edit' });
  await trashNodes(here.services, owner.person, [folder.id]);
  expect(errorOf(await rename(file, 'x', other.token)).code).toBe('link_unknown');
  expect(errorOf(await beginHandIn(here.services, other.guest, { name: '', email: '' })).code).toBe(
    'link_unknown',
  );
});

test("the rights of the link's creator limit it at every call", async () => {
  const team = await here.world.addOwner();
  const shared = await here.makeFolder(team, 'of the team');
  const file = await here.upload(team, 'team.txt', { parentId: shared.id });
  const spaceId = SpaceId.parse(team.spaceId);
  const join = async (role: 'editor' | 'viewer'): Promise<void> => {
    await here.services.db
      .insertInto('member')
      .values({ space_id: spaceId, user_id: owner.person.id, role, created_at: here.world.clock.now() })
      .onConflict((row) => row.columns(['space_id', 'user_id']).doUpdateSet({ role }))
      .execute();
  };
  await join('editor');
  const made = await here.share(owner.person, shared, { kind: 'edit' });
  const session = await requests.begin(made.token);
  expect((await requests.send(session, { name: 'before.txt' })).outcome).toBe('committed');
  await join('viewer');
  expect(errorOf(await rename(file, 'x.txt', made.token)).code).toBe('link_unknown');
  expect(errorOf(await requests.reserve(session, [{ name: 'after.txt' }])).code).toBe('link_unknown');
});

test('limits by number, size and kind hold; passwords and other kinds of links too', async () => {
  const request = RequestTerms.parse({ asksName: false, filesMax: 2, bytesMax: 10, kinds: ['image'] });
  const limited = await here.share(owner.person, folder, { kind: 'edit', request });
  const session = await requests.begin(limited.token);
  const codes = valueOf(
    await requests.reserve(session, [
      { name: 'a.txt', sizeBytes: 1 },
      { name: 'b.png', sizeBytes: 11 },
      { name: 'c.png', sizeBytes: 5 },
      { name: 'd.png', sizeBytes: 5 },
      { name: 'e.png', sizeBytes: 0 },
    ]),
  ).items.map((item) => (item.outcome === 'failed' ? item.code : item.outcome));
  expect(codes).toEqual(['kind_not_accepted', 'request_full', 'created', 'created', 'request_full']);
  const file = await upload('kept.txt');
  const shown = await here.share(owner.person, folder, { kind: 'view' });
  expect(errorOf(await rename(file, 'x', shown.token)).code).toBe('not_allowed');
  expect(errorOf(await beginHandIn(here.services, shown.guest, { name: '', email: '' })).code).toBe(
    'link_unknown',
  );
  const locked = await here.share(owner.person, folder, { kind: 'edit', password: 'nine ladies dancing' });
  expect(errorOf(await rename(file, 'x', locked.token)).code).toBe('link_password_required');
});

test('the owner is notified in the bell of uploads', async () => {
  await requests.send(guest, { name: 'one.txt' });
  here.world.clock.set(new Date(here.world.clock.now().getTime() + 2 * 60_000));
  await notifyOfHandIns(here.services);
  const { items } = valueOf(await listNotifications(here.services, owner.person, { limit: 10 }));
  expect(items[0]?.subject).toMatchObject({ kind: 'handed_in', name: 'For the council', files: 1 });
});
