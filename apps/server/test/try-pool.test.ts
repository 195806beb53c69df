import { type Result, err, ok } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool, PoolFailure } from '../src/platform/identity/pool.ts';
import { addAccount, PASSWORD, type SignInWorld, signInWorld } from './sign-in-world.ts';
import { type TrialPerson, tryPool } from './try-pool.ts';

let world: SignInWorld;
beforeAll(async () => {
  world = await signInWorld({ rotation: true });
});
afterAll(async () => await world.end());

let count = 0;
async function newPerson(isTemporary = false): Promise<TrialPerson> {
  count += 1;
  const username = `trial-${count}@example.org`;
  await addAccount(world, username, { isTemporary });
  return { username, password: PASSWORD, newPassword: undefined, authenticatorSecret: undefined };
}

const run = async (pool: Pool, person: TrialPerson) =>
  await tryPool(pool, person, { clock: world.clock, lacking: new Set() });

test('the embedded pool keeps every promise, with a temporary password too', async () => {
  const tried = await run(world.pool, await newPerson());
  expect(tried.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(tried).toHaveLength(12);
  const temporary = { ...(await newPerson(true)), newPassword: 'a much better phrase' };
  expect((await run(world.pool, temporary)).every(({ state }) => state === 'ok')).toBe(true);
});

test('an unsupported challenge is reported by its name', async () => {
  const tried = await run(world.pool, await newPerson(true));
  expect(tried.at(-1)).toMatchObject({ state: 'fail', seen: 'asks for NEW_PASSWORD_REQUIRED' });
});

const done = async (): Promise<Result<void, PoolFailure>> => await Promise.resolve(ok(undefined));
const refused: Result<never, PoolFailure> = err({ code: 'pool_refused', exception: 'Any' });
const BROKEN: Readonly<Record<string, (pool: Pool) => Pool>> = {
  'the pool answers': (pool) => ({ ...pool, ping: async () => await Promise.resolve(refused) }),
  'a wrong password is refused': (pool) => ({
    ...pool,
    answer: async (input) => {
      const answered = await pool.answer(input);
      return answered.ok ? answered : refused;
    },
  }),
  'tokens are renewed': (pool) => ({ ...pool, refresh: async () => await Promise.resolve(refused) }),
  'signing out revokes the refresh token': (pool) => ({ ...pool, revoke: done }),
  'the ID token is the pool’s, and for Coffer': (pool) => ({
    ...pool,
    verifyIdToken: async () => await Promise.resolve(refused),
  }),
};

test.each(Object.keys(BROKEN))('broken: %s', async (step) => {
  const pool = BROKEN[step]?.(world.pool) ?? world.pool;
  const tried = await run(pool, await newPerson());
  expect(tried.filter(({ state }) => state === 'fail').map((each) => each.step)).toContain(step);
});

test('the output holds neither password nor token', async () => {
  const person = await newPerson();
  const printed = JSON.stringify(await run(world.pool, person));
  expect(printed).not.toContain(person.password);
  expect(printed).not.toContain('eyJ');
});
