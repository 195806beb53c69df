// Lists of links: visits, bulk revocation and restoration, and the lists of administrators and auditors.
import { AdminLinksQuery, LinkId, type Person, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, MINUTE_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { listAdminLinks } from '../administration/list-admin-links.ts';
import { revokeAdminLinks } from '../administration/revoke-admin-links.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { signGuestContent } from '../guest/sign-content.ts';
import { unlockLink } from '../guest/unlock-link.ts';
import { guestWith, type LinksWorld, startLinksWorld } from '../links.world.ts';
import { listOwnLinks } from '../manage/list-links.ts';
import { listLinkVisits } from '../manage/list-visits.ts';
import { restoreLinks } from '../manage/restore-links.ts';
import { revokeLinks } from '../manage/revoke-link.ts';
import { createRequests } from '../requests/requests.world.ts';

let here: LinksWorld;
let owner: Owner;
let stranger: Owner;
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
  stranger = await here.world.addOwner();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const as = ({ person }: Owner, role: Person['role']): Person => ({ ...person, role });
const all = async (asked: Readonly<Record<string, string>> = {}) =>
  valueOf(await listAdminLinks(here.services, as(stranger, 'auditor'), AdminLinksQuery.parse(asked)));

test('visits record action and time, but not the person', async () => {
  const file = await here.upload(owner, 'visited.txt', { text: 'twelve bytes' });
  const { token, link } = await here.share(owner.person, file, { password: 'between us' });
  const guest = guestWith(token, '192.0.2.77');
  here.world.clock.advance(1_000);
  expect(errorOf(await unlockLink(here.services, guest, 'not this one')).code).toBe('link_password_wrong');
  const passes = valueOf(await unlockLink(here.services, guest, 'between us'));
  here.world.clock.advance(1_000);
  valueOf(await getGuestLink(here.services, { ...guest, passes }));
  here.world.clock.advance(1_000);
  const asked = { nodeId: file.id, disposition: 'attachment' as const };
  valueOf(await signGuestContent(here.services, { ...guest, passes }, asked));
  const { items } = valueOf(await listLinkVisits(here.services, owner.person, link.id));
  expect(items.map(({ what, files, bytes }) => [what, files, bytes])).toEqual([
    ['downloaded', 1, 12],
    ['opened', null, null],
    ['password_failed', null, null],
  ]);
  expect(JSON.stringify(items)).not.toContain('192.0.2');
  expect(errorOf(await listLinkVisits(here.services, stranger.person, link.id)).code).toBe('link_unknown');
});

test('hand-ins of guests are among the visits of a request', async () => {
  const requests = createRequests(here);
  const { token, linkId } = await requests.ask(owner);
  const guest = await requests.begin(token);
  await requests.send(guest, { name: 'one.txt', text: 'abc' });
  await requests.send(guest, { name: 'two.txt', text: 'defg' });
  const { items } = valueOf(await listLinkVisits(here.services, owner.person, linkId));
  expect(items).toMatchObject([{ what: 'uploaded', files: 2, bytes: 7 }]);
});

test('many links are revoked at once, and restored at once for a while; others learn nothing', async () => {
  const file = await here.upload(owner, 'many.txt');
  const made = [];
  for (let index = 0; index < 5; index += 1) made.push(await here.share(owner.person, file));
  const ids = made.map(({ link }) => link.id);
  const strange = await revokeLinks(here.services, stranger.person, ids);
  expect(strange.items).toEqual(ids.map((id) => ({ outcome: 'failed', id, code: 'link_unknown' })));
  const gone = LinkId.parse(here.services.newId());
  const revoked = await revokeLinks(here.services, owner.person, [...ids, gone, ids[0] ?? gone]);
  expect(revoked.items).toEqual([
    ...ids.map((id) => ({ outcome: 'done', id })),
    { outcome: 'failed', id: gone, code: 'link_unknown' },
  ]);
  for (const { guest } of made)
    expect(errorOf(await getGuestLink(here.services, guest)).code).toBe('link_unknown');
  const byStranger = await restoreLinks(here.services, stranger.person, ids);
  expect(byStranger.items.every(({ outcome }) => outcome === 'failed')).toBe(true);
  const restored = await restoreLinks(here.services, owner.person, ids.slice(0, 3));
  expect(restored.items.every(({ outcome }) => outcome === 'done')).toBe(true);
  const works = await Promise.all(
    made.map(async ({ guest }) => (await getGuestLink(here.services, guest)).ok),
  );
  expect(works).toEqual([true, true, true, false, false]);
  here.world.clock.advance(SERVER_LIMITS.linkRestoreMs + 1);
  const late = await restoreLinks(here.services, owner.person, ids.slice(3));
  expect(late.items.every(({ outcome }) => outcome === 'failed')).toBe(true);
});

test('auditors see all links without file names; members see none', async () => {
  const folder = await here.makeFolder(owner, 'A secret name');
  const { link } = await here.share(owner.person, folder, { label: 'For the council', downloadsMax: 3 });
  const { items, total } = await all();
  expect(total).toBe(items.length);
  expect(items.find(({ id }) => id === link.id)).toMatchObject({
    label: 'For the council',
    isFolder: true,
    state: 'active',
    downloadsMax: 3,
    owner: { id: owner.person.id },
    space: { kind: 'personal', ownerName: owner.person.name },
  });
  expect(JSON.stringify(items)).not.toContain('A secret name');
  const member = await listAdminLinks(here.services, owner.person, AdminLinksQuery.parse({}));
  expect(errorOf(member)).toEqual({ code: 'not_allowed', facts: { needed_role: 'auditor' } });
});

test('the list of all links is searched, filtered, sorted and cut into pages', async () => {
  const file = await here.upload(owner, 'listed.txt');
  const soon = new Date(here.world.clock.now().getTime() + MINUTE_MS).toISOString();
  await here.share(owner.person, file, { label: 'Ends soon', expiresAt: soon });
  await here.share(owner.person, file, { label: 'Ends % later' });
  expect((await all({ text: 'ENDS' })).items.map(({ label }) => label)).toEqual([
    'Ends % later',
    'Ends soon',
  ]);
  expect((await all({ text: '%' })).total).toBe(1);
  expect((await all({ text: 'ends', sort: 'expires', order: 'asc' })).items[0]?.label).toBe('Ends soon');
  expect((await all({ text: 'ends', at: '1', limit: '1' })).items.map(({ label }) => label)).toEqual([
    'Ends soon',
  ]);
  here.world.clock.advance(MINUTE_MS);
  expect((await all({ text: 'ends', state: 'ended' })).items.map(({ state }) => state)).toEqual(['expired']);
  expect((await all({ text: 'ends', state: 'active' })).total).toBe(1);
  expect((await all({ kind: 'request' })).items.every(({ received }) => received !== null)).toBe(true);
});

test('an administrator revokes links of anyone, and undoes it; auditors and members cannot', async () => {
  const file = await here.upload(owner, 'of-anybody.txt');
  const { guest, link } = await here.share(owner.person, file);
  const ids = [link.id];
  for (const role of ['member', 'auditor'] as const) {
    const refused = await revokeAdminLinks(here.services, as(stranger, role), ids);
    expect(errorOf(refused).code).toBe('not_allowed');
  }
  const administrator = as(stranger, 'administrator');
  valueOf(await revokeAdminLinks(here.services, administrator, ids));
  expect(errorOf(await getGuestLink(here.services, guest)).code).toBe('link_unknown');
  // The creator did not revoke the link, and so cannot restore it.
  expect((await restoreLinks(here.services, owner.person, ids)).items[0]?.outcome).toBe('failed');
  expect((await restoreLinks(here.services, administrator, ids)).items[0]?.outcome).toBe('done');
  expect((await getGuestLink(here.services, guest)).ok).toBe(true);
  here.world.clock.advance(DAY_MS);
  const own = await listOwnLinks(here.services, owner.person);
  expect(own.items.some(({ id }) => id === link.id)).toBe(true);
});
