// Edit links to folders: what guests can do, and what they cannot access.
import {
  ActivityQuery,
  NodeId,
  type NodeView,
  RequestTerms,
  SERVER_LIMITS,
  SpaceId,
} from '@coffer/contracts';
import { expect, test } from 'vitest';
import { sendAll } from '../../../live-upload.contract.ts';
import { errorOf, valueOf } from '../../../live.world.ts';
import { listActivity } from '../../files/details/list-activity.ts';
import { listVersions } from '../../files/list-versions.ts';
import { moveNodes } from '../../files/move/move-nodes.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';
import { expireUploads } from '../../uploads/index.ts';
import { moveGuestNodes, renameGuestNode, trashGuestNodes } from '../guest/edit-nodes.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { listGuestChildren } from '../guest/list-items.ts';
import { guestWith } from '../links.world.ts';
import { revokeLink } from '../manage/revoke-link.ts';
import { beginHandIn } from '../requests/begin-hand-in.ts';
import { createGuestFolder } from '../requests/create-guest-folder.ts';
import { completeGuestUploads, createGuestUploads } from '../requests/guest-uploads.ts';
import { begunOf, bytesOf } from '../requests/requests.world.ts';
import { notifyOfHandIns } from '../requests/notify-of-hand-ins.ts';
import { BY_NAME, editLinkWorld } from './edit-link.world.ts';

const world = editLinkWorld({ folder: 'shared', label: 'For the council' });
const rename = async (node: Pick<NodeView, 'id' | 'revision'>, name: string, token = world.link.token) =>
  await renameGuestNode(world.here.services, guestWith(token), {
    nodeId: node.id,
    name,
    revision: node.revision,
  });
const trash = async (ids: readonly string[]) =>
  await trashGuestNodes(
    world.here.services,
    world.link.guest,
    ids.map((id) => NodeId.parse(id)),
  );
const upload = async (name: string, text = name, parentId = world.folder.id) =>
  await world.here.upload(world.owner, name, { parentId, text });

test('a guest uploads, creates folders, renames and trashes, and appears as the author', async () => {
  expect(world.guest.folderId).toBe(world.folder.id);
  expect(valueOf(await getGuestLink(world.here.services, world.link.guest))).toMatchObject({ kind: 'edit' });
  expect((await world.requests.send(world.guest, { name: 'report.txt', text: 'mine' })).outcome).toBe(
    'committed',
  );
  const made = valueOf(
    await createGuestFolder(world.here.services, world.guest, {
      parentId: world.folder.id,
      name: 'Night',
      ifExists: 'fail',
    }),
  );
  await world.requests.send(world.guest, { name: 'deep.txt', parentId: made.id });
  const list = await listGuestChildren(world.here.services, world.link.guest, {
    nodeId: world.folder.id,
    query: BY_NAME,
  });
  const report = valueOf(list).items.find(({ name }) => name === 'report.txt');
  if (report === undefined) throw new Error('the uploaded file was not listed');
  const renamed = valueOf(await rename(report, 'Report.txt'));
  expect(renamed).toMatchObject({ id: report.id, name: 'Report.txt', revision: report.revision + 1 });
  expect(valueOf(await trash([made.id])).items).toEqual([{ outcome: 'done', id: made.id }]);
  expect(await world.namesIn(world.folder.id)).toEqual(['Report.txt']);
  const { items } = valueOf(
    await listActivity(world.here.services, world.owner.person, {
      nodeId: world.folder.id,
      query: ActivityQuery.parse({}),
    }),
  );
  const byGuest = { kind: 'guest_by_link', link: 'For the council' };
  expect(items.map(({ action, author }) => [action.kind, author])).toEqual([
    ['trashed', byGuest],
    ['renamed', byGuest],
    ['created', byGuest],
    ['created', byGuest],
    ['link_created', { kind: 'you' }],
    ['created', { kind: 'you' }],
  ]);
  const versions = valueOf(
    await listVersions(world.here.services, world.owner.person, { nodeId: NodeId.parse(report.id) }),
  );
  expect(versions.items[0]?.author).toEqual(byGuest);
});

test('a name conflict is reported and never overwrites on its own; replacing adds a version', async () => {
  const file = await upload('plan.txt', 'of the owner');
  const ask = async (conflict: 'ask' | 'skip' | 'rename' | 'replace', text: string) => {
    const bytes = bytesOf({ name: 'plan.txt', text });
    const [item] = valueOf(
      await createGuestUploads(world.here.services, world.guest, {
        uploads: [
          {
            parentId: world.folder.id,
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
  expect((await world.requests.send(world.guest, { name: 'plan.txt', text: 'of the guest' })).outcome).toBe(
    'committed',
  );
  const versions = valueOf(
    await listVersions(world.here.services, world.owner.person, { nodeId: NodeId.parse(file.id) }),
  );
  expect(versions.items.map(({ number, author }) => [number, author.kind])).toEqual([
    [2, 'guest_by_link'],
    [1, 'you'],
  ]);
  expect(await world.namesIn(world.folder.id)).toEqual(['plan.txt']);
});

test('duplicate and hostile names are rejected', async () => {
  const one = await upload('one.txt');
  await upload('two.txt');
  expect(errorOf(await rename(one, 'TWO.txt')).code).toBe('name_taken');
  expect(
    errorOf(
      await renameGuestNode(world.here.services, world.link.guest, {
        nodeId: one.id,
        name: 'x',
        revision: 99,
      }),
    ).code,
  ).toBe('revision_conflict');
  const twice = { parentId: world.folder.id, name: 'Night', ifExists: 'fail' } as const;
  valueOf(await createGuestFolder(world.here.services, world.guest, twice));
  expect(errorOf(await createGuestFolder(world.here.services, world.guest, twice)).code).toBe('name_taken');
});

test('nothing outside the folder can be reached: siblings, parents, the folder itself, the trash, moved items', async () => {
  const outside = await world.here.makeFolder(world.owner, 'outside');
  const secret = await world.here.upload(world.owner, 'secret.txt', { parentId: outside.id });
  const movedOut = await upload('leaving.txt');
  valueOf(
    await moveNodes(world.here.services, world.owner.person, {
      ids: [movedOut.id],
      parentId: outside.id,
      conflict: 'fail',
    }),
  );
  const trashed = await upload('trashed.txt');
  await trashNodes(world.here.services, world.owner.person, [trashed.id]);
  for (const node of [outside, secret, movedOut, trashed, world.folder]) {
    expect(errorOf(await rename(node, 'taken over')).code).toBe('node_not_found');
  }
  const ids = [outside.id, secret.id, movedOut.id, trashed.id, world.folder.id, world.owner.rootId];
  expect(valueOf(await trash(ids)).items).toEqual(
    ids.map((id) => ({ outcome: 'failed', id, code: 'node_not_found' })),
  );
  for (const parentId of [outside.id, NodeId.parse(world.owner.rootId)]) {
    const made = await createGuestFolder(world.here.services, world.guest, { parentId, name: 'mine' });
    expect(errorOf(made).code).toBe('node_not_found');
    const [item] = valueOf(await world.requests.reserve(world.guest, [{ name: 'x.txt', parentId }])).items;
    expect(item).toMatchObject({ outcome: 'failed', code: 'node_not_found' });
  }
  expect(await world.namesIn(outside.id)).toEqual(['leaving.txt', 'secret.txt']);
});

const move = async (ids: readonly string[], parentId: string, conflict: 'fail' | 'rename' = 'fail') =>
  await moveGuestNodes(world.here.services, world.link.guest, {
    ids: ids.map((id) => NodeId.parse(id)),
    parentId: NodeId.parse(parentId),
    conflict,
  });

test('a guest moves items within the link and back, and appears as the author', async () => {
  const inner = await world.here.makeFolder(world.owner, 'inner', world.folder.id);
  const file = await upload('loose.txt');
  expect(valueOf(await move([file.id], inner.id)).items).toEqual([{ outcome: 'done', id: file.id }]);
  expect(await world.namesIn(inner.id)).toEqual(['loose.txt']);
  expect(valueOf(await move([file.id], world.folder.id)).items).toEqual([{ outcome: 'done', id: file.id }]);
  expect(await world.namesIn(world.folder.id)).toEqual(['inner', 'loose.txt']);
  const { items } = valueOf(
    await listActivity(world.here.services, world.owner.person, {
      nodeId: file.id,
      query: ActivityQuery.parse({}),
    }),
  );
  const byGuest = { kind: 'guest_by_link', link: 'For the council' };
  expect(items.slice(0, 2).map(({ action, author }) => [action.kind, author])).toEqual([
    ['moved', byGuest],
    ['moved', byGuest],
  ]);
});

test('moves by a guest stay within the link, and nothing moves into itself', async () => {
  const inner = await world.here.makeFolder(world.owner, 'inner', world.folder.id);
  const deeper = await world.here.makeFolder(world.owner, 'deeper', inner.id);
  const outside = await world.here.makeFolder(world.owner, 'outside');
  const secret = await world.here.upload(world.owner, 'secret.txt', { parentId: outside.id });
  const file = await upload('loose.txt');
  const trashed = await world.here.makeFolder(world.owner, 'trashed', world.folder.id);
  await trashNodes(world.here.services, world.owner.person, [trashed.id]);
  for (const place of [outside.id, world.owner.rootId, trashed.id, file.id]) {
    expect(errorOf(await move([inner.id], place)).code).toBe('node_not_found');
  }
  const ids = [secret.id, outside.id, world.folder.id, world.owner.rootId, trashed.id];
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
  expect(await world.namesIn(inner.id)).toEqual(['deeper', 'loose (2).txt', 'loose.txt']);
  expect(await world.namesIn(outside.id)).toEqual(['secret.txt']);
});

test('a view link cannot move, and neither can a revoked one', async () => {
  const inner = await world.here.makeFolder(world.owner, 'inner', world.folder.id);
  const file = await upload('loose.txt');
  const shown = await world.here.share(world.owner.person, world.folder, { kind: 'view' });
  const asked = { ids: [file.id], parentId: inner.id, conflict: 'fail' } as const;
  expect(errorOf(await moveGuestNodes(world.here.services, shown.guest, asked)).code).toBe('not_allowed');
  valueOf(await revokeLink(world.here.services, world.owner.person, world.link.link.id));
  expect(errorOf(await move([file.id], inner.id)).code).toBe('link_unknown');
});

async function moveOut(id: NodeId): Promise<void> {
  const parentId = NodeId.parse(world.owner.rootId);
  valueOf(
    await moveNodes(world.here.services, world.owner.person, { ids: [id], parentId, conflict: 'rename' }),
  );
}

test.each(['before', 'during', 'with a receipt'] as const)(
  'a folder that leaves the link %s completion does not take an upload along',
  async (moment) => {
    const { here, requests, guest } = world;
    const asked = { parentId: world.folder.id, name: 'inner' };
    const inner = valueOf(await createGuestFolder(here.services, guest, asked));
    const sent = await requests.sendBundled(guest, { name: 'late.txt', parentId: inner.id });
    if (moment !== 'during') await moveOut(inner.id);
    const head: typeof here.services.blobs.head = async (key) => {
      if (moment === 'during') await moveOut(inner.id);
      return await here.services.blobs.head(key);
    };
    const services = { ...here.services, blobs: { ...here.services.blobs, head } };
    const receipts = moment === 'with a receipt' ? sent.receipts : [];
    const completed = await completeGuestUploads(services, guest, { ...sent, receipts });
    expect(valueOf(completed).items).toEqual([{ outcome: 'failed', code: 'node_not_found' }]);
    expect(await world.namesIn(inner.id)).toEqual([]);
  },
);

test('completing again does not tell where a file that left the link is', async () => {
  const { here, guest } = world;
  const sent = await world.requests.sendBundled(guest, { name: 'mine.txt' });
  const complete = async () => valueOf(await completeGuestUploads(here.services, guest, sent)).items;
  const [item] = await complete();
  expect(item).toMatchObject({ outcome: 'committed', node: { name: 'mine.txt' } });
  expect(await complete()).toEqual([item]);
  if (item?.outcome === 'committed') await moveOut(item.node.id);
  expect(await complete()).toEqual([{ outcome: 'failed', code: 'upload_not_found' }]);
});

test('revoking, expiry and trashing the folder stop a link at once, running uploads included', async () => {
  const file = await upload('still.txt');
  const sent = { name: 'late.txt', text: 'late' };
  const begun = begunOf(valueOf(await world.requests.reserve(world.guest, [sent])).items[0]);
  await sendAll(begun, bytesOf(sent));
  valueOf(await revokeLink(world.here.services, world.owner.person, world.link.link.id));
  expect(errorOf(await rename(file, 'x')).code).toBe('link_unknown');
  expect(errorOf(await trash([file.id])).code).toBe('link_unknown');
  await expect(world.requests.complete(world.guest, begun.upload.id)).rejects.toThrow('link_unknown');
  const other = await world.here.share(world.owner.person, world.folder, { kind: 'edit' });
  await trashNodes(world.here.services, world.owner.person, [world.folder.id]);
  expect(errorOf(await rename(file, 'x', other.token)).code).toBe('link_unknown');
  expect(errorOf(await beginHandIn(world.here.services, other.guest, { name: '', email: '' })).code).toBe(
    'link_unknown',
  );
});

async function reservedIn(spaceId: string): Promise<number> {
  const { db } = world.here.services;
  const space = db.selectFrom('space').select('reserved_bytes').where('id', '=', spaceId);
  return (await space.executeTakeFirstOrThrow()).reserved_bytes;
}

test("the rights of the link's creator limit it at every call", async () => {
  const team = await world.here.world.addOwner();
  const shared = await world.here.makeFolder(team, 'of the team');
  const file = await world.here.upload(team, 'team.txt', { parentId: shared.id });
  const spaceId = SpaceId.parse(team.spaceId);
  const join = async (role: 'contributor' | 'editor' | 'viewer'): Promise<void> => {
    await world.here.services.db
      .insertInto('member')
      .values({
        space_id: spaceId,
        user_id: world.owner.person.id,
        role,
        created_at: world.here.world.clock.now(),
      })
      .onConflict((row) => row.columns(['space_id', 'user_id']).doUpdateSet({ role }))
      .execute();
  };
  await join('editor');
  const made = await world.here.share(world.owner.person, shared, { kind: 'edit' });
  const session = await world.requests.begin(made.token);
  expect((await world.requests.send(session, { name: 'before.txt' })).outcome).toBe('committed');
  begunOf(valueOf(await world.requests.reserve(session, [{ name: 'during.txt' }])).items[0]);
  await expireUploads(world.here.services);
  expect(await reservedIn(spaceId)).toBe('during.txt'.length);
  await join('contributor');
  await expireUploads(world.here.services);
  expect(await reservedIn(spaceId)).toBe(0);
  await join('viewer');
  expect(errorOf(await rename(file, 'x.txt', made.token)).code).toBe('link_unknown');
  expect(errorOf(await world.requests.reserve(session, [{ name: 'after.txt' }])).code).toBe('link_unknown');
});

test('guests make a limited number of folders', async () => {
  const { here, guest, folder } = world;
  const make = async (name: string) =>
    await createGuestFolder(here.services, guest, { parentId: folder.id, name });
  const made = valueOf(await make('first'));
  const { hand_in_id } = await here.services.db
    .selectFrom('hand_in_folder')
    .select('hand_in_id')
    .where('node_id', '=', made.id)
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: SERVER_LIMITS.requestFoldersMax - 1 }, () => here.services.newId());
  await here.services.db
    .insertInto('hand_in_folder')
    .values(others.map((node_id) => ({ node_id, hand_in_id, path: '[]' })))
    .execute();
  expect(errorOf(await make('one more')).code).toBe('limit_reached');
  expect(valueOf(await make('first'))).toEqual(made);
});

test('limits by number, size and kind hold; passwords and other kinds of links too', async () => {
  const request = RequestTerms.parse({ asksName: false, filesMax: 2, bytesMax: 10, kinds: ['image'] });
  const limited = await world.here.share(world.owner.person, world.folder, { kind: 'edit', request });
  const session = await world.requests.begin(limited.token);
  const codes = valueOf(
    await world.requests.reserve(session, [
      { name: 'a.txt', sizeBytes: 1 },
      { name: 'b.png', sizeBytes: 11 },
      { name: 'c.png', sizeBytes: 5 },
      { name: 'd.png', sizeBytes: 5 },
      { name: 'e.png', sizeBytes: 0 },
    ]),
  ).items.map((item) => (item.outcome === 'failed' ? item.code : item.outcome));
  expect(codes).toEqual(['kind_not_accepted', 'request_full', 'created', 'created', 'request_full']);
  const file = await upload('kept.txt');
  const shown = await world.here.share(world.owner.person, world.folder, { kind: 'view' });
  expect(errorOf(await rename(file, 'x', shown.token)).code).toBe('not_allowed');
  expect(errorOf(await beginHandIn(world.here.services, shown.guest, { name: '', email: '' })).code).toBe(
    'link_unknown',
  );
  const locked = await world.here.share(world.owner.person, world.folder, {
    kind: 'edit',
    password: 'nine ladies dancing',
  });
  expect(errorOf(await rename(file, 'x', locked.token)).code).toBe('link_password_required');
});

test('the owner is notified in the bell of uploads', async () => {
  await world.requests.send(world.guest, { name: 'one.txt' });
  // The database sets the arrival time of a file.
  world.here.world.clock.set(new Date(Date.now() + 2 * 60_000));
  await notifyOfHandIns(world.here.services);
  const { items } = valueOf(await listNotifications(world.here.services, world.owner.person, { limit: 10 }));
  expect(items[0]?.subject).toMatchObject({ kind: 'handed_in', name: 'For the council', files: 1 });
});
