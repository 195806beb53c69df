import { expect, test } from 'vitest';
import { invitePerson } from '../../src/features/people/index.ts';
import { addAccount, PASSWORD, signInWorld } from '../sign-in-world.ts';

test('what an administrator issued ends with the account that they delete', async () => {
  await using world = await signInWorld();
  const emails = ['ada@example.org', 'ben@example.org'] as const;
  const ada = world.browser();
  for (const email of emails) {
    await addAccount(world, email);
    expect((await (email === emails[0] ? ada : world.browser()).prove(email, PASSWORD)).status).toBe(200);
  }
  await world.db.updateTable('user').set({ role: 'administrator' }).execute();
  const { id } = await world.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', emails[0])
    .executeTakeFirstOrThrow();
  const issued = [
    { email: 'eve@example.org', role: 'administrator' },
    { email: 'fay@example.org', role: 'member' },
  ] as const;
  for (const each of issued)
    expect((await invitePerson(world.services, { ...each, name: '', invitedBy: id })).ok).toBe(true);
  expect((await ada.call('deleteAccount', { confirmation: emails[0] })).status).toBe(204);
  const open = await world.db
    .selectFrom('one_time_link')
    .select('email')
    .where('ended_at', 'is', null)
    .execute();
  expect(open).toEqual([{ email: 'fay@example.org' }]);
});
