import { type LinkId, SERVER_LIMITS } from '@coffer/contracts';
import { HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { listGuestTree } from '../guest/list-items.ts';
import type { Guest } from '../guest/open-link.ts';
import { signGuestContent, signGuestContents } from '../guest/sign-content.ts';
import { unlockLink } from '../guest/unlock-link.ts';
import { changeLink } from '../manage/change-link.ts';
import { guestWith, type LinksWorld, startLinksWorld } from '../links.world.ts';

let here: LinksWorld;
let owner: Owner;
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const PASSWORD = 'drei weiße Möwen';

async function lockedFile(name: string) {
  const file = await here.upload(owner, name);
  return { file, ...(await here.share(owner.person, file, { password: PASSWORD })) };
}

const unlock = async (guest: Guest, password: string) => await unlockLink(here.services, guest, password);
const codeOf = async (guest: Guest): Promise<string> => {
  const link = await getGuestLink(here.services, guest);
  return link.ok ? 'ok' : link.error.code;
};
const setPassword = async (linkId: LinkId, password: string | null, revision: number) =>
  valueOf(await changeLink(here.services, owner.person, { linkId, change: { password }, revision }));

test('without the password no call reveals anything, and with it all work', async () => {
  const { file, guest } = await lockedFile('locked.txt');
  const calls = async (asked: Guest) => [
    await codeOf(asked),
    (await signGuestContent(here.services, asked, { nodeId: file.id, disposition: 'attachment' })).ok,
    (await listGuestTree(here.services, asked, { ids: [file.id] })).ok,
    (await signGuestContents(here.services, asked, { files: [] })).ok,
  ];
  expect(await calls(guest)).toEqual(['link_password_required', false, false, false]);
  expect(errorOf(await getGuestLink(here.services, guest))).toEqual({ code: 'link_password_required' });
  expect(errorOf(await unlock(guest, 'four white gulls')).code).toBe('link_password_wrong');
  const passes = valueOf(await unlock(guest, PASSWORD.normalize('NFD')));
  expect((await calls({ ...guest, passes })).slice(0, 2)).toEqual(['ok', true]);
});

test('a pass opens its link only, for twelve hours, and until the password changes', async () => {
  const one = await lockedFile('one.txt');
  const two = await lockedFile('two.txt');
  const passes = valueOf(await unlock(one.guest, PASSWORD));
  expect(await codeOf({ ...two.guest, passes })).toBe('link_password_required');
  const both = valueOf(await unlock({ ...two.guest, passes }, PASSWORD));
  expect(await codeOf({ ...one.guest, passes: both })).toBe('ok');
  expect(await codeOf({ ...two.guest, passes: both })).toBe('ok');
  const changed = await setPassword(one.link.id, PASSWORD, one.link.revision);
  expect(await codeOf({ ...one.guest, passes: both })).toBe('link_password_required');
  await setPassword(one.link.id, null, changed.revision);
  expect(await codeOf(one.guest)).toBe('ok');
  here.world.clock.advance(12 * HOUR_MS);
  expect(await codeOf({ ...two.guest, passes: both })).toBe('link_password_required');
});

test('forged and damaged passes open nothing', async () => {
  const { guest } = await lockedFile('forged.txt');
  const passes = valueOf(await unlock(guest, PASSWORD));
  for (const forged of ['', '..', 'v1.', passes.slice(0, -2), `v1.${'A'.repeat(60)}`, `x${passes}`]) {
    expect(await codeOf({ ...guest, passes: forged })).toBe('link_password_required');
  }
});

test('a client has ten wrong passwords an hour, in parallel too, and does not lock out others', async () => {
  const { guest, token } = await lockedFile('tries.txt');
  const other = guestWith(token, '203.0.113.99');
  const tries = await Promise.all(
    Array.from(
      { length: 30 },
      async (_, index) => errorOf(await unlock(guest, `wrong password ${index}`)).code,
    ),
  );
  expect(tries.filter((code) => code === 'link_password_wrong')).toHaveLength(
    SERVER_LIMITS.linkPasswordTriesPerHour,
  );
  expect(tries.filter((code) => code === 'too_many_tries')).toHaveLength(20);
  expect(errorOf(await unlock(guest, PASSWORD))).toMatchObject({
    code: 'too_many_tries',
    facts: { retry_after: 3_600 },
  });
  expect((await unlock(other, PASSWORD)).ok).toBe(true);
  const { guest: elsewhere } = await lockedFile('tries elsewhere.txt');
  expect((await unlock(elsewhere, PASSWORD)).ok).toBe(true);
  here.world.clock.advance(61 * MINUTE_MS);
  expect((await unlock(guest, PASSWORD)).ok).toBe(true);
});

test('right passwords do not count as attempts', async () => {
  const { guest } = await lockedFile('right.txt');
  for (let index = 0; index < SERVER_LIMITS.linkPasswordTriesPerHour + 2; index += 1)
    valueOf(await unlock(guest, PASSWORD));
  expect(errorOf(await unlock(guest, 'wrong')).code).toBe('link_password_wrong');
});

test('the database holds neither the password nor a hash that is faster than scrypt', async () => {
  const { link, token } = await lockedFile('stored.txt');
  const rows = await here.services.db.selectFrom('link').selectAll().where('id', '=', link.id).execute();
  expect(rows[0]?.password_hash).toMatch(/^scrypt\.[\w-]{22}\.[\w-]{43}$/);
  expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  expect(JSON.stringify(rows)).not.toContain(token);
});
