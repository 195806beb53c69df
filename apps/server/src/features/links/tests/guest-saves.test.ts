// Guests of edit links who save a text that they have seen.
import { HOUR_MS } from '@coffer/kit';
import { NodeId, type NodeView, RequestTerms } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { sendAll, uploaded } from '../../../live-upload.contract.ts';
import { errorOf, valueOf } from '../../../live.world.ts';
import { listVersions } from '../../files/list-versions.ts';
import { moveNodes } from '../../files/move/move-nodes.ts';
import { renameNode } from '../../files/rename-node.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { getGuestPath } from '../guest/list-items.ts';
import { signGuestContent } from '../guest/sign-content.ts';
import { guestWith } from '../links.world.ts';
import { listNodeLinks } from '../manage/list-links.ts';
import { revokeLink } from '../manage/revoke-link.ts';
import { beginHandIn } from '../requests/begin-hand-in.ts';
import { begunOf, bytesOf, type HandingIn, type RequestedFile } from '../requests/requests.world.ts';
import { editLinkWorld } from './edit-link.world.ts';

const world = editLinkWorld({ folder: 'shared', label: 'For the council' });
const upload = async (name: string, text = 'of the owner', parentId = world.folder.id) =>
  await world.here.upload(world.owner, name, { parentId, text });
const next = ({ name, versionId }: NodeView, text: string): RequestedFile => ({
  name,
  text,
  basedOn: versionId,
});
const refusalOf = async (file: RequestedFile, guest = world.guest): Promise<string> => {
  const [item] = valueOf(await world.requests.reserve(guest, [file])).items;
  return item?.outcome === 'failed' ? item.code : 'reserved';
};
const begin = async (file: RequestedFile, guest = world.guest): Promise<string> => {
  const begun = begunOf(valueOf(await world.requests.reserve(guest, [file])).items[0]);
  await sendAll(begun, bytesOf(file));
  return begun.upload.id;
};
const versionsOf = async ({ id }: Pick<NodeView, 'id'>) => {
  const { items } = valueOf(
    await listVersions(world.here.services, world.owner.person, { nodeId: NodeId.parse(id) }),
  );
  return items.map(({ number, author, sizeBytes }) => [number, author.kind, sizeBytes]);
};
const shareFile = async (file: NodeView): Promise<HandingIn> => {
  const { token } = await world.here.share(world.owner.person, file, { kind: 'edit', label: 'For Ada' });
  return await world.requests.begin(token);
};

test('a save makes the next version of what was seen, and the answer names it for the save after', async () => {
  const file = await upload('plan.txt');
  const first = await world.requests.send(world.guest, next(file, 'guest'));
  if (!('node' in first)) throw new Error('the save was rejected');
  expect(first.node).toMatchObject({ id: file.id, name: 'plan.txt', parentId: world.folder.id });
  const second = await world.requests.send(world.guest, {
    name: 'plan.txt',
    text: 'again',
    basedOn: first.node.versionId,
  });
  expect(second.outcome).toBe('committed');
  expect(await versionsOf(file)).toEqual([
    [3, 'guest_by_link', 5],
    [2, 'guest_by_link', 5],
    [1, 'you', 12],
  ]);
});

test('saves of one file are one file of the limit, and their bytes count', async () => {
  const { owner, folder, here, requests } = world;
  const request = RequestTerms.parse({ asksName: false, filesMax: 2, bytesMax: 30 });
  const limited = await here.share(owner.person, folder, { kind: 'edit', request });
  const guest = await requests.begin(limited.token);
  const save = async (file: Pick<NodeView, 'name' | 'versionId'>, text: string) => {
    const saved = await requests.send(guest, { name: file.name, text, basedOn: file.versionId });
    if (!('node' in saved)) throw new Error('the save was rejected');
    return saved.node;
  };
  let plan: Pick<NodeView, 'name' | 'versionId'> = await upload('plan.txt');
  for (const text of ['one', 'two', 'six', 'ten']) plan = await save(plan, text);
  const second = await requests.send(guest, { name: 'second.txt', text: 'own' });
  if (!('node' in second)) throw new Error('the save was rejected');
  expect(await refusalOf({ name: 'third.txt', text: '' }, guest)).toBe('request_full');
  await save(second.node, 'own again');
  const other = await upload('other.txt');
  expect(await refusalOf(next(other, ''), guest)).toBe('request_full');
  expect(await refusalOf(next({ ...other, ...plan }, 'sevens!'), guest)).toBe('request_full');
  await save(plan, 'seve');
  const { items } = valueOf(await listNodeLinks(here.services, owner.person, folder.id));
  expect(items.find(({ id }) => id === limited.link.id)?.request).toMatchObject({ files: 2, sizeBytes: 28 });
});

test('a save based on an older version is refused, before the first byte and when it arrives', async () => {
  const file = await upload('plan.txt');
  const waiting = await begin(next(file, 'guest'));
  await uploaded(world.here.services, world.owner, {
    name: 'plan.txt',
    bytes: Buffer.from('member'),
    parentId: world.folder.id,
    conflict: 'replace',
  });
  expect(await world.requests.complete(world.guest, waiting)).toMatchObject({ code: 'revision_conflict' });
  expect(await refusalOf(next(file, 'again'))).toBe('revision_conflict');
  expect(await versionsOf(file)).toEqual([
    [2, 'you', 6],
    [1, 'you', 12],
  ]);
});

test('of a guest and a member, or of two guests, who save at once, one is told', async () => {
  const file = await upload('plan.txt');
  const other = await world.requests.begin(world.link.token);
  const [mine, theirs] = [await begin(next(file, 'mine')), await begin(next(file, 'theirs'), other)];
  const done = await Promise.all([
    world.requests.complete(world.guest, mine),
    world.requests.complete(other, theirs),
  ]);
  expect(done.filter(({ outcome }) => outcome === 'committed')).toHaveLength(1);
  expect(done.filter((item) => 'code' in item && item.code === 'revision_conflict')).toHaveLength(1);
  expect(await versionsOf(file)).toHaveLength(2);
  // A repeated call has no further effect.
  const isMine = done[0].outcome === 'committed';
  const again = await world.requests.complete(isMine ? world.guest : other, isMine ? mine : theirs);
  expect(again.outcome).toBe('committed');
  expect(await versionsOf(file)).toHaveLength(2);
});

test('the only file of a link is saved in the same way, wherever it is now', async () => {
  const file = await upload('plan.txt');
  const guest = await shareFile(file);
  expect(await refusalOf({ ...next(file, 'x'), basedOn: world.here.services.newId() }, guest)).toBe(
    'revision_conflict',
  );
  const waiting = await begin(next(file, 'guest'), guest);
  const { person } = world.owner;
  const { id: nodeId, revision } = file;
  valueOf(await renameNode(world.here.services, person, { nodeId, name: 'final.txt', revision }));
  const parentId = NodeId.parse(world.owner.rootId);
  valueOf(await moveNodes(world.here.services, person, { ids: [file.id], parentId, conflict: 'fail' }));
  const done = await world.requests.complete(guest, waiting);
  expect(done).toMatchObject({ outcome: 'committed', node: { id: file.id, parentId: file.id } });
  expect(await refusalOf(next(file, 'older'), guest)).toBe('revision_conflict');
  expect(await versionsOf(file)).toEqual([
    [2, 'guest_by_link', 5],
    [1, 'you', 12],
  ]);
  const path = valueOf(await getGuestPath(world.here.services, guestWith(guest.token), file.id));
  expect(path.items).toEqual([{ id: file.id, name: 'final.txt', kind: 'file' }]);
});

test('a file outside of the link, in the trash or moved away takes no save and tells nothing', async () => {
  const outside = await world.here.makeFolder(world.owner, 'outside');
  const secret = await upload('secret.txt', 'secret', outside.id);
  for (const conflict of ['ask', 'replace', 'rename'] as const) {
    for (const name of ['secret.txt', 'nothing.txt']) {
      const there = { name, parentId: outside.id, conflict };
      expect(await refusalOf(there)).toBe('node_not_found');
      expect(await refusalOf({ ...there, basedOn: secret.versionId })).toBe('node_not_found');
      expect(await refusalOf({ ...there, basedOn: world.here.services.newId() })).toBe('node_not_found');
    }
  }
  expect(await refusalOf({ ...next(secret, 'x'), name: 'secret.txt' })).toBe('revision_conflict');
  const trashed = await upload('trashed.txt');
  const waiting = await begin(next(trashed, 'late'));
  await trashNodes(world.here.services, world.owner.person, [trashed.id]);
  expect(await world.requests.complete(world.guest, waiting)).toMatchObject({ code: 'revision_conflict' });
  expect(await refusalOf(next(trashed, 'late'))).toBe('revision_conflict');
  const path = await getGuestPath(world.here.services, world.link.guest, trashed.id);
  expect(errorOf(path).code).toBe('node_not_found');
  expect(await versionsOf(secret)).toEqual([[1, 'you', 6]]);
  expect(await world.namesIn(world.folder.id)).toEqual([]);
});

test('view and download links save nothing, and a file request replaces nothing', async () => {
  const file = await upload('plan.txt');
  for (const kind of ['view', 'download'] as const) {
    const { token, guest } = await world.here.share(world.owner.person, world.folder, { kind });
    expect(errorOf(await beginHandIn(world.here.services, guest, { name: '', email: '' })).code).toBe(
      'link_unknown',
    );
    const stolen = await world.requests.reserve({ ...world.guest, token }, [next(file, 'x')]);
    expect(errorOf(stolen).code).toBe('link_unknown');
  }
  const request = await world.requests.ask(world.owner);
  const sender = await world.requests.begin(request.token);
  const sent = await world.requests.send(sender, { name: 'own.txt' });
  if (!('node' in sent)) throw new Error('the save was rejected');
  const again = await world.requests.send(sender, { name: 'own.txt', basedOn: sent.node.versionId });
  expect(again).toMatchObject({ node: { name: 'own (2).txt' } });
  expect(await refusalOf(next(file, 'x'), sender)).toBe('reserved');
  expect(await versionsOf(file)).toHaveLength(1);
});

test('a revoked or expired link takes no save, one that is under way included', async () => {
  const file = await upload('plan.txt');
  const waiting = await begin(next(file, 'late'));
  valueOf(await revokeLink(world.here.services, world.owner.person, world.link.link.id));
  await expect(world.requests.complete(world.guest, waiting)).rejects.toThrow('link_unknown');
  expect(errorOf(await world.requests.reserve(world.guest, [next(file, 'x')])).code).toBe('link_unknown');
  const soon = new Date(world.here.world.clock.now().getTime() + HOUR_MS).toISOString();
  const short = await world.here.share(world.owner.person, world.folder, { kind: 'edit', expiresAt: soon });
  const guest = await world.requests.begin(short.token);
  const late = await begin(next(file, 'late'), guest);
  world.here.world.clock.advance(HOUR_MS);
  await expect(world.requests.complete(guest, late)).rejects.toThrow('link_expired');
  expect(errorOf(await world.requests.reserve(guest, [next(file, 'x')])).code).toBe('link_expired');
  expect(await versionsOf(file)).toHaveLength(1);
});

test('a save keeps to the kinds, the bytes and the number of files of its link', async () => {
  const file = await upload('plan.txt');
  const terms = { asksName: true, filesMax: 2, bytesMax: 10, kinds: [] };
  const guestOf = async (others: Partial<RequestTerms>): Promise<HandingIn> => {
    const request = RequestTerms.parse({ ...terms, ...others });
    const made = await world.here.share(world.owner.person, world.folder, { kind: 'edit', request });
    return await world.requests.begin(made.token);
  };
  const ofPictures = await guestOf({ kinds: ['image'] });
  expect(await refusalOf(next(file, 'x'), ofPictures)).toBe('kind_not_accepted');
  const shown = await getGuestLink(world.here.services, guestWith(ofPictures.token));
  expect(valueOf(shown)).toMatchObject({ kind: 'edit', kinds: ['image'] });
  const guest = await guestOf({});
  expect(await refusalOf(next(file, 'eleven byte'), guest)).toBe('request_full');
  const saved = await world.requests.send(guest, next(file, 'five!'));
  if (!('node' in saved)) throw new Error('the save was rejected');
  const later = { name: file.name, basedOn: saved.node.versionId };
  expect(await refusalOf({ ...later, text: 'six, 6' }, guest)).toBe('request_full');
  expect((await world.requests.send(guest, { ...later, text: 'five?' })).outcome).toBe('committed');
  expect(await versionsOf(file)).toHaveLength(3);
});

test('reading for an edit takes the password, and saving takes the key that it gave', async () => {
  const file = await upload('plan.txt');
  const { token, guest } = await world.here.share(world.owner.person, world.folder, {
    kind: 'edit',
    password: 'nine ladies dancing',
  });
  const asked = { nodeId: file.id, disposition: 'inline' } as const;
  expect(errorOf(await signGuestContent(world.here.services, guest, asked)).code).toBe(
    'link_password_required',
  );
  expect(errorOf(await getGuestPath(world.here.services, guest, file.id)).code).toBe(
    'link_password_required',
  );
  expect(errorOf(await beginHandIn(world.here.services, guest, { name: '', email: '' })).code).toBe(
    'link_password_required',
  );
  const stolen = await world.requests.reserve({ ...world.guest, token }, [next(file, 'x')]);
  expect(errorOf(stolen).code).toBe('hand_in_not_found');
});
