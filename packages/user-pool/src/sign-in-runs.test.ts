import type { ChildProcess } from 'node:child_process';
import { HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from '@coffer/kit';
import { manualClock, type TestDatabase, testDatabase } from '@coffer/testing';
import { sized } from '@coffer/testing/campaign';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { CHALLENGE_NAMES } from './challenges/flow.ts';
import { ADMIN, createCalls, KEY, type PoolFixture, type Reply, startPool } from './testing/pool-fixture.ts';
import { ended, portOf, spawnPool } from './testing/pool-process.ts';
import { type PoolAccess, SIGN_IN_POOLS, runSignIns, SIGN_INS } from './testing/sign-in-runs.ts';

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
    pools: SIGN_IN_POOLS,
    limits: { users: { requests: null } },
  };
  const { child, reply } = await spawnPool(JSON.stringify(configuration));
  children.push(child);
  return portOf(reply);
}

const outboxSchema = z.object({ messages: z.array(z.object({ to: z.string(), text: z.string() })) });

function accessVia(port: () => number): PoolAccess {
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

async function listLost(access: PoolAccess, replies: ReadonlyMap<string, Reply>): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const [signIn, { body }] of replies) {
    const tokens = tokenSchema.safeParse(body);
    const AccessToken = tokens.data?.AuthenticationResult.AccessToken;
    const user = tokens.success ? await access.call('GetUser', { AccessToken }) : undefined;
    if (user?.status !== 200) lost.push(`${signIn}: ${JSON.stringify(user?.body ?? body)}`);
  }
  return lost;
}

test('each step of a sign-in can reach a different process', async () => {
  const ports = [await startProcess(), await startProcess()];
  let turn = 0;
  const asked = new Set<string>();
  const access = accessVia(() => ports[turn % 2] ?? 0);
  const watching: PoolAccess = {
    ...access,
    async call(...request) {
      turn += 1;
      const reply = await access.call(...request);
      asked.add(String(reply.body['ChallengeName']));
      return reply;
    },
    async send(request) {
      turn += 1;
      return await access.send(request);
    },
  };
  const replies = await runSignIns(watching, async () => {
    turn += 1;
  });
  expect(await listLost(access, replies)).toEqual([]);
  expect(replies.size).toBe(Object.keys(SIGN_INS).length);
  // ADMIN_NO_SRP_AUTH is never used as a challenge.
  const expected = CHALLENGE_NAMES.filter((name) => name !== 'ADMIN_NO_SRP_AUTH');
  expect(expected.filter((name) => !asked.has(name))).toEqual([]);
}, 600_000);

test('the process can be killed between any two steps of a sign-in', async () => {
  const few = Object.fromEntries(Object.entries(SIGN_INS).slice(0, 3));
  const signIns: typeof SIGN_INS = sized({ gate: few, campaign: SIGN_INS });
  let port = await startProcess();
  const access = accessVia(() => port);
  const replies = await runSignIns(
    access,
    async () => {
      const [child] = children.splice(0);
      child?.kill('SIGKILL');
      if (child !== undefined) await ended(child);
      port = await startProcess();
    },
    signIns,
  );
  expect(await listLost(access, replies)).toEqual([]);
  expect(replies.size).toBe(Object.keys(signIns).length);
}, 600_000);

async function runWithClockJumps(jumpsMs: readonly number[], signIns: typeof SIGN_INS) {
  const clock = manualClock('2030-05-04T08:09:10.000Z');
  const fixture = await startPool(database.connectionString, { clock, pools: SIGN_IN_POOLS });
  const access = {
    ...fixture,
    clock,
    origin: fixture.endpoint,
    send: (request: Request) => fixture.pool.fetch(request),
  };
  const jump = async (round: number) => clock.advance(jumpsMs[round % jumpsMs.length] ?? 0);
  return { fixture, access, replies: await runSignIns(access, jump, signIns) };
}

test('a clock that jumps ahead by less than the Session lifetime, and back, ends no sign-in', async () => {
  const jumps = [100 * SECOND_MS, -MINUTE_MS, 50 * SECOND_MS, -2 * MINUTE_MS, 2 * MINUTE_MS];
  const { fixture, access, replies } = await runWithClockJumps(jumps, SIGN_INS);
  expect(await listLost(access, replies)).toEqual([]);
  expect(replies.size).toBe(Object.keys(SIGN_INS).length);
  await fixture.close();
}, 600_000);

test('a clock set back by minutes ends only sign-ins by authenticator, whose codes look used', async () => {
  const { 'the pages': _pages, ...signIns } = SIGN_INS;
  const jumps = [-10 * MINUTE_MS, 90 * SECOND_MS, -25 * MINUTE_MS, 100 * SECOND_MS, -HOUR_MS];
  const { fixture, access, replies } = await runWithClockJumps(jumps, signIns);
  const byAuthenticator = 'a code of an authenticator';
  expect(replies.get(byAuthenticator)?.body).toMatchObject({ __type: 'ExpiredCodeException' });
  const others = new Map([...replies].filter(([signIn]) => signIn !== byAuthenticator));
  expect(await listLost(access, others)).toEqual([]);
  await fixture.close();
}, 600_000);
