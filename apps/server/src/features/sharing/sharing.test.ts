import { NodeId, UserId } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import { getNode, getPath } from '../files/get-node.ts';
import { listChildren } from '../files/list-children.ts';
import { restoreNodes } from '../files/trash/restore-nodes.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { deleteGrantsTo } from './index.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { listNotifications } from '../notifications/list-notifications.ts';
import { addMembers } from '../spaces/members/add-members.ts';
import { archiveSpace, restoreSpace } from '../spaces/team/archive-space.ts';
import { makeTeam } from '../spaces/team.world.ts';
import { BY_NAME, sharingWorld } from './sharing.world.ts';

const here = sharingWorld();
const { access, byMe, change, file, folder, remove, services, share, stranger, withMe } = here;

const NOT_FOUND = { code: 'node_not_found' };
const NEEDS_MANAGER = { code: 'not_allowed', facts: { needed_role: 'manager' } };
const inMs = (ms: number) => new Date(here.state.world.clock.now().getTime() + ms).toISOString();
const open = async (person: Parameters<typeof getNode>[1], id: NodeId) =>
  await getNode(services(), person, id);
const codeOf = (item: { readonly ok: boolean } | undefined) =>
  item !== undefined && 'code' in item ? item.code : undefined;

test('a shared folder is a root of its own: nothing above or next to it is visible', async () => {
  const projects = await folder('Projects');
  const bridge = await folder('Bridge', projects);
  const beside = await folder('Private', projects);
  const plan = await file('plan.pdf', bridge);
  const ben = await stranger();
  expect(errorOf(await open(ben, bridge))).toEqual(NOT_FOUND);
  const { items } = valueOf(await share(bridge, [ben], { role: 'viewer', message: 'Have a look' }));
  expect(items).toMatchObject([{ ok: true, grant: { role: 'viewer', message: 'Have a look', revision: 1 } }]);

  expect(valueOf(await open(ben, bridge))).toMatchObject({ name: 'Bridge', parentId: null, role: 'viewer' });
  expect(valueOf(await open(ben, plan))).toMatchObject({ parentId: bridge, role: 'viewer' });
  const path = valueOf(await getPath(services(), ben, plan));
  expect(path.items.map(({ name }) => name)).toEqual(['Bridge', 'plan.pdf']);
  const listed = valueOf(await listChildren(services(), ben, { nodeId: bridge, query: BY_NAME }));
  expect(listed).toMatchObject({ total: 1, role: 'viewer' });
  for (const outside of [projects, beside, NodeId.parse(here.state.owner.rootId)]) {
    expect(errorOf(await open(ben, outside))).toEqual(NOT_FOUND);
  }
  const shared = await withMe(ben);
  expect(shared.items.map(({ node, grantedBy }) => [node.name, node.parentId, grantedBy])).toEqual([
    ['Bridge', null, here.state.owner.person.name],
  ]);
  expect((await byMe()).items.map(({ node, sharedWith }) => [node.name, sharedWith[0]?.name])).toEqual([
    ['Bridge', ben.name],
  ]);
});

test('access ends at the very instant of its expiry, with revocation, and when the person leaves', async () => {
  const [ben, cleo, dan] = [await stranger(), await stranger(), await stranger()];
  const id = await folder('Plans');
  valueOf(await share(id, [ben], { role: 'viewer', expiresAt: inMs(DAY_MS) }));
  valueOf(await share(id, [cleo, dan], { role: 'viewer' }));
  here.state.world.clock.advance(DAY_MS - 1);
  expect((await open(ben, id)).ok).toBe(true);
  here.state.world.clock.advance(1);
  expect(errorOf(await open(ben, id))).toEqual(NOT_FOUND);
  expect((await withMe(ben)).items).toEqual([]);
  expect(errorOf(await remove(id, ben))).toEqual({ code: 'grant_not_found' });

  valueOf(await remove(id, cleo));
  expect(errorOf(await open(cleo, id))).toEqual(NOT_FOUND);
  expect(errorOf(await remove(id, ben, dan))).toEqual(NEEDS_MANAGER);
  valueOf(await remove(id, dan, dan));
  expect(errorOf(await open(dan, id))).toEqual(NOT_FOUND);
  expect(errorOf(await remove(id, dan, dan))).toEqual(NOT_FOUND);
});

test('a manager until an instant does not move that instant', async () => {
  const ben = await stranger();
  const id = await folder('Until');
  valueOf(await share(id, [ben], { role: 'manager', expiresAt: inMs(DAY_MS) }));
  for (const expiresAt of [null, inMs(2 * DAY_MS)]) {
    expect(errorOf(await change(id, ben, { by: ben, expiresAt }))).toEqual(NEEDS_MANAGER);
  }
  valueOf(await change(id, ben, { by: ben, expiresAt: inMs(1) }));
});

test('only managers share, and at most the role of manager', async () => {
  const [ben, cleo] = [await stranger(), await stranger()];
  const id = await folder('Offers');
  expect(errorOf(await share(id, [cleo], { role: 'viewer', by: ben }))).toEqual(NOT_FOUND);
  for (const role of ['viewer', 'editor'] as const) {
    valueOf(await share(id, [ben], { role }));
    expect(errorOf(await share(id, [cleo], { role: 'viewer', by: ben }))).toEqual(NEEDS_MANAGER);
    expect(errorOf(await change(id, ben, { role: 'manager', by: ben }))).toEqual(NEEDS_MANAGER);
  }
  valueOf(await share(id, [ben], { role: 'manager' }));
  valueOf(await share(id, [cleo], { role: 'manager', by: ben }));
  valueOf(await remove(id, cleo, ben));
});

test('bad requests: oneself, enough access already, unknown or disabled people, the past, a root, the trash', async () => {
  const { owner } = here.state;
  const [ben, cleo] = [await stranger(), await stranger()];
  const id = await folder('Contracts');
  const inner = await folder('2026', id);
  const nobody = { ...cleo, id: UserId.parse(services().newId()) };
  await services().db.updateTable('user').set({ status: 'disabled' }).where('id', '=', cleo.id).execute();
  const mixed = valueOf(await share(id, [owner.person, ben, ben, cleo, nobody], { role: 'editor' }));
  expect(mixed.items.map((item) => codeOf(item) ?? 'shared')).toEqual([
    'has_access_already',
    'shared',
    'person_not_found',
    'person_not_found',
  ]);
  for (const [nodeId, role] of [
    [id, 'editor'],
    [id, 'viewer'],
    [inner, 'editor'],
  ] as const) {
    expect(codeOf(valueOf(await share(nodeId, [ben], { role })).items[0])).toBe('has_access_already');
  }
  expect(codeOf(valueOf(await share(inner, [ben], { role: 'manager' })).items[0])).toBeUndefined();
  expect(errorOf(await share(id, [ben], { role: 'manager', expiresAt: inMs(0) }))).toEqual({
    code: 'invalid_request',
    issues: [{ path: 'expiresAt', code: 'too_small' }],
  });
  expect(errorOf(await share(NodeId.parse(owner.rootId), [ben], { role: 'viewer' })).code).toBe(
    'invalid_request',
  );
  await trashNodes(services(), owner.person, [id]);
  expect(errorOf(await share(id, [ben], { role: 'manager' }))).toEqual(NOT_FOUND);
});

test('a trashed node is not shared until it is restored', async () => {
  const ben = await stranger();
  const outer = await folder('Outer');
  const id = await folder('Inner', outer);
  const inside = await folder('Inside', id);
  valueOf(await share(id, [ben], { role: 'editor' }));
  await trashNodes(services(), here.state.owner.person, [outer]);
  expect(errorOf(await open(ben, id))).toEqual(NOT_FOUND);
  expect(errorOf(await open(ben, inside))).toEqual(NOT_FOUND);
  expect((await withMe(ben)).items).toEqual([]);
  const refused = await restoreNodes(services(), ben, [outer, id]);
  expect(refused.items.map(codeOf)).toEqual(['node_not_found', 'node_not_found']);
  await restoreNodes(services(), here.state.owner.person, [outer]);
  expect((await open(ben, inside)).ok).toBe(true);
});

test('of two managers who change one grant concurrently, one gets a conflict', async () => {
  const [ben, manager] = [await stranger(), await stranger()];
  const id = await folder('Minutes');
  valueOf(await share(id, [manager], { role: 'manager' }));
  valueOf(await share(id, [ben], { role: 'viewer' }));
  const results = await Promise.all([
    change(id, ben, { role: 'editor' }),
    change(id, ben, { role: 'manager', by: manager }),
  ]);
  const refused = results.filter((each) => !each.ok).map((each) => errorOf<unknown>(each));
  expect(refused).toEqual([{ code: 'revision_conflict', facts: { current_revision: 2 } }]);
  const changed = valueOf(await change(id, ben, { role: 'viewer', expiresAt: inMs(DAY_MS), revision: 2 }));
  expect(changed).toMatchObject({ role: 'viewer', revision: 3, expiresAt: inMs(DAY_MS) });
});

test('the list of people says why: membership, the node itself, or the folder above; strangers to the space learn only their own reason', async () => {
  const [ben, manager] = [await stranger(), await stranger()];
  const projects = await folder('Projects');
  const bridge = await folder('Bridge', projects);
  valueOf(await share(projects, [ben], { role: 'editor' }));
  valueOf(await share(bridge, [manager], { role: 'manager' }));
  const list = valueOf(await access(bridge));
  expect(list).toMatchObject({ role: 'owner', mayShare: true });
  expect(
    list.items.map(({ name, role, reasons }) => [
      name,
      role,
      reasons.map((reason) => (reason.kind === 'space' ? 'space' : (reason.folder?.name ?? 'here'))),
    ]),
  ).toEqual([
    [here.state.owner.person.name, 'owner', ['space']],
    [manager.name, 'manager', ['here']],
    [ben.name, 'editor', ['Projects']],
  ]);
  expect(list.items[1]?.reasons[0]).toMatchObject({ isGrantedByYou: true });
  const own = valueOf(await access(bridge, ben));
  expect(own.items[0]?.reasons[0]).toMatchObject({ isGrantedByYou: false });
  expect(own).toMatchObject({ role: 'editor', mayShare: false });
  expect(own.items.map(({ name }) => name)).toEqual([ben.name]);
  const managed = valueOf(await access(bridge, manager));
  const ofBen = managed.items.find(({ personId }) => personId === ben.id);
  expect(ofBen?.reasons, 'the manager must not learn the name of the parent folder').toMatchObject([
    { folder: { name: null } },
  ]);
});

test('a contributor with whom a folder is shared sees all of it, and adds elsewhere as before', async () => {
  const team = await makeTeam(here.state.world);
  const [contributor, viewer] = [await team.add('contributor'), await team.add('viewer')];
  const gates = await folder('Gates', team.space.rootId, team.owner);
  const shared = await createAndShare(team, gates, contributor);
  expect(shared).toBeUndefined();
  expect((await open(contributor, gates)).ok).toBe(true);
  expect((await folder('Mine', team.space.rootId, contributor)).length).toBeGreaterThan(0);
  expect(await createAndShare(team, gates, viewer), 'a member whose role is already sufficient').toBe(
    'has_access_already',
  );
});

async function createAndShare(
  team: Awaited<ReturnType<typeof makeTeam>>,
  nodeId: NodeId,
  person: Awaited<ReturnType<typeof stranger>>,
) {
  return codeOf(valueOf(await share(nodeId, [person], { role: 'viewer', by: team.owner })).items[0]);
}

test('grants in an archived space rest with it, and those of a deleted account are gone', async () => {
  const team = await makeTeam(here.state.world);
  const ben = await stranger();
  const id = await folder('Gates', team.space.rootId, team.owner);
  valueOf(await share(id, [ben], { role: 'editor', by: team.owner }));
  valueOf(await archiveSpace(team.services, team.owner, team.spaceId));
  expect(errorOf(await open(ben, id))).toEqual(NOT_FOUND);
  expect((await withMe(ben)).items).toEqual([]);
  valueOf(await restoreSpace(team.services, team.owner, team.spaceId));
  expect((await open(ben, id)).ok).toBe(true);
  await inTransaction(services().db, async (tx) => await deleteGrantsTo(tx, ben.id));
  expect(errorOf(await open(ben, id))).toEqual(NOT_FOUND);
  const again = { spaceId: team.spaceId, personIds: [ben.id], groupIds: [], role: 'viewer' as const };
  valueOf(await addMembers(team.services, team.owner, again));
  expect((await open(ben, id)).ok).toBe(true);
});

test('shared items are paged by name and by date, without repeating or losing one', async () => {
  const ben = await stranger();
  const names = ['b 10', 'b 9', 'A', 'c', 'D'];
  for (const name of names) {
    valueOf(await share(await folder(name), [ben], { role: 'viewer' }));
    here.state.world.clock.advance(1_000);
  }
  for (const [sort, order, expected] of [
    ['name', 'asc', ['A', 'b 9', 'b 10', 'c', 'D']],
    ['date', 'desc', names.toReversed()],
  ] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await withMe(ben, { sort, order, limit: 2, ...(after === undefined ? {} : { after }) });
      seen.push(...page.items.map(({ node }) => node.name));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toEqual(expected);
  }
});

test('a person is notified once of a grant, with the message', async () => {
  const ben = await stranger();
  const id = await folder('Logbook');
  valueOf(await share(id, [ben, here.state.owner.person], { role: 'viewer', message: 'Have a look' }));
  valueOf(await share(id, [ben], { role: 'viewer' }));
  const { items } = valueOf(await listNotifications(services(), ben, { limit: 20 }));
  const subject = { kind: 'shared', nodeId: id, nodeKind: 'folder', name: 'Logbook', role: 'viewer' };
  expect(items.map((item) => item.subject)).toEqual([{ ...subject, message: 'Have a look' }]);
  expect(items[0]?.actor?.name).toBe(here.state.owner.person.name);
});

test('each change of a grant is an event of the space, with the name of who did it', async () => {
  const ben = await stranger();
  const id = await folder('Logbook');
  valueOf(await share(id, [ben], { role: 'viewer' }));
  valueOf(await change(id, ben, { role: 'editor' }));
  valueOf(await remove(id, ben, ben));
  const events = await services()
    .db.selectFrom('event')
    .select(['verb', 'actor_id', 'node_id'])
    .where('node_id', '=', id)
    .where('verb', '!=', 'folder_created')
    .orderBy('sequence')
    .execute();
  const owner = here.state.owner.person.id;
  expect(events).toEqual([
    { verb: 'grant_added', actor_id: owner, node_id: id },
    { verb: 'grant_changed', actor_id: owner, node_id: id },
    { verb: 'grant_left', actor_id: ben.id, node_id: id },
  ]);
});
