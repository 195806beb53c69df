import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { createVault } from '../crypto/vault.ts';
import { connectDatabase } from '../store/database/database.ts';
import { sweep } from '../store/database/sweep.ts';
import { CLIENT_ID, KEY, POOL_ID, type PoolFixture, startPool } from '../testing/pool-fixture.ts';
import { PUBLISHED_BEFORE_MS, rotateAgedKeys, rotateAllKeys } from './rotate-keys.ts';

const EMAIL = 'keys@example.org';

async function setUp(connectionString: string) {
  const clock = manualClock();
  const fixture = await startPool(connectionString, { clock });
  await fixture.createUser(EMAIL);
  const own = connectDatabase({ connectionString }, () => undefined);
  const close = async () => {
    await own.close();
    await fixture.close();
  };
  return { clock, fixture, deps: { db: own.db, clock, vault: createVault(KEY) }, close };
}

const published = async (fixture: PoolFixture): Promise<readonly string[]> => {
  const reply = await fetch(`${fixture.endpoint}/${POOL_ID}/.well-known/jwks.json`);
  const { keys } = (await reply.json()) as { keys: readonly { kid: string }[] };
  return keys.map(({ kid }) => kid);
};
const kidOf = (token: string) => String(decodeProtectedHeader(token).kid);
const getUser = async (fixture: PoolFixture, AccessToken: string) =>
  (await fixture.call('GetUser', { AccessToken })).body;

test('a new key is published before it signs, and the old one until its last token has expired', async () => {
  await using database = await testDatabase();
  const { clock, fixture, deps, close } = await setUp(database.connectionString);
  const before = await fixture.tokens(EMAIL);
  const old = await published(fixture);
  expect(old).toHaveLength(2);
  expect(await rotateAllKeys(deps, 'overlap')).toContain(POOL_ID);
  clock.advance(MINUTE_MS);
  const all = await published(fixture);
  expect(all).toHaveLength(4);
  expect(all).toEqual(expect.arrayContaining([...old]));
  expect(kidOf((await fixture.tokens(EMAIL)).AccessToken)).toBe(kidOf(before.AccessToken));

  clock.advance(PUBLISHED_BEFORE_MS - MINUTE_MS - SECOND_MS);
  const last = await fixture.tokens(EMAIL);
  expect(old).toContain(kidOf(last.AccessToken));
  clock.advance(SECOND_MS);
  const next = await fixture.tokens(EMAIL);
  expect(old).not.toContain(kidOf(next.AccessToken));
  expect(old).not.toContain(kidOf(next.IdToken));
  expect(all).toEqual(expect.arrayContaining([kidOf(next.AccessToken), kidOf(next.IdToken)]));
  for (const { AccessToken } of [last, next])
    expect(await getUser(fixture, AccessToken)).toHaveProperty('Username');

  clock.advance(DAY_MS);
  expect(await published(fixture)).toHaveLength(4);
  clock.advance(HOUR_MS + MINUTE_MS);
  const left = await published(fixture);
  expect(left).toHaveLength(2);
  expect(left.some((kid) => old.includes(kid))).toBe(false);
  await sweep(deps.db, clock.now());
  const rows = await deps.db.selectFrom('signing_key').select('kid').where('pool_id', '=', POOL_ID).execute();
  expect(rows).toHaveLength(2);
  await close();
});

test('revoked keys are removed at once, and refresh tokens stay valid', async () => {
  await using database = await testDatabase();
  const { clock, fixture, deps, close } = await setUp(database.connectionString);
  const before = await fixture.tokens(EMAIL);
  await rotateAllKeys(deps, 'withdraw');
  clock.advance(MINUTE_MS);
  expect(await published(fixture)).toHaveLength(2);
  expect(await getUser(fixture, before.AccessToken)).toMatchObject({ message: 'Invalid Access Token' });
  const input = { ClientId: CLIENT_ID, RefreshToken: before.RefreshToken };
  const renewed = await fixture.call('GetTokensFromRefreshToken', input);
  const { AccessToken } = renewed.body['AuthenticationResult'] as { AccessToken: string };
  expect(await getUser(fixture, AccessToken)).toHaveProperty('Username');
  await close();
});

test('a process looks up an unknown key once more when a token names it', async () => {
  await using database = await testDatabase();
  const { clock, fixture, deps, close } = await setUp(database.connectionString);
  const old = await fixture.tokens(EMAIL);
  await rotateAllKeys(deps, 'withdraw');
  const changes = { baseUrl: fixture.endpoint };
  const other = await startPool(database.connectionString, { clock, changes });
  clock.advance(30 * SECOND_MS);
  expect(await getUser(fixture, old.AccessToken)).toHaveProperty('Username');
  const { AccessToken } = await other.tokens(EMAIL);
  expect(await getUser(fixture, AccessToken)).toHaveProperty('Username');
  expect(await getUser(fixture, old.AccessToken)).toMatchObject({ message: 'Invalid Access Token' });
  await other.close();
  await close();
});

test('old keys are replaced once, also with several processes', async () => {
  await using database = await testDatabase();
  const { clock, fixture, deps, close } = await setUp(database.connectionString);
  expect(await rotateAgedKeys(deps, 90)).toEqual([]);
  clock.advance(91 * DAY_MS);
  await Promise.all(Array.from({ length: 4 }, () => rotateAgedKeys(deps, 90)));
  expect(await published(fixture)).toHaveLength(4);
  expect(await rotateAgedKeys(deps, 90)).toEqual([]);
  await rotateAllKeys(deps, 'overlap');
  clock.advance(MINUTE_MS);
  expect(await published(fixture)).toHaveLength(4);
  await close();
});
