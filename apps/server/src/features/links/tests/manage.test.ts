import { type NodeView, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { makeTeam, type Someone } from '../../spaces/team.world.ts';
import { changeLink } from '../manage/change-link.ts';
import { createLink } from '../manage/create-link.ts';
import { listNodeLinks, listOwnLinks } from '../manage/list-links.ts';
import { revokeLink } from '../manage/revoke-link.ts';
import { type LinksWorld, startLinksWorld } from '../links.world.ts';

let here: LinksWorld;
let owner: Owner;
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const inDays = (days: number): string =>
  new Date(here.world.clock.now().getTime() + days * DAY_MS).toISOString();
const WANTED = {
  kind: 'download',
  label: '',
  password: null,
  downloadsMax: null,
  bytesMax: null,
  request: null,
} as const;
const create = async (
  person: Someone,
  node: NodeView,
  wanted: Partial<Parameters<typeof createLink>[2]['wanted']> = {},
) =>
  await createLink(here.services, person, {
    nodeId: node.id,
    wanted: { ...WANTED, expiresAt: inDays(7), ...wanted },
  });

test('an address has 128 random bits, and only the first answer has it', async () => {
  const file = await here.upload(owner, 'first.txt');
  const { link, url } = valueOf(await create(owner.person, file, { label: 'For Ada', downloadsMax: 3 }));
  expect(url).toMatch(/^http:\/\/localhost:8420\/l\/[\w-]{22}$/);
  expect(link).toMatchObject({
    kind: 'download',
    state: 'active',
    node: { name: 'first.txt', kind: 'file', parentId: owner.rootId },
    label: 'For Ada',
    hasPassword: false,
    downloadsMax: 3,
    downloads: 0,
    visits: 0,
    createdBy: { name: owner.person.name, isYou: true },
  });
  const token = url.slice(-22);
  const { items } = valueOf(await listNodeLinks(here.services, owner.person, file.id));
  expect(items).toEqual([link]);
  expect(JSON.stringify([items, await listOwnLinks(here.services, owner.person)])).not.toContain(token);
  const tables = await Promise.all([
    here.services.db.selectFrom('link').selectAll().execute(),
    here.services.db.selectFrom('event').selectAll().execute(),
  ]);
  expect(JSON.stringify(tables)).not.toContain(token);
  expect(JSON.stringify(here.world.lines)).not.toContain(token);
});

test.each([
  ['viewer', 'not_allowed'],
  ['contributor', 'node_not_found'],
  ['editor', 'ok'],
  ['manager', 'ok'],
  ['owner', 'ok'],
] as const)('%s creates or lists links: %s', async (role, code) => {
  const team = await makeTeam(here.world);
  const person = role === 'owner' ? team.owner : await team.add(role);
  const maker: Owner = { person: team.owner, spaceId: team.spaceId, rootId: team.space.rootId };
  const folder = await here.makeFolder(maker, 'Plans');
  const created = await create(person, folder);
  const listed = await listNodeLinks(here.services, person, folder.id);
  const codes = [created, listed].map((outcome) => (outcome.ok ? 'ok' : outcome.error.code));
  expect(codes).toEqual([code, code]);
});

test('an editor changes own links only, a manager all in the space, a stranger finds none', async () => {
  const team = await makeTeam(here.world);
  const [one, other, manager] = [
    await team.add('editor'),
    await team.add('editor'),
    await team.add('manager'),
  ];
  const folder = await here.makeFolder(
    { person: one, spaceId: team.spaceId, rootId: team.space.rootId },
    'Plans',
  );
  const { link } = valueOf(await create(one, folder));
  const change = async (person: Someone, revision: number | undefined) =>
    await changeLink(here.services, person, { linkId: link.id, change: { label: 'new' }, revision });
  expect(errorOf(await change(owner.person, 1)).code).toBe('link_unknown');
  expect(errorOf(await revokeLink(here.services, owner.person, link.id)).code).toBe('link_unknown');
  expect(errorOf(await change(other, 1)).code).toBe('not_allowed');
  expect(errorOf(await revokeLink(here.services, other, link.id)).code).toBe('not_allowed');
  expect(errorOf(await change(one, undefined)).code).toBe('revision_required');
  expect(valueOf(await change(one, 1))).toMatchObject({
    label: 'new',
    revision: 2,
    createdBy: { isYou: true },
  });
  expect(errorOf(await change(manager, 1)).code).toBe('revision_conflict');
  expect(valueOf(await change(manager, 2))).toMatchObject({ revision: 3, createdBy: { isYou: false } });
  expect((await revokeLink(here.services, manager, link.id)).ok).toBe(true);
  expect(errorOf(await revokeLink(here.services, one, link.id)).code).toBe('link_unknown');
  expect(valueOf(await listNodeLinks(here.services, one, folder.id)).items).toEqual([]);
  const events = (await team.events()).filter(({ verb }) => verb.startsWith('link_'));
  expect(events.map(({ verb, actor_id: actor }) => [verb, actor])).toEqual([
    ['link_created', one.id],
    ['link_changed', one.id],
    ['link_changed', manager.id],
    ['link_revoked', manager.id],
  ]);
});

test('in a change missing members stay, null removes, and the download count continues', async () => {
  const file = await here.upload(owner, 'changed.txt');
  const wanted = { password: 'eight is enough', downloadsMax: 5, label: 'kept' };
  const { link } = valueOf(await create(owner.person, file, wanted));
  const change = async (changes: Parameters<typeof changeLink>[2]['change'], revision: number) =>
    valueOf(await changeLink(here.services, owner.person, { linkId: link.id, change: changes, revision }));
  const expiresAt = inDays(300);
  expect(await change({ expiresAt }, 1)).toMatchObject({ ...link, expiresAt, revision: 2 });
  expect(await change({ downloadsMax: null, password: null }, 2)).toMatchObject({
    label: 'kept',
    hasPassword: false,
    downloadsMax: null,
  });
});

test('an expiry is in the future and within a year', async () => {
  const file = await here.upload(owner, 'expiry.txt');
  const issueOf = async (days: number) =>
    errorOf(await create(owner.person, file, { expiresAt: inDays(days) })).issues;
  expect(await issueOf(0)).toEqual([{ path: 'expiresAt', code: 'too_small' }]);
  expect(await issueOf(366)).toEqual([{ path: 'expiresAt', code: 'too_big' }]);
  expect((await create(owner.person, file, { expiresAt: inDays(365) })).ok).toBe(true);
});

test('an item has at most 50 links', async () => {
  const file = await here.upload(owner, 'many links.txt');
  for (let count = 0; count < SERVER_LIMITS.linksPerNodeMax; count += 1)
    valueOf(await create(owner.person, file));
  expect(errorOf(await create(owner.person, file)).code).toBe('limit_reached');
});

test('own links of all spaces are listed, those of trashed items as unavailable', async () => {
  const person = await here.world.addOwner();
  const kept = await here.upload(person, 'kept.txt');
  const trashed = await here.upload(person, 'trashed.txt');
  valueOf(await create(person.person, kept));
  valueOf(await create(person.person, trashed));
  await trashNodes(here.services, person.person, [trashed.id]);
  const { items } = await listOwnLinks(here.services, person.person);
  expect(items.map(({ node, state }) => [node?.name, state])).toEqual([
    [undefined, 'unavailable'],
    ['kept.txt', 'active'],
  ]);
});
