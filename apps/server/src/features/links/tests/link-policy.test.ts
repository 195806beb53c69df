// The administrators' settings for links apply to new links, to changes and to guests.
import type { Settings } from '@coffer/contracts';
import { DAY_MS, SECOND_MS } from '@coffer/kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { type LinksWorld, startLinksWorld } from '../links.world.ts';
import { changeLink } from '../manage/change-link.ts';
import { createLink } from '../manage/create-link.ts';
import { revokeLink } from '../manage/revoke-link.ts';
import { beginHandIn } from '../requests/begin-hand-in.ts';
import { createRequests } from '../requests/requests.world.ts';

let here: LinksWorld;
let owner: Owner;
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});
afterEach(async () => {
  await here.services.db.deleteFrom('admin_setting').execute();
  here.services.settings.forget();
});

const set = async (values: Partial<Settings>): Promise<void> => {
  const rows = Object.entries(values).map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
    previous: null,
    changed_by: null,
    changed_at: here.world.clock.now(),
  }));
  await here.services.db.insertInto('admin_setting').values(rows).execute();
  here.services.settings.forget();
};
const inDays = (days: number): string =>
  new Date(here.world.clock.now().getTime() + days * DAY_MS).toISOString();
const create = async (wanted: { readonly expiresAt?: string; readonly password?: string } = {}) => {
  const file = await here.upload(owner, `${here.services.newId()}.txt`);
  return await createLink(here.services, owner.person, {
    nodeId: file.id,
    wanted: {
      kind: 'download',
      label: '',
      password: wanted.password ?? null,
      expiresAt: wanted.expiresAt ?? inDays(1),
      downloadsMax: null,
      bytesMax: null,
      request: null,
    },
  });
};

test('a link needs a password where the settings say so, and cannot lose it', async () => {
  const before = valueOf(await create());
  await set({ linksProtected: true });
  expect(errorOf(await create()).issues).toEqual([{ path: 'password', code: 'required' }]);
  const { link } = valueOf(await create({ password: 'between us' }));
  const opened = { linkId: link.id, change: { password: null }, revision: link.revision };
  expect(errorOf(await changeLink(here.services, owner.person, opened)).issues?.[0]?.path).toBe('password');
  const renamed = { linkId: before.link.id, change: { label: 'As it was' }, revision: before.link.revision };
  expect((await changeLink(here.services, owner.person, renamed)).ok).toBe(true);
});

test('a link lives as long as the settings say', async () => {
  await set({ linkDaysMax: 5 });
  expect(errorOf(await create({ expiresAt: inDays(5.01) })).issues).toEqual([
    { path: 'expiresAt', code: 'too_big' },
  ]);
  const { link } = valueOf(await create({ expiresAt: inDays(4.99) }));
  const longer = { linkId: link.id, change: { expiresAt: inDays(6) }, revision: link.revision };
  expect(errorOf(await changeLink(here.services, owner.person, longer)).code).toBe('invalid_request');
});

test('with links turned off they stop working, come back afterwards, and can be revoked meanwhile', async () => {
  const file = await here.upload(owner, 'off.txt');
  const one = await here.share(owner.person, file);
  const two = await here.share(owner.person, file);
  const requests = createRequests(here);
  const { guest: requested } = await requests.ask(owner);
  await set({ linksAllowed: false });
  expect(errorOf(await create()).code).toBe('links_turned_off');
  const change = { linkId: one.link.id, change: { label: 'x' }, revision: one.link.revision };
  expect(errorOf(await changeLink(here.services, owner.person, change)).code).toBe('links_turned_off');
  expect(errorOf(await getGuestLink(here.services, one.guest)).code).toBe('link_unknown');
  const began = await beginHandIn(here.services, requested, { name: '', email: '' });
  expect(errorOf(began).code).toBe('link_unknown');
  valueOf(await revokeLink(here.services, owner.person, two.link.id));
  await here.services.db.deleteFrom('admin_setting').execute();
  here.world.clock.advance(3 * SECOND_MS);
  expect((await getGuestLink(here.services, one.guest)).ok).toBe(true);
  expect(errorOf(await getGuestLink(here.services, two.guest)).code).toBe('link_unknown');
});
