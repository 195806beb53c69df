import { MINUTE_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSubject } from '../crypto/ids.ts';
import { createVault } from '../crypto/vault.ts';
import { connectDatabase, type Database } from '../store/database/database.ts';
import { KEY, type PoolFixture, POOL_ID, startPool } from '../testing/pool-fixture.ts';
import {
  checkCode,
  type CodeClaim,
  describeDecoy,
  describeDelivery,
  issueCode,
  withdrawCode,
} from './codes.ts';

const clock = manualClock('2030-05-04T08:09:10.000Z');
const vault = createVault(KEY);
const deps = { clock, vault };
let testDb: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let database: Database;
let claim: CodeClaim;

beforeAll(async () => {
  testDb = await testDatabase();
  fixture = await startPool(testDb.connectionString, { clock });
  database = connectDatabase({ connectionString: testDb.connectionString }, () => undefined);
});

afterAll(async () => {
  await database.close();
  await fixture.close();
  await testDb.drop();
});

beforeEach(() => {
  claim = { subject: { id: createSubject(), poolId: POOL_ID }, purpose: 'forgot' };
});

const issue = (of: CodeClaim = claim) =>
  database.db
    .transaction()
    .execute((tx) => issueCode(deps, tx, { ...of, digits: 6, lifeMs: 10 * MINUTE_MS }));
const check = (code: string, of: CodeClaim = claim) =>
  database.db.transaction().execute((tx) => checkCode(deps, tx, { ...of, code }));
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

test('a code has the requested number of digits, works once, and is not in the database', async () => {
  const code = await issue();
  expect(code).toMatch(/^\d{6}$/);
  const rows = await database.db.selectFrom('code').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(await check(code)).toBe('right');
  expect(await check(code)).toBe('none');
});

test('only the newest code is valid', async () => {
  const first = await issue();
  let second = await issue();
  while (second === first) second = await issue();
  expect(await check(first)).toBe('wrong');
  expect(await check(second)).toBe('right');
});

test('after five wrong attempts the correct code is rejected, and a new one works', async () => {
  const code = await issue();
  for (let count = 0; count < 5; count++) expect(await check(otherThan(code))).toBe('wrong');
  expect(await check(code)).toBe('too_many');
  expect(await check(await issue())).toBe('right');
});

test('of fifty concurrent guesses five are counted', async () => {
  const code = await issue();
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => check(otherThan(code))));
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'too_many')).toHaveLength(45);
});

test('of twenty concurrent answers with the correct code one succeeds', async () => {
  const code = await issue();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => check(code)));
  expect(outcomes.filter((outcome) => outcome === 'right')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(19);
});

test('a code expires after its lifetime, to the millisecond', async () => {
  const code = await issue();
  clock.advance(10 * MINUTE_MS - 1);
  expect(await check(otherThan(code))).toBe('wrong');
  clock.advance(1);
  expect(await check(code)).toBe('expired');
});

test('a code is bound to one user, purpose, attribute, Session and address', async () => {
  const whole = { ...claim, purpose: 'verify_attribute', attribute: 'email', about: 'a@x.org' } as const;
  const code = await issue(whole);
  expect(await check(code, { ...whole, purpose: 'sign_up' })).toBe('none');
  expect(await check(code, { ...whole, attribute: 'phone_number' })).toBe('none');
  expect(await check(code, { ...whole, sessionHash: Buffer.from('other') })).toBe('none');
  expect(await check(code, { ...whole, subject: { id: createSubject(), poolId: POOL_ID } })).toBe('none');
  expect(await check(code, { ...whole, about: 'b@x.org' })).toBe('wrong');
  expect(await check(code, whole)).toBe('right');
});

test('codes of two Sessions are valid at the same time', async () => {
  const one = { ...claim, sessionHash: Buffer.from('one') };
  const other = { ...claim, sessionHash: Buffer.from('other') };
  const code = await issue(one);
  await issue(other);
  expect(await check(code, one)).toBe('right');
});

test('a withdrawn code is not valid', async () => {
  const code = await issue();
  await database.db.transaction().execute((tx) => withdrawCode(tx, claim));
  expect(await check(code)).toBe('none');
});

test('addresses are masked like at Cognito', () => {
  const account = {
    attributes: { email: 'bob@example.org', phone_number: '+12065551234' },
    pendingAttributes: { email: 'new@other.org' },
  };
  expect(describeDelivery(account, 'EMAIL')).toEqual({
    Destination: 'b***@e***',
    DeliveryMedium: 'EMAIL',
    AttributeName: 'email',
  });
  expect(describeDelivery(account, 'email').Destination).toBe('n***@o***');
  expect(describeDelivery(account, 'SMS')).toEqual({
    Destination: '+*******1234',
    DeliveryMedium: 'SMS',
    AttributeName: 'phone_number',
  });
});

test('an unknown name always has the same masked address, in the form of a real one', () => {
  const pool = { id: POOL_ID };
  const decoy = describeDecoy(vault, pool, 'Nobody');
  expect(decoy.Destination).toMatch(/^[a-z]\*\*\*@[a-z]\*\*\*$/);
  expect(describeDecoy(vault, pool, 'nobody')).toEqual(decoy);
  expect(describeDecoy(vault, pool, 'bob@example.org').Destination).toBe('b***@e***');
  expect(describeDecoy(vault, pool, '+12065551234').Destination).toBe('+*******1234');
});
