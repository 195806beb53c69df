import type { ChildProcess } from 'node:child_process';
import { HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from '@coffer/kit';
import { manualClock, type TestDatabase, testDatabase } from '@coffer/testing';
import { sized } from '@coffer/testing/campaign';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { CHALLENGE_NAMES } from './challenges/flow.ts';
import { ADMIN, createCalls, KEY, type PoolFixture, type Reply, startPool } from './testing/pool-fixture.ts';
import { ended, portOf, spawnPool } from './testing/pool-process.ts';
import { type Ground, WALK_POOLS, walkAll, WAYS } from './testing/walks.ts';

const ORIGIN = 'http://127.0.0.1:4000';
let database: TestDatabase;
let children: ChildProcess[] = [];

beforeEach(async () => {
  database = await testDatabase();
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await database.drop();
});

async function startProcess(): Promise<number> {
  const configuration = {
    database: { connectionString: database.connectionString },
    listen: { host: '127.0.0.1', port: 0 },
    baseUrl: ORIGIN,
    encryptionKey: Buffer.from(KEY.key).toString('base64'),
    encryptionKeyId: KEY.id,
    adminCredentials: [ADMIN],
    pools: WALK_POOLS,
    limits: { users: { requests: null } },
  };
  const { child, said } = await spawnPool(JSON.stringify(configuration));
  children.push(child);
  return portOf(said);
}

const outboxSchema = z.object({ messages: z.array(z.object({ to: z.string(), text: z.string() })) });

function groundOf(port: () => number): Ground {
  const endpoint = () => `http://127.0.0.1:${port()}`;
  const call: PoolFixture['call'] = (...asked) => createCalls(endpoint()).call(...asked);
  return {
    clock: systemClock,
    origin: ORIGIN,
    call,
    admin: (operation, input) => call(operation, input, { signer: ADMIN }),
    async lastCode(to) {
      const headers = { accept: 'application/json' };
      const outbox: unknown = await (await fetch(`${endpoint()}/outbox`, { headers })).json();
      const newest = outboxSchema.parse(outbox).messages.find((message) => message.to === to);
      return /(?<![\w-])\d{6,8}(?![\w-])/.exec(newest?.text ?? '')?.[0] ?? '';
    },
    async send(request) {
      const { pathname, search } = new URL(request.url);
      const body = request.method === 'POST' ? { body: await request.text() } : {};
      const { method, headers } = request;
      return await fetch(`${endpoint()}${pathname}${search}`, {
        method,
        headers,
        redirect: 'manual',
        ...body,
      });
    },
  };
}

const tokenSchema = z.object({ AuthenticationResult: z.object({ AccessToken: z.string() }) });

async function listLost(ground: Ground, replies: ReadonlyMap<string, Reply>): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const [way, { body }] of replies) {
    const tokens = tokenSchema.safeParse(body);
    const AccessToken = tokens.data?.AuthenticationResult.AccessToken;
    const user = tokens.success ? await ground.call('GetUser', { AccessToken }) : undefined;
    if (user?.status !== 200) lost.push(`${way}: ${JSON.stringify(user?.body ?? body)}`);
  }
  return lost;
}

test('each step of a sign-in can reach a different process', async () => {
  const ports = [await startProcess(), await startProcess()];
  let turn = 0;
  const asked = new Set<string>();
  const ground = groundOf(() => ports[turn % 2] ?? 0);
  const watching: Ground = {
    ...ground,
    async call(...request) {
      turn += 1;
      const reply = await ground.call(...request);
      asked.add(String(reply.body['ChallengeName']));
      return reply;
    },
    async send(request) {
      turn += 1;
      return await ground.send(request);
    },
  };
  const replies = await walkAll(watching, async () => {
    turn += 1;
  });
  expect(await listLost(ground, replies)).toEqual([]);
  expect(replies.size).toBe(Object.keys(WAYS).length);
  // ADMIN_NO_SRP_AUTH is never used as a challenge.
  const expected = CHALLENGE_NAMES.filter((name) => name !== 'ADMIN_NO_SRP_AUTH');
  expect(expected.filter((name) => !asked.has(name))).toEqual([]);
}, 600_000);

test('the process can be killed between any two steps of a sign-in', async () => {
  const few = Object.fromEntries(Object.entries(WAYS).slice(0, 3));
  const ways: typeof WAYS = sized({ gate: few, campaign: WAYS });
  let port = await startProcess();
  const ground = groundOf(() => port);
  const replies = await walkAll(
    ground,
    async () => {
      const [child] = children.splice(0);
      child?.kill('SIGKILL');
      if (child !== undefined) await ended(child);
      port = await startProcess();
    },
    ways,
  );
  expect(await listLost(ground, replies)).toEqual([]);
  expect(replies.size).toBe(Object.keys(ways).length);
}, 600_000);

async function walkByClock(jumpsMs: readonly number[], ways: typeof WAYS) {
  const clock = manualClock('2030-05-04T08:09:10.000Z');
  const fixture = await startPool(database.connectionString, { clock, pools: WALK_POOLS });
  const ground = {
    ...fixture,
    clock,
    origin: fixture.endpoint,
    send: (request: Request) => fixture.pool.fetch(request),
  };
  const jump = async (round: number) => clock.advance(jumpsMs[round % jumpsMs.length] ?? 0);
  return { fixture, ground, replies: await walkAll(ground, jump, ways) };
}

test('a clock that jumps ahead by less than the Session lifetime, and back, ends no sign-in', async () => {
  const jumps = [100 * SECOND_MS, -MINUTE_MS, 50 * SECOND_MS, -2 * MINUTE_MS, 2 * MINUTE_MS];
  const { fixture, ground, replies } = await walkByClock(jumps, WAYS);
  expect(await listLost(ground, replies)).toEqual([]);
  expect(replies.size).toBe(Object.keys(WAYS).length);
  await fixture.close();
}, 600_000);

test('a clock set back by minutes ends only sign-ins by authenticator, whose codes look used', async () => {
  const { 'the pages': _pages, ...ways } = WAYS;
  const jumps = [-10 * MINUTE_MS, 90 * SECOND_MS, -25 * MINUTE_MS, 100 * SECOND_MS, -HOUR_MS];
  const { fixture, ground, replies } = await walkByClock(jumps, ways);
  const byAuthenticator = 'a code of an authenticator';
  expect(replies.get(byAuthenticator)?.body).toMatchObject({ __type: 'ExpiredCodeException' });
  const others = new Map([...replies].filter(([way]) => way !== byAuthenticator));
  expect(await listLost(ground, others)).toEqual([]);
  await fixture.close();
}, 600_000);
