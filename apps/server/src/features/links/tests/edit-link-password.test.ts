import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../../live.world.ts';
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
