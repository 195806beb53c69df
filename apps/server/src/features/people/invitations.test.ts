import { LIMITS } from '@coffer/contracts';
import { DAY_MS, err } from '@coffer/kit';
import { expect, test } from 'vitest';
import { prepareFreshSignIns, world } from '../../../test/sign-in-scene.ts';
import { addAccount, type Answer, PASSWORD } from '../../../test/sign-in-world.ts';
import { createLog } from '../../platform/log/create-log.ts';
import type { Log } from '../../platform/log/log.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { invitePerson, listPeople, withdrawInvitation } from './index.ts';

prepareFreshSignIns();

const ANN = { email: 'Ann@example.org', name: 'Ann', role: 'member', invitedBy: null } as const;

async function invite(
  change: { readonly email?: string; readonly role?: 'administrator' } = {},
): Promise<string> {
  const link = await invitePerson(world.services, { ...ANN, ...change });
  if (!link.ok) throw new Error(link.error.code);
  expect(link.value.url).toMatch(/^http:\/\/localhost:8420\/join#[\w-]{43}$/);
  return link.value.url.split('#')[1] ?? '';
}

const join = async (code: string, password = PASSWORD): Promise<Answer<{ username: string }>> =>
  await world.browser().call('acceptInvitation', { code, name: 'Ann Smith', password });
const open = async (code: string) => await world.browser().call('openLink', { code });

test('the holder of an invitation sees whom it is for, chooses a password, and signs in with it', async () => {
  const code = await invite();
  expect((await open(code)).body).toEqual({
    kind: 'invitation',
    email: 'Ann@example.org',
    name: 'Ann',
    invitedBy: null,
    expiresAt: '2030-03-10T04:05:06.000Z',
    byPassword: true,
    issuers: [],
  });
  expect((await join(code)).body).toEqual({ username: 'Ann@example.org' });
  const browser = world.browser();
  expect((await browser.prove('ann@example.org', PASSWORD)).body).toEqual({ step: 'signed_in' });
  expect((await browser.call('getSession')).body).toMatchObject({
    state: 'signed_in',
    person: { name: 'Ann Smith', role: 'member' },
  });
});

test('an invitation may make an administrator', async () => {
  await join(await invite({ role: 'administrator' }));
  const browser = world.browser();
  await browser.prove(ANN.email, PASSWORD);
  expect((await browser.call('getSession')).body).toMatchObject({ person: { role: 'administrator' } });
});

test('whoever joins has a name as everybody else', async () => {
  const code = await invite();
  for (const name of ['Ann\nSmith', 'Ann\u0000', '\u0007', 'Ann \ud800']) {
    const refused = await world.browser().call('acceptInvitation', { code, name, password: PASSWORD });
    expect([refused.status, refused.code]).toEqual([400, 'invalid_request']);
  }
  expect((await join(code)).status).toBe(200);
});

test('an address that is too long for the user name of an account is refused', async () => {
  const longest = `${'a'.repeat(LIMITS.usernameLengthMax - '@example.org'.length)}@example.org`;
  expect(await invitePerson(world.services, { ...ANN, email: `a${longest}` })).toMatchObject({
    error: { code: 'invalid_request', issues: [{ path: 'email', code: 'too_long' }] },
  });
  expect((await join(await invite({ email: longest }))).status).toBe(200);
});

test('a link works once, until it expires, and only while it is the newest one', async () => {
  const first = await invite();
  const second = await invite();
  expect((await open(first)).code).toBe('link_replaced');
  expect((await join(first)).code).toBe('link_replaced');
  world.clock.advance(7 * DAY_MS - 1);
  expect((await open(second)).status).toBe(200);
  world.clock.advance(1);
  expect((await open(second)).code).toBe('link_expired');
  expect((await join(second)).code).toBe('link_expired');
  const third = await invite();
  await join(third);
  expect((await open(third)).code).toBe('link_used');
  expect((await join(third)).code).toBe('link_used');
  expect((await open('x'.repeat(43))).code).toBe('link_unknown');
  expect((await world.browser().call('useResetLink', { code: third, password: PASSWORD })).code).toBe(
    'link_unknown',
  );
});

const warnings: unknown[] = [];
const log: Log = { ...createLog({ level: 'error' }), warn: (...line) => void warnings.push(line) };

/** Joins by an invitation that is withdrawn as soon as the pool has made the account. */
async function joinWhileWithdrawn(change: Partial<typeof world.services.pool> = {}): Promise<string> {
  const code = await invite({ role: 'administrator' });
  const { pool } = world.services;
  const createAccount: typeof pool.createAccount = async (account) => {
    const created = await pool.createAccount(account);
    expect((await withdrawInvitation(world.services, ANN.email)).ok).toBe(true);
    return created;
  };
  const services = { ...world.services, log, pool: { ...pool, createAccount, ...change } };
  const accepted = await acceptInvitation(services, { code, name: 'Ann', password: PASSWORD });
  expect(accepted).toMatchObject({ error: { code: 'link_replaced' } });
  const browser = world.browser();
  await browser.prove(ANN.email, PASSWORD);
  expect((await browser.call('getSession')).body).toMatchObject({ state: 'signed_out' });
  expect(await world.services.db.selectFrom('user').select('id').execute()).toEqual([]);
  return code;
}

test('what is withdrawn while it is used makes nobody, here and at the pool', async () => {
  const code = await joinWhileWithdrawn();
  expect((await open(code)).code).toBe('link_replaced');
  expect(await world.services.pool.findAccount(ANN.email)).toEqual({ ok: true, value: undefined });
  expect((await join(await invite())).status).toBe(200);
});

const deleteUser = async () => await Promise.resolve(err({ code: 'pool_unavailable' as const }));

test('an account that the pool cannot take back is disabled', async () => {
  warnings.length = 0;
  const code = await joinWhileWithdrawn({ deleteUser });
  const account = await world.services.pool.findAccount(ANN.email);
  const { username, subject } = (account.ok ? account.value : undefined) ?? {};
  expect(warnings).toEqual([['account_not_given_back', { outcome: 'disabled', username, subject }]]);
  expect((await join(code)).code).toBe('link_replaced');
});

const OTHER = 'another long password';

test('a new invitation takes over an account that is left of a withdrawn one', async () => {
  await joinWhileWithdrawn({ deleteUser });
  expect((await join(await invite(), OTHER)).status).toBe(200);
  expect((await world.browser().prove(ANN.email, OTHER)).body).toEqual({ step: 'signed_in' });
});

test('what an invitation began at the pool does not sign in after it was withdrawn, however late', async () => {
  const code = await invite();
  const { pool } = world.services;
  const createAccount: typeof pool.createAccount = async (account) => {
    await pool.createAccount(account);
    return err({ code: 'pool_unavailable' });
  };
  const lost = { ...world.services, pool: { ...pool, createAccount } };
  const begun = await acceptInvitation(lost, { code, name: 'Ann', password: PASSWORD });
  expect(begun).toMatchObject({ error: { code: 'pool_unavailable' } });
  await withdrawInvitation(world.services, ANN.email);
  world.clock.advance(90 * DAY_MS);
  await invitePerson(world.services, { ...ANN, email: 'ben@example.org' });
  expect((await world.browser().prove(ANN.email, PASSWORD)).code).toBe('invitation_withdrawn');
  expect(await world.services.db.selectFrom('user').select('id').execute()).toEqual([]);
  expect((await join(await invite(), OTHER)).status).toBe(200);
  expect((await world.browser().prove(ANN.email, PASSWORD)).code).toBe('sign_in_failed');
  expect((await world.browser().prove(ANN.email, OTHER)).body).toEqual({ step: 'signed_in' });
});

test('of five concurrent uses of a link one creates the account', async () => {
  const code = await invite();
  const answers = await Promise.all(Array.from({ length: 5 }, async () => await join(code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ code: refusal }) => refusal === 'link_used')).toHaveLength(4);
  expect(world.wire.count('AdminCreateUser')).toBe(1);
});

test('a password that the pool rejects is reported at its field, and the link still works', async () => {
  const code = await invite();
  const refused = await join(code, 'passwordpassword');
  expect(refused.code).toBe('invalid_request');
  expect(refused.problem['issues']).toMatchObject([{ path: 'password' }]);
  expect((await join(code)).status).toBe(200);
});

test("if the pool's answer is lost, the same link finishes the account", async () => {
  const code = await invite();
  world.wire.setMode('answer_lost');
  expect((await join(code)).code).toBe('pool_unavailable');
  world.wire.setMode('up');
  expect((await join(code)).status).toBe(200);
  expect((await world.browser().prove(ANN.email, PASSWORD)).body).toEqual({ step: 'signed_in' });
});

test('people with an account cannot be invited, and no account is taken over by an invitation', async () => {
  await addAccount(world, 'eve@example.org');
  expect(await invitePerson(world.services, { ...ANN, email: 'eve@example.org' })).toMatchObject({
    error: { code: 'name_taken' },
  });
  const code = await invite();
  await addAccount(world, ANN.email, { password: 'the owner knows this one' });
  expect((await join(code)).code).toBe('name_taken');
  expect((await join(code)).code).toBe('name_taken');
  const owner = world.browser();
  expect((await owner.prove(ANN.email, 'the owner knows this one')).body).toEqual({ step: 'signed_in' });
  expect((await join(code)).code).toBe('name_taken');
});

test('a malformed address is rejected, and so is everything without an administrator key', async () => {
  expect(await invitePerson(world.services, { ...ANN, email: 'ann' })).toMatchObject({
    error: { code: 'invalid_request' },
  });
  const pool = { ...world.services.pool, isAdministered: false };
  expect(await invitePerson({ ...world.services, pool }, ANN)).toMatchObject({
    error: { code: 'pool_key_missing' },
  });
});

test('an invitation can be withdrawn, and the list shows it until then', async () => {
  const code = await invite();
  expect((await listPeople(world.services, { after: undefined, limit: 10 })).items).toMatchObject([
    { id: null, email: 'Ann@example.org', status: 'invited' },
  ]);
  expect((await withdrawInvitation(world.services, 'ann@example.org')).ok).toBe(true);
  expect((await open(code)).code).toBe('link_replaced');
  expect((await listPeople(world.services, { after: undefined, limit: 10 })).items).toEqual([]);
  expect((await withdrawInvitation(world.services, 'ann@example.org')).ok).toBe(false);
});

test('an address that tries many codes is slowed down', async () => {
  const codes: (string | undefined)[] = [];
  for (let tries = 0; tries < 31; tries += 1) codes.push((await open('x'.repeat(43))).code);
  expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'link_unknown'));
  expect(codes[30]).toBe('too_many_tries');
});

test('neither the password nor the code is in a log or in the database', async () => {
  const code = await invite();
  await join(code);
  const rows = await world.db.selectFrom('one_time_link').selectAll().execute();
  const kept = `${world.lines.join('\n')}${JSON.stringify(rows)}`;
  expect(kept).not.toContain(code);
  expect(kept).not.toContain(PASSWORD);
});
