import { expect, test } from 'vitest';
import { newPerson, prepareSignIns, signIn, world } from '../../../test/sign-in-scene.ts';

prepareSignIns();

/** As after a right code whose answer was lost. */
async function waitFor(email: string): Promise<void> {
  await world.db
    .updateTable('user')
    .set({ pending_email: email.toUpperCase() })
    .where('email', '=', email)
    .execute();
}

async function storedOf(email: string): Promise<string | null | undefined> {
  const row = await world.db
    .selectFrom('user')
    .select('pending_email')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.pending_email;
}

test('an address that the pool has verified is not pending, and a second try of its code succeeds', async () => {
  const email = await newPerson();
  const browser = await signIn(email);
  await waitFor(email);
  expect((await browser.call('getFactors')).body.pendingEmail).toBeNull();
  expect((await browser.call('verifyEmail', { code: '123456' })).status).toBe(204);
  expect(await storedOf(email)).toBeNull();
  expect((await browser.call('verifyEmail', { code: '123456' })).code).toBe('challenge_failed');
});

test('a sign-in ends the wait for an address that was verified meanwhile', async () => {
  const email = await newPerson();
  await signIn(email);
  await waitFor(email);
  await signIn(email);
  expect(await storedOf(email)).toBeNull();
});
