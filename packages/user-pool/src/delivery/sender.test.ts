import { HOUR_MS, MINUTE_MS, ok, err, SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PEOPLE_CLIENT_ID, PEOPLE_POOLS } from '../testing/people-pools.ts';
import { PASSWORD, type PoolFixture, startPool } from '../testing/pool-fixture.ts';
import type { Delivery, Message } from './delivery.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixtures: PoolFixture[] = [];

beforeEach(async () => {
  database = await testDatabase();
});

afterEach(async () => {
  vi.useRealTimers();
  for (const fixture of fixtures) await fixture.close();
  fixtures = [];
  await database.drop();
});

const clock = manualClock('2030-05-04T08:09:10.000Z');

async function start(delivery: Delivery): Promise<PoolFixture> {
  const fixture = await startPool(database.connectionString, { clock, pools: PEOPLE_POOLS, delivery });
  fixtures.push(fixture);
  return fixture;
}

const signUp = (fixture: PoolFixture, Username: string) =>
  fixture.call('SignUp', { ClientId: PEOPLE_CLIENT_ID, Username, Password: PASSWORD });

async function outbox(): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const rows = await client.query<Record<string, unknown>>('select * from user_pool.outbox order by id');
  await client.end();
  return rows.rows;
}

test('a message is tried five times with growing delays, then dropped and deleted', async () => {
  const tries: Date[] = [];
  const fixture = await start({
    media: ['EMAIL'],
    send: async () => {
      tries.push(clock.now());
      return err({ code: 'undeliverable', reason: 'ECONNECTION' });
    },
  });
  await signUp(fixture, 'ada@example.org');
  await fixture.pool.deliverMessages();
  for (const waitMs of [10 * SECOND_MS, MINUTE_MS, 4 * MINUTE_MS, 10 * MINUTE_MS]) {
    const count = tries.length;
    clock.advance(waitMs - 1);
    await fixture.pool.deliverMessages();
    expect(tries).toHaveLength(count);
    clock.advance(1);
    await fixture.pool.deliverMessages();
    expect(tries).toHaveLength(count + 1);
  }
  expect(tries).toHaveLength(5);
  clock.advance(HOUR_MS);
  await fixture.pool.deliverMessages();
  expect(tries).toHaveLength(5);
  const [row] = await outbox();
  expect(row).toMatchObject({ failure_count: 5, payload_sealed: '', delivered_at: null });
  const events = fixture.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.find(({ event }) => event === 'message_undeliverable')).toMatchObject({
    level: 'error',
    kind: 'sign_up',
    tries: 5,
    reason: 'ECONNECTION',
  });
  expect(fixture.logged.join('')).not.toContain('ada@example.org');
});

test('a transport that throws counts as a failure, and its error text is not logged', async () => {
  const fixture = await start({
    media: ['EMAIL'],
    send: (message) => Promise.reject(new Error(message.text)),
  });
  await signUp(fixture, 'ada@example.org');
  await fixture.pool.deliverMessages();
  expect((await outbox())[0]).toMatchObject({ failure_count: 1 });
  expect(fixture.logged.join('')).not.toContain('Enter this code');
});

test('two processes send each message once', async () => {
  const sent: Message[] = [];
  const delivery: Delivery = {
    media: ['EMAIL'],
    send: async (message) => {
      sent.push(message);
      return ok(undefined);
    },
  };
  const one = await start(delivery);
  const other = await start(delivery);
  const names = Array.from({ length: 30 }, (_, index) => `ada${index}@example.org`);
  await Promise.all(names.map((name, index) => signUp(index % 2 === 0 ? one : other, name)));
  await Promise.all([one.pool.deliverMessages(), other.pool.deliverMessages()]);
  await Promise.all([one.pool.deliverMessages(), other.pool.deliverMessages()]);
  expect(sent.map(({ to }) => to).toSorted()).toEqual(names.toSorted());
  expect((await outbox()).every((row) => row['payload_sealed'] === '')).toBe(true);
});

test('a message of a process that died is sent by another one', async () => {
  const never: Delivery = { media: ['EMAIL'], send: () => new Promise(() => undefined) };
  const sent: Message[] = [];
  const dead = await startPool(database.connectionString, { clock, pools: PEOPLE_POOLS, delivery: never });
  await signUp(dead, 'ada@example.org');
  const leased = clock.now().getTime();
  await expect
    .poll(async () => (await outbox()).every((row) => Number(row['next_try_at']) > leased))
    .toBe(true);
  const other = await start({
    media: ['EMAIL'],
    send: async (message) => {
      sent.push(message);
      return ok(undefined);
    },
  });
  await other.pool.deliverMessages();
  expect(sent).toEqual([]);
  clock.advance(2 * MINUTE_MS);
  await other.pool.deliverMessages();
  expect(sent).toHaveLength(1);
  // Closes only the server, because its message never ends.
  await dead.server.close();
});

test('a committed message is sent automatically', async () => {
  // Disables polling, so that only the notification can trigger sending.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const sent: Message[] = [];
  const fixture = await start({
    media: ['EMAIL'],
    send: async (message) => {
      sent.push(message);
      return ok(undefined);
    },
  });
  vi.useRealTimers();
  for (const [at, to] of ['ada@example.org', 'grace@example.org'].entries()) {
    await signUp(fixture, to);
    await expect.poll(() => sent[at]).toMatchObject({ to, kind: 'sign_up' });
  }
});

test('messages of a medium without a transport stay in the outbox', async () => {
  const fixture = await start({ media: ['SMS'], send: async () => ok(undefined) });
  await signUp(fixture, 'ada@example.org');
  await fixture.pool.deliverMessages();
  expect((await outbox())[0]).toMatchObject({ delivered_at: null, failure_count: 0 });
});

test('no code and no address is readable in the outbox', async () => {
  const fixture = await start({ media: [], send: async () => ok(undefined) });
  await signUp(fixture, 'ada@example.org');
  const text = JSON.stringify(await outbox());
  expect(text).toContain('sign_up');
  expect(text).not.toContain('ada@example.org');
});
