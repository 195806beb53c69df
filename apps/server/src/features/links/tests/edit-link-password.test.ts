import { defined } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../../live.world.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { lockSpace } from '../../spaces/index.ts';
import { unlockLink } from '../guest/unlock-link.ts';
import { guestWith } from '../links.world.ts';
import { changeLink } from '../manage/change-link.ts';
import { beginHandIn } from '../requests/begin-hand-in.ts';
import { getHandIn } from '../requests/hand-in.ts';
import { editLinkWorld } from './edit-link.world.ts';

const world = editLinkWorld({ folder: 'shared', label: 'For the council' });

test('a new password ends the sessions that were opened before', async () => {
  const { here, owner, link, guest, requests, folder } = world;
  await here.upload(owner, 'plan.txt', { parentId: folder.id, text: 'of the owner' });
  const change = { linkId: link.link.id, revision: link.link.revision };
  const password = 'a new long password';
  valueOf(await changeLink(here.services, owner.person, { ...change, change: { password } }));
  const file = { name: 'plan.txt', text: 'by the guest', conflict: 'replace', parentId: folder.id } as const;
  await expect(requests.send(guest, file)).rejects.toThrow('link_unknown');
  expect(errorOf(await getHandIn(here.services, guest)).code).toBe('link_unknown');
  const passes = valueOf(await unlockLink(here.services, guestWith(link.token), password));
  const again = await beginHandIn(
    here.services,
    { ...guestWith(link.token), passes },
    { name: '', email: '' },
  );
  const begun = { token: link.token, key: valueOf(again).key };
  expect((await requests.send({ ...guest, ...begun }, file)).outcome).toBe('committed');
});

test('a guest whose pass was checked before the new password does not get in', async () => {
  const { here, owner, link } = world;
  const change = { linkId: link.link.id, revision: link.link.revision };
  const password = 'a long password';
  valueOf(await changeLink(here.services, owner.person, { ...change, change: { password } }));
  const passes = valueOf(await unlockLink(here.services, guestWith(link.token), password));
  let begun: ReturnType<typeof beginHandIn> | undefined;
  await inTransaction(here.services.db, async (tx) => {
    await lockSpace(tx, owner.spaceId);
    begun = beginHandIn(here.services, { ...guestWith(link.token), passes }, { name: '', email: '' });
    // Waits for the lock of the space, with its pass checked.
    await expect
      .poll(async () => {
        const waiting = sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`;
        return (await waiting.execute(here.services.db)).rows.length;
      })
      .toBe(1);
    await tx.updateTable('link').set({ password_hash: 'another' }).where('id', '=', link.link.id).execute();
  });
  expect(errorOf(await defined(begun, 'the hand-in was not begun')).code).toBe('link_password_required');
});
