// Parallel guests cannot exceed the limits of a file request. Uploads that are aborted free their part of the limits.
import { LIMITS, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, defined, HOUR_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendAll } from '../../../live-upload.contract.ts';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { expireUploads, getUpload } from '../../uploads/index.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { guestWith, type LinksWorld, startLinksWorld } from '../links.world.ts';
import { changeLink } from '../manage/change-link.ts';
import { listNodeLinks } from '../manage/list-links.ts';
import { revokeLink } from '../manage/revoke-link.ts';
import { beginHandIn } from './begin-hand-in.ts';
import { createGuestFolder } from './create-guest-folder.ts';
import { abortGuestUpload, signGuestParts } from './guest-uploads.ts';
import { finishHandIn, getHandIn } from './hand-in.ts';
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

const GUESTS = 50;
const codesOf = (items: readonly object[]): readonly unknown[] =>
  items.map((item) => ('code' in item ? item.code : 'created'));
const tally = (codes: readonly unknown[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(codes)].map((code) => [String(code), codes.filter((each) => each === code).length]),
  );

test('50 parallel guests of a request for 5 files reserve 5 files', async () => {
  const { token, folder } = await requests.ask(owner, { filesMax: 5 });
  const guests = await Promise.all(Array.from({ length: GUESTS }, async () => await requests.begin(token)));
  const answers = await Promise.all(
    guests.map(async (guest, index) => valueOf(await requests.reserve(guest, [{ name: `${index}.txt` }]))),
  );
  const codes = answers.flatMap(({ items }) => codesOf(items));
  expect(tally(codes)).toEqual({ created: 5, request_full: 45 });
  const [link] = valueOf(await listNodeLinks(here.services, owner.person, folder.id)).items;
  expect(link).toMatchObject({ state: 'exhausted', request: { files: 0, filesMax: 5 } });
});

test('50 parallel guests of a request for 100 bytes reserve at most 100 bytes', async () => {
  const { token } = await requests.ask(owner, { bytesMax: 100 });
  const guests = await Promise.all(Array.from({ length: GUESTS }, async () => await requests.begin(token)));
  const answers = await Promise.all(
    guests.map(async (guest) => valueOf(await requests.reserve(guest, [{ name: 'x.txt', sizeBytes: 30 }]))),
  );
  expect(tally(answers.flatMap(({ items }) => codesOf(items)))).toEqual({ created: 3, request_full: 47 });
  const seen = valueOf(await getGuestLink(here.services, guestWith(token)));
  expect(seen).toMatchObject({ kind: 'request', bytesLeft: 10 });
});

test('files of one call are checked in order', async () => {
  const { token } = await requests.ask(owner, { filesMax: 2, bytesMax: 50 });
  const guest = await requests.begin(token);
  const files = [10, 60, 20, 5].map((sizeBytes, index) => ({ name: `${index}.txt`, sizeBytes }));
  const { items } = valueOf(await requests.reserve(guest, files));
  expect(codesOf(items)).toEqual(['created', 'request_full', 'created', 'request_full']);
});

test('aborted uploads return their allowance, completed ones do not', async () => {
  const { token } = await requests.ask(owner, { filesMax: 1 });
  const guest = await requests.begin(token);
  const first = begunOf(valueOf(await requests.reserve(guest, [{ name: 'first.txt' }])).items[0]);
  expect(codesOf(valueOf(await requests.reserve(guest, [{ name: 'next.txt' }])).items)).toEqual([
    'request_full',
  ]);
  valueOf(await abortGuestUpload(here.services, guest, first.upload.id));
  const arrived = await requests.send(guest, { name: 'next.txt' });
  expect(arrived.outcome).toBe('committed');
  expect(codesOf(valueOf(await requests.reserve(guest, [{ name: 'more.txt' }])).items)).toEqual([
    'request_full',
  ]);
});

test('kinds are checked by name before anything is reserved', async () => {
  const { token } = await requests.ask(owner, { kinds: ['image', 'pdf'], filesMax: 2 });
  const guest = await requests.begin(token);
  const names = ['one.JPG', 'film.mov', 'two.pdf', 'noextension', 'trick.jpg.exe'];
  const { items } = valueOf(
    await requests.reserve(
      guest,
      names.map((name) => ({ name })),
    ),
  );
  expect(codesOf(items)).toEqual([
    'created',
    'kind_not_accepted',
    'created',
    'kind_not_accepted',
    'kind_not_accepted',
  ]);
});

test('after a revocation, running uploads are neither signed nor committed, and their quota is freed', async () => {
  const { token, linkId } = await requests.ask(owner);
  const guest = await requests.begin(token);
  const sent = begunOf(valueOf(await requests.reserve(guest, [{ name: 'late.txt' }])).items[0]);
  await sendAll(sent, bytesOf({ name: 'late.txt' }));
  valueOf(await revokeLink(here.services, owner.person, linkId));
  const calls = [
    await getHandIn(here.services, guest),
    await finishHandIn(here.services, guest),
    await requests.reserve(guest, [{ name: 'more.txt' }]),
    await signGuestParts(here.services, guest, {
      uploadId: sent.upload.id,
      parts: [{ number: 1, sha256: 'x' }],
    }),
    await abortGuestUpload(here.services, guest, sent.upload.id),
    await beginHandIn(here.services, guestWith(token), { name: '', email: '' }),
  ];
  expect(calls.map((call) => errorOf(call).code)).toEqual(calls.map(() => 'link_unknown'));
  // A call that passed its checks before the revocation cannot continue either, because the upload has expired.
  const status = await getUpload(
    here.services,
    {
      id: owner.person.id,
      guest: {
        requestId: linkId,
        handInId: await handInIdOf(sent.upload.id),
        name: '',
        linkLabel: null,
        refusal: () => undefined,
        allowance: () => Promise.reject(new Error('`allowance` was called')),
      },
    },
    sent.upload.id,
  );
  expect(Date.parse(valueOf(status).upload.expiresAt)).toBeLessThanOrEqual(here.world.clock.now().getTime());
  expect(await expireUploads(here.services)).toBe(1);
  expect(
    await here.services.db.selectFrom('node').select('id').where('name', '=', 'late.txt').execute(),
  ).toEqual([]);
});

async function handInIdOf(uploadId: string): Promise<string> {
  const { hand_in_id: id } = await here.services.db
    .selectFrom('upload')
    .select('hand_in_id')
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  return defined(id, 'the upload has no hand-in');
}

test('after its date a request accepts nothing, and no upload outlives it', async () => {
  const expiresAt = new Date(here.world.clock.now().getTime() + HOUR_MS);
  const { token } = await requests.ask(owner, {}, { expiresAt: expiresAt.toISOString() });
  const guest = await requests.begin(token);
  const begun = begunOf(valueOf(await requests.reserve(guest, [{ name: 'slow.txt' }])).items[0]);
  expect(begun.upload.expiresAt).toBe(expiresAt.toISOString());
  const { clock } = here.world;
  clock.advance(HOUR_MS);
  expect(errorOf(await requests.reserve(guest, [{ name: 'more.txt' }])).code).toBe('link_expired');
  expect(errorOf(await beginHandIn(here.services, guestWith(token), { name: '', email: '' })).code).toBe(
    'link_expired',
  );
});

test('a later date reaches uploads that are under way, not those that ended', async () => {
  const at = (ms: number) => new Date(here.world.clock.now().getTime() + ms).toISOString();
  const { token, link, linkId } = await requests.ask(owner, {}, { expiresAt: at(HOUR_MS) });
  const [guest, done] = [await requests.begin(token), await requests.begin(token)];
  const file = { name: 'slow.txt' };
  const begun = begunOf(valueOf(await requests.reserve(guest, [file])).items[0]);
  const ended = begunOf(valueOf(await requests.reserve(done, [file])).items[0]);
  valueOf(await finishHandIn(here.services, done));
  const change = { expiresAt: at(30 * DAY_MS) };
  valueOf(await changeLink(here.services, owner.person, { linkId, change, revision: link.revision }));
  const ends = await here.services.db
    .selectFrom('upload')
    .select('expires_at')
    .where('id', 'in', [begun.upload.id, ended.upload.id])
    .orderBy('id')
    .execute();
  expect(ends.map(({ expires_at: end }) => end.toISOString())).toEqual([at(LIMITS.uploadLifeMs), at(0)]);
  await sendAll(begun, bytesOf(file));
  here.world.clock.advance(2 * HOUR_MS);
  expect((await requests.complete(guest, begun.upload.id)).outcome).toBe('committed');
});

test('a finished hand-in takes nothing more, and shows only what arrived', async () => {
  const { token } = await requests.ask(owner, { asksName: true });
  const guest = await requests.begin(token, 'Ingrid');
  await requests.send(guest, { name: 'whole.txt' });
  valueOf(await requests.reserve(guest, [{ name: 'half.txt' }]));
  expect(valueOf(await getHandIn(here.services, guest)).files.map(({ path }) => path)).toEqual([
    ['whole.txt'],
    ['half.txt'],
  ]);
  const first = valueOf(await finishHandIn(here.services, guest));
  expect(first.files.map(({ path }) => path)).toEqual([['whole.txt']]);
  expect(valueOf(await finishHandIn(here.services, guest))).toEqual(first);
  expect(errorOf(await requests.reserve(guest, [{ name: 'more.txt' }])).code).toBe('hand_in_finished');
  const folder = { parentId: guest.folderId, name: 'more' };
  expect(errorOf(await createGuestFolder(here.services, guest, folder)).code).toBe('hand_in_finished');
});

test('a full space rejects without revealing its usage', async () => {
  const small = await here.world.addOwner({ quotaBytes: 100 });
  const { token } = await requests.ask(small);
  const guest = await requests.begin(token);
  const { items } = valueOf(await requests.reserve(guest, [{ name: 'big.bin', sizeBytes: 101 }]));
  expect(items).toEqual([{ outcome: 'failed', code: 'quota_exceeded' }]);
});

test('a hand-in has a limit of folders, and a request one of hand-ins', async () => {
  const { token, linkId, folder: inbox } = await requests.ask(owner);
  const guest = await requests.begin(token);
  const [handIn] = await here.services.db
    .selectFrom('hand_in')
    .select('id')
    .where('link_id', '=', linkId)
    .execute();
  const handInId = defined(handIn, 'the hand-in was not found').id;
  await here.services.db
    .insertInto('hand_in_folder')
    .values(
      Array.from({ length: SERVER_LIMITS.requestFoldersMax }, (_, index) => ({
        node_id: here.services.newId(),
        hand_in_id: handInId,
        path: JSON.stringify([`${index}`]),
      })),
    )
    .execute();
  const folder = { parentId: guest.folderId, name: 'one more' };
  expect(errorOf(await createGuestFolder(here.services, guest, folder)).code).toBe('limit_reached');
  await here.services.db
    .insertInto('hand_in')
    .values(
      Array.from({ length: SERVER_LIMITS.requestHandInsMax }, (_, index) => ({
        id: here.services.newId(),
        link_id: linkId,
        key_hash: `${index}`.padStart(64, '0'),
        guest_name: '',
        guest_email: '',
        folder_id: here.services.newId(),
        created_at: here.world.clock.now(),
        finished_at: null,
      })),
    )
    .execute();
  expect(errorOf(await beginHandIn(here.services, guestWith(token), { name: '', email: '' })).code).toBe(
    'limit_reached',
  );
  here.world.clock.advance(SERVER_LIMITS.handInUnusedMs);
  expect((await beginHandIn(here.services, guestWith(token), { name: '', email: '' })).ok).toBe(true);
  await here.services.db
    .updateTable('hand_in')
    .set({ arrived_files: 1, told_files: 1 })
    .where('link_id', '=', linkId)
    .execute();
  expect(errorOf(await beginHandIn(here.services, guestWith(token), { name: '', email: '' })).code).toBe(
    'limit_reached',
  );
  const [link] = valueOf(await listNodeLinks(here.services, owner.person, inbox.id)).items;
  expect(link?.state).toBe('exhausted');
});

test('a lowered limit applies from the next file on', async () => {
  const { token, link, linkId } = await requests.ask(owner, { filesMax: 3 });
  const guest = await requests.begin(token);
  await requests.send(guest, { name: 'one.txt' });
  const request = { message: '', asksName: false, asksEmail: false, filesMax: 1, bytesMax: null, kinds: [] };
  const change = { request, expiresAt: new Date(here.world.clock.now().getTime() + DAY_MS).toISOString() };
  const changed = await changeLink(here.services, owner.person, { linkId, change, revision: link.revision });
  expect(valueOf(changed)).toMatchObject({ state: 'exhausted', request: { files: 1, filesMax: 1 } });
  const { items } = valueOf(await requests.reserve(guest, [{ name: 'two.txt' }]));
  expect(items).toEqual([
    { outcome: 'failed', code: 'request_full', facts: { files_left: 0, bytes_left: null } },
  ]);
});
