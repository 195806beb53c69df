import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { clock, here, problem, create } from './app.world.ts';

test('the same key and request get the same answer, and the work is done once', async () => {
  const first = await create('key-number-1', 'a');
  const second = await create('key-number-1', 'a');
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(await second.json()).toEqual(await first.json());
  expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
    null,
    'true',
  ]);
  expect(here.made).toBe(1);
});

test('another request with a used key is refused', async () => {
  await create('key-number-2', 'a');
  expect(await problem(await create('key-number-2', 'b'))).toMatchObject({
    code: 'idempotency_mismatch',
    status: 422,
  });
  expect(here.made).toBe(1);
});

test('a duplicate that arrives while the first is running waits for its answer', async () => {
  const gate = Promise.withResolvers<void>();
  here.pause = gate.promise;
  const both = [create('key-number-3', 'a'), create('key-number-3', 'a'), create('key-number-3', 'a')];
  setTimeout(gate.resolve, 250);
  const answers = await Promise.all(both);
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
  expect(here.made).toBe(1);
});

test('a call whose server died frees its idempotency key at once', async () => {
  const gate = Promise.withResolvers<void>();
  here.pause = gate.promise;
  const lost = create('key-number-7', 'a');
  await expect.poll(() => here.waiting).toBe(1);
  const [dying] = await backendsInTransaction();
  await sql`select pg_terminate_backend(${dying})`.execute(here.database.db);
  here.pause = undefined;
  const again = await create('key-number-7', 'a');
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
  gate.resolve();
  expect((await lost).status).toBeGreaterThanOrEqual(500);
  expect((await create('key-number-7', 'a')).headers.get('idempotency-replayed')).toBe('true');
});

async function backendsInTransaction(): Promise<readonly number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(here.database.db);
  return rows.map(({ pid }) => pid);
}

test('a refused or broken call frees its key', async () => {
  expect((await create('key-number-4', 'taken')).status).toBe(409);
  expect((await create('key-number-4', 'taken')).status).toBe(409);
  expect((await create('key-number-5', 'gone')).status).toBe(500);
  expect((await create('key-number-5', 'gone')).status).toBe(500);
  expect((await create('key-number-4', 'free by now')).status).toBe(201);
  expect(here.made).toBe(5);
});

test('a key is forgotten after 24 hours, and not before', async () => {
  await create('key-number-6', 'a');
  clock.advance(24 * 3_600_000 - 1);
  expect((await create('key-number-6', 'b')).status).toBe(422);
  clock.advance(2);
  expect((await create('key-number-6', 'b')).status).toBe(201);
});

test('without a key every call works, and a key that cannot be kept is refused', async () => {
  await create(undefined, 'a');
  await create(undefined, 'a');
  expect(here.made).toBe(2);
  for (const key of ['short', 'x'.repeat(101), 'has a space in it'])
    expect((await create(key, 'a')).status).toBe(400);
});
