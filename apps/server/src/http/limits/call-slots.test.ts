import { SERVER_LIMITS } from '@coffer/contracts';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { create, here, NODE, problem, send } from '../app.world.ts';

const OTHER = { cookie: 'coffer=other' };

test('200 parallel calls of one person are all answered, and leave connections for others', async () => {
  const gate = Promise.withResolvers<void>();
  here.pause = gate.promise;
  const calls = Array.from({ length: 200 }, (_, index) => create(`parallel-${index}`, `${index}`));
  const read = await sql<{ one: number }>`select 1 as one`.execute(here.database.db);
  expect(read.rows).toEqual([{ one: 1 }]);
  const other = await send('PATCH', `/nodes/${NODE}`, {
    headers: { ...OTHER, 'if-match': '"7"' },
    body: '{"name":"b"}',
  });
  expect(other.status).toBe(200);
  expect((await send('GET', `/nodes/${NODE}/children`)).status).toBe(200);
  expect(here.made).toBe(0);
  gate.resolve();
  expect(new Set((await Promise.all(calls)).map((call) => call.status))).toEqual(new Set([201]));
  expect(here.made).toBe(200);
});

test('calls beyond the slots of a person wait, and beyond the queue are rejected with a time', async () => {
  const gate = Promise.withResolvers<void>();
  here.pause = gate.promise;
  const count = SERVER_LIMITS.callsInFlightPerson + SERVER_LIMITS.callsWaitingPerson;
  const calls = Array.from({ length: count }, (_, index) => create(undefined, `${index}`));
  await vi.waitFor(() => expect(here.waiting).toBe(SERVER_LIMITS.callsInFlightPerson));
  const refused = await create(undefined, 'one too many');
  expect(await problem(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(here.waiting).toBe(SERVER_LIMITS.callsInFlightPerson);
  gate.resolve();
  expect(new Set((await Promise.all(calls)).map((call) => call.status))).toEqual(new Set([201]));
});

test('a call whose client has disconnected leaves the queue, and never runs', async () => {
  const gate = Promise.withResolvers<void>();
  here.pause = gate.promise;
  const calls = Array.from({ length: SERVER_LIMITS.callsInFlightPerson }, (_, index) =>
    create(undefined, `${index}`),
  );
  await vi.waitFor(() => expect(here.waiting).toBe(SERVER_LIMITS.callsInFlightPerson));
  const leaving = new AbortController();
  const left = send('POST', '/folders', {
    body: JSON.stringify({ parentId: NODE, name: 'left' }),
    signal: leaving.signal,
  });
  leaving.abort();
  expect((await left).status).toBe(429);
  gate.resolve();
  await Promise.all(calls);
  expect(here.made).toBe(SERVER_LIMITS.callsInFlightPerson);
});
