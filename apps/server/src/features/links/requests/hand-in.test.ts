// A guest hands in, and can access only what they sent.
import { randomUUID } from 'node:crypto';
import { NodeId, NodeName, UploadId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendAll } from '../../../live-upload.contract.ts';
import { errorOf, type Owner, sha256Of, valueOf } from '../../../live.world.ts';
import { renameNode } from '../../files/rename-node.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { getGuestPath, listGuestChildren, listGuestTree } from '../guest/list-items.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { signGuestContent, signGuestContents } from '../guest/sign-content.ts';
import { unlockLink } from '../guest/unlock-link.ts';
import { guestWith, type LinksWorld, startLinksWorld } from '../links.world.ts';
import { createLink } from '../manage/create-link.ts';
import { listUploads } from '../../uploads/list-uploads.ts';
import { completeUpload } from '../../uploads/complete/complete-upload.ts';
import { newToken } from '../token.ts';
import { beginHandIn, folderNameOf } from './begin-hand-in.ts';
import { createGuestFolder } from './create-guest-folder.ts';
import {
  abortGuestUpload,
  completeGuestUploads,
  getGuestUpload,
  signGuestParts,
  signGuestUploads,
} from './guest-uploads.ts';
import { finishHandIn, getHandIn } from './hand-in.ts';
import { listHandIns } from './list-hand-ins.ts';
import { begunOf, bytesOf, createRequests } from './requests.world.ts';

let here: LinksWorld;
let owner: Owner;
let requests: ReturnType<typeof createRequests>;
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
  requests = createRequests(here);
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const childrenOf = async (folderId: string): Promise<readonly string[]> => {
  const rows = await here.services.db
    .selectFrom('node')
    .select('name')
    .where('parent_id', '=', folderId)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};

test('files and folders arrive in a folder with guest and date, and the receipt lists each', async () => {
  const { token, folder, linkId } = await requests.ask(owner, { asksName: true, asksEmail: false });
  const guest = await requests.begin(token, 'Ingrid Solheim');
  const day = here.world.clock.now().toISOString().slice(0, 10);
  expect(await childrenOf(folder.id)).toEqual([`Ingrid Solheim ${day}`]);
  const made = { parentId: guest.folderId, name: 'Night round' };
  const night = valueOf(await createGuestFolder(here.services, guest, made));
  expect(valueOf(await createGuestFolder(here.services, guest, made))).toEqual(night);
  await requests.send(guest, { name: 'one.txt', text: 'one' });
  await requests.send(guest, { name: 'two.txt', text: 'two', parentId: night.id });
  const finished = await Promise.all([
    finishHandIn(here.services, guest),
    finishHandIn(here.services, guest),
  ]);
  const [receipt] = finished.map(valueOf);
  if (receipt === undefined) throw new Error('the hand-in is not finished');
  expect(receipt).toMatchObject({ title: 'Autumn count', name: 'Ingrid Solheim' });
  expect(receipt.files).toMatchObject([
    { path: ['one.txt'], sizeBytes: 3, sha256: sha256Of(Buffer.from('one')) },
    { path: ['Night round', 'two.txt'], sizeBytes: 3, sha256: sha256Of(Buffer.from('two')) },
  ]);
  expect(receipt.files.every(({ arrivedAt }) => arrivedAt !== null)).toBe(true);
  const { items } = valueOf(await listHandIns(here.services, owner.person, linkId));
  expect(items).toMatchObject([{ name: 'Ingrid Solheim', files: 2, sizeBytes: 6, folderId: guest.folderId }]);
  const audited = await here.services.db
    .selectFrom('audit')
    .select(['actor_name', 'subject_name'])
    .where('action', '=', 'files_handed_in')
    .where('subject_id', '=', linkId)
    .execute();
  expect(audited).toEqual([{ actor_name: 'Ingrid Solheim', subject_name: 'Autumn count' }]);
});

test('the events name the guest, and the version the requester', async () => {
  const { token } = await requests.ask(owner, { asksName: true });
  const guest = await requests.begin(token, 'Ingrid');
  const item = await requests.send(guest, { name: 'told.txt' });
  if (item.outcome !== 'committed') throw new Error('the upload was rejected');
  const events = await here.services.db
    .selectFrom('event')
    .select(['verb', 'facts', 'actor_id'])
    .where('node_id', 'in', [item.node.id, guest.folderId])
    .orderBy('sequence')
    .execute();
  expect(events).toMatchObject([
    { verb: 'folder_created', facts: { guest: 'Ingrid' }, actor_id: owner.person.id },
    { verb: 'file_created', facts: { guest: 'Ingrid', name: 'told.txt' }, actor_id: owner.person.id },
  ]);
});

test('the same name twice gives a number, and a second hand-in a folder of its own', async () => {
  const { token, folder } = await requests.ask(owner, { asksName: true });
  const guest = await requests.begin(token, 'Ingrid');
  await requests.send(guest, { name: 'same.txt', text: 'first' });
  const second = await requests.send(guest, { name: 'same.txt', text: 'second' });
  expect(second).toMatchObject({ outcome: 'committed', node: { name: 'same (2).txt' } });
  expect(await childrenOf(guest.folderId)).toEqual(['same (2).txt', 'same.txt']);
  await requests.begin(token, 'Ingrid');
  expect(await childrenOf(folder.id)).toHaveLength(2);
});

test('the receipt shows files as sent, even if the requester renames or deletes them', async () => {
  const { token } = await requests.ask(owner);
  const guest = await requests.begin(token);
  const item = await requests.send(guest, { name: 'mine.txt' });
  if (item.outcome !== 'committed') throw new Error('the upload was rejected');
  valueOf(
    await renameNode(here.services, owner.person, { nodeId: item.node.id, name: 'secret.txt', revision: 1 }),
  );
  const receipt = valueOf(await getHandIn(here.services, guest));
  expect(receipt.files[0]?.path).toEqual(['mine.txt']);
  expect(await requests.complete(guest, defined(receipt.files[0], 'the sent file is not listed').id)).toEqual(
    item,
  );
  await trashNodes(here.services, owner.person, [item.node.id]);
  expect(await requests.complete(guest, defined(receipt.files[0], 'the sent file is not listed').id)).toEqual(
    item,
  );
});

test.each(['../x', '..', 'a/b.txt', '.', '', 'nul\u0000.txt', 'x'.repeat(300)])(
  'the name %j is refused, and the others of the call are not',
  async (name) => {
    const { token } = await requests.ask(owner);
    const guest = await requests.begin(token);
    expect(NodeName.safeParse(name).success).toBe(false);
    const { items } = valueOf(await requests.reserve(guest, [{ name, text: 'x' }, { name: 'good.txt' }]));
    expect(items[0]).toMatchObject({ outcome: 'failed', code: 'invalid_request' });
    expect(items[1]).toMatchObject({ outcome: 'created' });
  },
);

test('an unusable name leaves only the date as folder name', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  expect(folderNameOf('Ingrid Solheim', now)).toBe('Ingrid Solheim 2026-11-24');
  expect(folderNameOf('../../etc', now)).toBe('.. .. etc 2026-11-24');
  expect(folderNameOf('', now)).toBe('2026-11-24');
  expect(folderNameOf('\u202e', now)).toBe('2026-11-24');
  expect(folderNameOf('ä'.repeat(80), now).length).toBeLessThanOrEqual(80);
});

test('uploads and folders of other guests, of the owner and unknown ones get the same answer', async () => {
  const { token } = await requests.ask(owner);
  const [mine, other] = [await requests.begin(token), await requests.begin(token)];
  const theirs = begunOf(valueOf(await requests.reserve(other, [{ name: 'theirs.txt' }])).items[0]);
  await sendAll(theirs, bytesOf({ name: 'theirs.txt' }));
  for (const id of [theirs.upload.id, UploadId.parse(randomUUID())]) {
    const part = { number: 1, sha256: sha256Of(Buffer.from('x')) };
    const calls = [
      await getGuestUpload(here.services, mine, id),
      await signGuestParts(here.services, mine, { uploadId: id, parts: [part] }),
      await abortGuestUpload(here.services, mine, id),
    ];
    expect(calls.map((call) => errorOf(call).code)).toEqual(calls.map(() => 'upload_not_found'));
    const failed = [{ outcome: 'failed', code: 'upload_not_found' }];
    expect(valueOf(await completeGuestUploads(here.services, mine, { ids: [id] })).items).toEqual(failed);
    const signed = await signGuestUploads(here.services, mine, { ids: [id], bundle: false });
    expect(valueOf(signed).items).toEqual(failed);
  }
  for (const parentId of [other.folderId, owner.rootId, randomUUID()]) {
    const { items } = valueOf(await requests.reserve(mine, [{ name: 'x.txt', parentId }]));
    expect(items).toEqual([{ outcome: 'failed', code: 'node_not_found' }]);
    const folder = { parentId: NodeId.parse(parentId), name: 'x' };
    expect(errorOf(await createGuestFolder(here.services, mine, folder)).code).toBe('node_not_found');
  }
  // The owner's list of uploads does not have them either.
  expect(valueOf(await listUploads(here.services, owner.person)).uploads).toEqual([]);
  const byOwner = await completeUpload(here.services, owner.person, theirs.upload.id);
  expect(errorOf(byOwner).code).toBe('upload_not_found');
  expect(await requests.complete(other, theirs.upload.id)).toMatchObject({ outcome: 'committed' });
});

test('a key of another request, or of none, is unknown', async () => {
  const [one, two] = [await requests.ask(owner), await requests.ask(owner)];
  const guest = await requests.begin(one.token);
  const wrong = [
    { ...guest, token: two.token },
    { ...guest, key: newToken() },
  ];
  for (const each of wrong) {
    expect(errorOf(await getHandIn(here.services, each)).code).toBe('hand_in_not_found');
    expect(errorOf(await requests.reserve(each, [{ name: 'x.txt' }])).code).toBe('hand_in_not_found');
  }
  const nobody = { ...guest, token: newToken() };
  expect(errorOf(await getHandIn(here.services, nobody)).code).toBe('link_unknown');
});

test('a request cannot be read, and a download link accepts no uploads', async () => {
  const { token, folder } = await requests.ask(owner);
  const hidden = await here.upload(owner, 'hidden.txt', { parentId: folder.id });
  const guest = guestWith(token);
  const query = { sort: 'name', order: 'asc', at: 0, limit: 10 } as const;
  const files = [{ nodeId: hidden.id, versionId: defined(hidden.versionId, 'the file is missing') }];
  const calls = [
    await listGuestChildren(here.services, guest, { nodeId: folder.id, query }),
    await getGuestPath(here.services, guest, folder.id),
    await listGuestTree(here.services, guest, { ids: [folder.id] }),
    await signGuestContent(here.services, guest, { nodeId: hidden.id, disposition: 'attachment' }),
    await signGuestContents(here.services, guest, { files }),
  ];
  expect(calls.map((call) => errorOf(call).code)).toEqual(calls.map(() => 'link_unknown'));
  const seen = JSON.stringify(valueOf(await getGuestLink(here.services, guest)));
  for (const secret of [folder.name, folder.id, hidden.id, owner.spaceId]) expect(seen).not.toContain(secret);
  const download = await here.share(owner.person, folder);
  const begun = await beginHandIn(here.services, download.guest, { name: '', email: '' });
  expect(errorOf(begun).code).toBe('link_unknown');
});

test('required fields must be given, and other fields are not stored', async () => {
  const both = await requests.ask(owner, { asksName: true, asksEmail: true });
  const missing = await beginHandIn(here.services, guestWith(both.token), { name: '', email: '' });
  expect(errorOf(missing)).toEqual({
    code: 'invalid_request',
    issues: [
      { path: 'name', code: 'required' },
      { path: 'email', code: 'required' },
    ],
  });
  const none = await requests.ask(owner);
  const given = { name: 'Ingrid', email: 'ingrid@example.org' };
  const { key } = valueOf(await beginHandIn(here.services, guestWith(none.token), given));
  const handIn = valueOf(await getHandIn(here.services, { token: none.token, key }));
  expect(handIn).toMatchObject({ name: '', email: '' });
});

test('the password is required to begin', async () => {
  const { token } = await requests.ask(owner, {}, { password: 'nine ladies dancing' });
  const guest = guestWith(token);
  const nothing = { name: '', email: '' };
  expect(errorOf(await getGuestLink(here.services, guest)).code).toBe('link_password_required');
  expect(errorOf(await beginHandIn(here.services, guest, nothing)).code).toBe('link_password_required');
  expect(errorOf(await unlockLink(here.services, guest, 'wrong')).code).toBe('link_password_wrong');
  const passes = valueOf(await unlockLink(here.services, guest, 'nine ladies dancing'));
  expect((await beginHandIn(here.services, { ...guest, passes }, nothing)).ok).toBe(true);
});

test("trashing the folder ends the request; trashing a hand-in's folder ends only that hand-in", async () => {
  const { token, folder } = await requests.ask(owner);
  const guest = await requests.begin(token);
  await trashNodes(here.services, owner.person, [guest.folderId]);
  const { items } = valueOf(await requests.reserve(guest, [{ name: 'x.txt' }]));
  expect(items).toEqual([{ outcome: 'failed', code: 'node_not_found' }]);
  await trashNodes(here.services, owner.person, [folder.id]);
  expect(errorOf(await getHandIn(here.services, guest)).code).toBe('link_unknown');
});

test('a request is for a folder, with a title and terms; other links have no terms', async () => {
  const file = await here.upload(owner, 'file.txt');
  const folder = await here.makeFolder(owner, 'for terms');
  const expiresAt = new Date(here.world.clock.now().getTime() + 60_000).toISOString();
  const terms = { message: '', asksName: true, asksEmail: false, filesMax: null, bytesMax: null, kinds: [] };
  const base = { expiresAt, password: null, downloadsMax: null, bytesMax: null, label: 'A title' };
  const create = async (nodeId: NodeId, wanted: Partial<Parameters<typeof createLink>[2]['wanted']>) =>
    await createLink(here.services, owner.person, {
      nodeId,
      wanted: { ...base, kind: 'request', request: terms, ...wanted },
    });
  expect(errorOf(await create(file.id, {})).issues).toEqual([{ path: 'kind', code: 'wrong_type' }]);
  expect(errorOf(await create(folder.id, { label: '' })).issues?.[0]?.path).toBe('label');
  expect(errorOf(await create(folder.id, { request: null })).issues?.[0]?.path).toBe('request');
  expect(errorOf(await create(folder.id, { kind: 'download' })).issues?.[0]?.path).toBe('request');
  expect(errorOf(await create(folder.id, { downloadsMax: 1 })).issues?.[0]?.path).toBe('downloadsMax');
  expect(errorOf(await create(folder.id, { bytesMax: 1 })).issues?.[0]?.path).toBe('bytesMax');
});

test('strangers and viewers learn nothing of hand-ins', async () => {
  const { linkId } = await requests.ask(owner);
  const stranger = await here.world.addOwner();
  expect(errorOf(await listHandIns(here.services, stranger.person, linkId)).code).toBe('link_unknown');
});
