import { randomBytes } from 'node:crypto';
import { LIMITS, AccessPeopleQuery, CreateLinkRequest, type NodeId, type Person } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import { createLink } from '../links/manage/create-link.ts';
import { configOf, makeTeam } from '../spaces/team.world.ts';
import { listAccessPeople } from './list-access-people.ts';
import { sharingWorld } from './sharing.world.ts';

const here = sharingWorld();
const { folder, group, services, share, stranger } = here;

const peopleOf = async (nodeId: NodeId, by: Person = here.state.owner.person, query = {}) =>
  await listAccessPeople(services(), by, { nodeId, query: AccessPeopleQuery.parse(query) });
const inDays = (days: number) =>
  new Date(here.state.world.clock.now().getTime() + days * DAY_MS).toISOString();

async function link(nodeId: NodeId, wanted: Partial<CreateLinkRequest> = {}, by = here.state.owner.person) {
  const request = CreateLinkRequest.parse({ expiresAt: inDays(3), ...wanted });
  const needs = { ...services(), config: configOf() };
  return valueOf(await createLink(needs, by, { nodeId, wanted: request })).link;
}

test('everyone is listed once with all reasons, members of groups included', async () => {
  const [ben, cleo, dan] = [await stranger(), await stranger(), await stranger()];
  const plans = await folder('Plans');
  const inner = await folder('Inner', plans);
  const crew = await group([ben, cleo]);
  valueOf(await share(plans, [ben], { role: 'editor', groupIds: [crew] }));
  valueOf(await share(inner, [dan], { role: 'viewer', expiresAt: inDays(1) }));

  const all = valueOf(await peopleOf(inner));
  expect(all).toMatchObject({ total: 4, people: 4, mayShare: true, seesOthers: true, links: [] });
  expect(all.items.map(({ name, role, reasons }) => [name, role, reasons.length])).toEqual([
    [here.state.owner.person.name, 'owner', 1],
    [ben.name, 'editor', 2],
    [cleo.name, 'editor', 1],
    [dan.name, 'viewer', 1],
  ]);
  expect(all.items[2]?.reasons).toMatchObject([
    { kind: 'grant', group: { id: crew }, folder: { id: plans, name: 'Plans' } },
  ]);
  expect(valueOf(await peopleOf(inner, undefined, { q: cleo.name.toUpperCase() }))).toMatchObject({
    total: 1,
    people: 4,
    items: [{ name: cleo.name }],
  });
  expect(valueOf(await peopleOf(inner, undefined, { q: '%' })).total).toBe(0);
  const second = valueOf(await peopleOf(inner, undefined, { at: '1', limit: '2' }));
  expect(second.items.map(({ name }) => name)).toEqual([ben.name, cleo.name]);

  expect(valueOf(await peopleOf(inner, dan))).toMatchObject({
    seesOthers: false,
    mayShare: false,
    total: 1,
    items: [{ name: dan.name, role: 'viewer' }],
  });
  expect(errorOf(await peopleOf(plans, dan))).toEqual({ code: 'node_not_found' });
  here.state.world.clock.advance(DAY_MS);
  expect(valueOf(await peopleOf(inner)).total).toBe(3);
});

test('ten thousand people of a group are paged and searched', async () => {
  const crew = await group();
  const { db, clock, newId } = services();
  const now = clock.now();
  const rows = Array.from({ length: 10_000 }, (_, at) => {
    const id = newId();
    const name = `Crew ${String(at).padStart(5, '0')}`;
    const facts = { username: id, email: `${id}@example.org`, email_verified: true, quota_bytes: 1 };
    const stands = { status: 'active', role: 'member', last_seen_at: null } as const;
    return {
      id,
      issuer: 'https://issuer.example',
      subject: id,
      name,
      ...facts,
      ...stands,
      created_at: now,
      updated_at: now,
    };
  });
  for (let at = 0; at < rows.length; at += 2_000) {
    const some = rows.slice(at, at + 2_000);
    await db.insertInto('user').values(some).execute();
    const members = some.map(({ id }) => ({ group_id: crew, user_id: id, created_at: now }));
    await db.insertInto('group_member').values(members).execute();
  }
  const plans = await folder('Plans');
  valueOf(await share(plans, [], { role: 'viewer', groupIds: [crew] }));
  const first = valueOf(await peopleOf(plans));
  expect(first).toMatchObject({ total: 10_001, people: 10_001 });
  expect(first.items).toHaveLength(LIMITS.childrenPageSize);
  const last = valueOf(await peopleOf(plans, undefined, { at: '10000' }));
  expect(last.items.map(({ name }) => name)).toEqual(['Crew 09999']);
  const found = valueOf(await peopleOf(plans, undefined, { q: 'crew 0777' }));
  expect(found.total).toBe(10);
});

test('links of the item and its parent folders are listed while they open it', async () => {
  const plans = await folder('Plans');
  const inner = await folder('Inner', plans);
  const above = await link(plans, { label: 'Client draft', password: randomBytes(12).toString('hex') });
  await link(inner, { expiresAt: inDays(1) });
  const { links } = valueOf(await peopleOf(inner));
  expect(links).toMatchObject([
    { folder: null, hasPassword: false, mayRevoke: true },
    {
      linkId: above.id,
      label: 'Client draft',
      hasPassword: true,
      folder: { id: plans, name: 'Plans' },
      createdBy: { isYou: true },
    },
  ]);
  here.state.world.clock.advance(DAY_MS);
  expect(valueOf(await peopleOf(inner)).links).toHaveLength(1);
  here.state.world.clock.advance(2 * DAY_MS);
  expect(valueOf(await peopleOf(inner)).links).toEqual([]);
});

test("people who cannot create links see none, and a link ends with its creator's role", async () => {
  const team = await makeTeam(here.state.world);
  const [viewer, editor] = [await team.add('viewer'), await team.add('editor')];
  const node = await folder('Plans', team.space.rootId, team.owner);
  await link(node, { label: 'From the editor' }, editor);
  expect(valueOf(await peopleOf(node, viewer))).toMatchObject({ seesOthers: true, total: 3, links: [] });
  expect(valueOf(await peopleOf(node, editor)).links).toMatchObject([{ mayRevoke: true }]);
  expect(valueOf(await peopleOf(node, team.owner)).links).toMatchObject([{ mayRevoke: true }]);
  const { db } = services();
  await db.updateTable('member').set({ role: 'viewer' }).where('user_id', '=', editor.id).execute();
  expect(valueOf(await peopleOf(node, team.owner)).links).toEqual([]);
});

test('the message of a grant is told to its receiver and to managers only', async () => {
  const [ben, viewer] = [await stranger(), await stranger()];
  const { owner, world } = here.state;
  const member = { user_id: viewer.id, role: 'viewer', created_at: world.clock.now() } as const;
  await services()
    .db.insertInto('member')
    .values({ ...member, space_id: owner.spaceId })
    .execute();
  const plans = await folder('Plans');
  valueOf(await share(plans, [ben], { role: 'viewer', message: 'Too expensive' }));
  const messagesFor = async (by: Person) =>
    valueOf(await peopleOf(plans, by)).items.flatMap(({ reasons }) =>
      reasons.flatMap((reason) => (reason.kind === 'grant' ? [reason.grant.message] : [])),
    );
  expect(await messagesFor(owner.person)).toEqual(['Too expensive']);
  expect(await messagesFor(ben)).toEqual(['Too expensive']);
  expect(await messagesFor(viewer)).toEqual(['']);
});
