import { ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { newPerson, prepareSignIns, signIn, world } from '../../../test/sign-in-scene.ts';
import { createSignInRateLimits } from '../sign-in/index.ts';
import { confirmReset } from './public-account.ts';

prepareSignIns();

async function reset(username: string) {
  const services = {
    ...world.services,
    config: { ...world.config, signInMethods: ['reset' as const] },
    pool: { ...world.pool, confirmForgotPassword: async () => await Promise.resolve(ok(undefined)) },
    limits: createSignInRateLimits(world.clock),
  };
  return await confirmReset(services, {
    username,
    code: '123456',
    password: 'seven swans a-swimming',
    address: '192.0.2.7',
    deviceCookie: undefined,
  });
}

test('a password reset by code ends all sessions of the person and is in the audit trail', async () => {
  const email = await newPerson();
  const [here, other] = [await signIn(email), await signIn(await newPerson())];
  const unknown = await reset('nobody@example.org');
  expect(await reset(` ${email.toUpperCase()}`)).toEqual(unknown);
  expect((await here.call('getSession')).body.state).toBe('signed_out');
  expect((await other.call('getSession')).body.state).toBe('signed_in');
  const { id } = await world.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const rows = await world.db
    .selectFrom('audit')
    .select(['actor_id', 'facts'])
    .where('action', '=', 'password_changed')
    .execute();
  expect(rows).toEqual([{ actor_id: id, facts: { by: 'code' } }]);
});
