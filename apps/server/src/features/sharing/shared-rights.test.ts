// Compares what people can read with a small model, for random trees, groups, roles, grants, expiries, trash and moves.
import {
  type GrantRole,
  type GroupId,
  NodeId,
  type Person,
  SearchQuery,
  SPACE_ROLES,
  type SpaceRole,
} from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueOf } from '../../live.world.ts';
import { listChildren, getPosition } from '../files/list-children.ts';
import { search } from '../files/find/search.ts';
import { getNode, getPath } from '../files/get-node.ts';
import { listTree } from '../files/list-tree.ts';
import { listVersions } from '../files/list-versions.ts';
import { moveNodes } from '../files/move/move-nodes.ts';
import { restoreNodes } from '../files/trash/restore-nodes.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { BY_NAME, sharingWorld } from './sharing.world.ts';

const here = sharingWorld();
const { services } = here;

interface ModelNode {
  readonly id: NodeId;
  readonly name: string;
  parent: ModelNode | undefined;
  isTrashed: boolean;
  /** Grants by the index of the person, or of the group; groups are numbered after people. */
  readonly grants: Map<number, { readonly role: GrantRole; readonly expiresAt: number | null }>;
}

const PEOPLE: readonly (SpaceRole | undefined)[] = [undefined, undefined, 'contributor', 'viewer'];
const GROUPS = 2;
const HOLDERS = PEOPLE.length + GROUPS;
const NODES = 7;
const index = fc.nat(NODES - 1);
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('share' as const),
      node: index,
      holder: fc.nat(HOLDERS - 1),
      role: fc.constantFrom<GrantRole>('viewer', 'editor', 'manager'),
      lifeMs: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
  },
  fc.record({ type: fc.constant('revoke' as const), node: index, holder: fc.nat(HOLDERS - 1) }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('join' as const, 'leave' as const),
      group: fc.nat(GROUPS - 1),
      person: fc.nat(PEOPLE.length - 1),
    }),
  },
  fc.record({
    type: fc.constant('place' as const),
    group: fc.nat(GROUPS - 1),
    role: fc.option(fc.constantFrom('viewer' as const, 'contributor' as const, 'editor' as const)),
  }),
  fc.record({ type: fc.constant('drop' as const), group: fc.nat(GROUPS - 1) }),
  fc.record({ type: fc.constantFrom('trash' as const, 'restore' as const), node: index }),
  fc.record({ type: fc.constant('move' as const), node: index, to: fc.nat(NODES) }),
  fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 3 }) }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const now = () => here.state.world.clock.now().getTime();

function chainOf(node: ModelNode | undefined): readonly ModelNode[] {
  return node === undefined ? [] : [...chainOf(node.parent), node];
}

interface ModelGroup {
  readonly id: GroupId;
  readonly people: Set<number>;
  role: SpaceRole | undefined;
  /** Whether the group was deleted. Later actions on it have no effect. */
  isGone: boolean;
}
let groups: readonly ModelGroup[] = [];

/** The indexes of the person and of the groups that contain the person. */
function holdersOf(person: number): readonly number[] {
  return [person, ...groups.flatMap((group, at) => (group.people.has(person) ? PEOPLE.length + at : []))];
}

function rolesOf(node: ModelNode, person: number): readonly SpaceRole[] {
  const ofGroups = groups.filter(({ people }) => people.has(person)).map(({ role }) => role);
  const roles: SpaceRole[] = [PEOPLE[person], ...ofGroups].filter((role) => role !== undefined);
  for (const each of chainOf(node)) {
    if (each.isTrashed) break;
    roles.push(...grantsOf(each, person).map(({ role }) => role));
  }
  return roles;
}

/** The valid grants of the person, direct and through groups. */
function grantsOf({ grants }: ModelNode, person: number) {
  return holdersOf(person)
    .map((holder) => grants.get(holder))
    .filter((grant) => grant !== undefined && (grant.expiresAt === null || grant.expiresAt > now()))
    .filter((grant) => grant !== undefined);
}

/** Whether the person sees the node. The people created nothing, so a contributor sees only the root. */
function sees(node: ModelNode, person: number): boolean {
  const roles = rolesOf(node, person);
  return roles.some((role) => role !== 'contributor') || (roles.length > 0 && node.parent === undefined);
}

const isLiving = (node: ModelNode) => chainOf(node).every((each) => !each.isTrashed);
const mayRead = (node: ModelNode, person: number) => isLiving(node) && sees(node, person);

async function build(parents: readonly number[]): Promise<{ root: ModelNode; nodes: readonly ModelNode[] }> {
  const root: ModelNode = {
    id: NodeId.parse(here.state.owner.rootId),
    name: 'Personal',
    parent: undefined,
    isTrashed: false,
    grants: new Map(),
  };
  const nodes: ModelNode[] = [];
  for (const [at, choice] of parents.entries()) {
    const parent = defined([root, ...nodes][choice % (at + 1)], 'a node before');
    const name = `item ${at}`;
    const id = await here.folder(name, parent.id);
    nodes.push({ id, name, parent, isTrashed: false, grants: new Map() });
  }
  return { root, nodes };
}

async function perform(each: Action, scene: Scene): Promise<void> {
  const { root, nodes } = scene;
  const owner = here.state.owner.person;
  if (each.type === 'wait') {
    here.state.world.clock.advance(each.ms);
    return;
  }
  if ('group' in each) {
    await performOnGroup(each, scene);
    return;
  }
  const node = defined(nodes[each.node], 'a node');
  switch (each.type) {
    case 'share': {
      const expiresAt = each.lifeMs === null ? null : now() + each.lifeMs;
      const holder = holderOf(each.holder, scene);
      const result = await here.share(node.id, 'groupId' in holder ? [] : [holder], {
        role: each.role,
        groupIds: 'groupId' in holder ? [holder.groupId] : [],
        expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      });
      if (result.ok && result.value.items[0]?.ok === true) {
        node.grants.set(each.holder, { role: each.role, expiresAt });
      }
      return;
    }
    case 'revoke': {
      const result = await here.remove(node.id, holderOf(each.holder, scene));
      if (result.ok) node.grants.delete(each.holder);
      return;
    }
    case 'trash': {
      const { items } = await trashNodes(services(), owner, [node.id]);
      if (items[0]?.ok === true) node.isTrashed = true;
      return;
    }
    case 'restore': {
      const { items } = await restoreNodes(services(), owner, [node.id]);
      const [item] = items;
      if (item?.ok !== true) return;
      node.isTrashed = false;
      node.parent = [root, ...nodes].find(({ id }) => id === item.node.parentId);
      return;
    }
    case 'move': {
      const parent = defined([root, ...nodes][each.to], 'a folder');
      const request = { ids: [node.id], parentId: parent.id, conflict: 'fail' as const };
      const moved = await moveNodes(services(), owner, request);
      if (moved.ok && moved.value.items[0]?.ok === true) node.parent = parent;
      return;
    }
  }
}

function holderOf(holder: number, { people }: Scene) {
  const person = people[holder];
  if (person !== undefined) return person;
  const { id } = defined(groups[holder - PEOPLE.length], 'a group');
  return { id, groupId: id };
}

async function performOnGroup(each: Extract<Action, { readonly group: number }>, { nodes, people }: Scene) {
  const { db, clock } = services();
  const group = defined(groups[each.group], 'a group');
  if (group.isGone) return;
  const at = { space_id: here.state.owner.spaceId, group_id: group.id };
  switch (each.type) {
    case 'join':
    case 'leave': {
      const row = { group_id: group.id, user_id: defined(people[each.person], 'a person').id };
      await db
        .deleteFrom('group_member')
        .where('group_id', '=', row.group_id)
        .where('user_id', '=', row.user_id)
        .execute();
      group.people.delete(each.person);
      if (each.type === 'leave') return;
      await db
        .insertInto('group_member')
        .values({ ...row, created_at: clock.now() })
        .execute();
      group.people.add(each.person);
      return;
    }
    case 'place':
      await db.deleteFrom('space_group').where('group_id', '=', group.id).execute();
      group.role = each.role ?? undefined;
      if (each.role !== null) {
        await db
          .insertInto('space_group')
          .values({ ...at, role: each.role, created_at: clock.now() })
          .execute();
      }
      return;
    case 'drop':
      await db.deleteFrom('group').where('id', '=', group.id).execute();
      Object.assign(group, { isGone: true, role: undefined });
      group.people.clear();
      for (const { grants } of nodes) grants.delete(PEOPLE.length + each.group);
  }
}

interface Scene {
  readonly root: ModelNode;
  readonly nodes: readonly ModelNode[];
  readonly people: readonly Person[];
}

/** What each person finds by search, with the total, and in the list of shared items. */
async function foundBy({ people }: Scene) {
  return await Promise.all(
    people.map(async (person) => {
      const found = valueOf(await search(services(), person, SearchQuery.parse({ q: 'item', limit: '100' })));
      const shared = await here.withMe(person);
      return {
        names: found.items.map(({ node }) => node.name).toSorted(),
        total: found.total,
        shared: shared.items.map(({ node }) => node.name),
      };
    }),
  );
}

function expectedFinds({ nodes, people }: Scene): Awaited<ReturnType<typeof foundBy>> {
  return people.map((_, at) => {
    const readable = nodes.filter((node) => mayRead(node, at));
    const granted = readable.filter((node) => grantsOf(node, at).length > 0);
    const names = readable.map(({ name }) => name).toSorted();
    return { names, total: names.length, shared: granted.map(({ name }) => name).toSorted() };
  });
}

async function compareNode(asked: {
  readonly node: ModelNode;
  readonly nodes: readonly ModelNode[];
  readonly person: Person;
  readonly index: number;
}): Promise<void> {
  const { node, nodes, person, index: at } = asked;
  const expected = mayRead(node, at);
  const got = await getNode(services(), person, node.id);
  expect(got.ok, `getNode of ${node.name}`).toBe(expected);
  const path = await getPath(services(), person, node.id);
  const children = await listChildren(services(), person, { nodeId: node.id, query: BY_NAME });
  const tree = await listTree(services(), person, { ids: [node.id] });
  const versions = await listVersions(services(), person, { nodeId: node.id });
  const access = await here.access(node.id, person);
  for (const each of [path, children, tree, versions, access]) expect(each.ok).toBe(expected);
  const hasPlace = node.parent !== undefined && rolesOf(node.parent, at).length > 0;
  const position = await getPosition(services(), person, {
    nodeId: node.id,
    query: { sort: 'name', order: 'asc' },
  });
  expect(position.ok, `getPosition of ${node.name}`).toBe(expected && hasPlace);
  await compareExplanation(asked);
  if (!expected) return;
  const roles = rolesOf(node, at);
  expect(valueOf(got).role).toBe(SPACE_ROLES.findLast((role) => roles.includes(role)));
  expect(valueOf(path).items.map(({ name }) => name)).toEqual(
    chainOf(node)
      .filter((each) => sees(each, at))
      .map(({ name }) => name),
  );
  const seesAll = roles.some((role) => role !== 'contributor');
  const inside = nodes.filter((each) => seesAll && each.parent === node && !each.isTrashed);
  const names = inside.map(({ name }) => name).toSorted();
  expect(valueOf(children).items.map(({ name }) => name)).toEqual(names);
  expect(valueOf(tree).items.map(({ name }) => name)).toEqual(names);
}

const strongestOf = (held: readonly SpaceRole[]) => SPACE_ROLES.findLast((role) => held.includes(role));

/** The rights that a manager and the person are shown must be the enforced ones. */
async function compareExplanation({
  node,
  person,
  index: at,
}: {
  readonly node: ModelNode;
  readonly person: Person;
  readonly index: number;
}): Promise<void> {
  if (!isLiving(node)) {
    expect((await here.explain(node.id, person)).ok).toBe(false);
    return;
  }
  const explained = valueOf(await here.explain(node.id, person)).items;
  const own = await here.explain(node.id, person, person);
  expect(own.ok).toBe(mayRead(node, at));
  if (!mayRead(node, at)) {
    expect(explained).toEqual([]);
    return;
  }
  const roles = rolesOf(node, at);
  const withoutNames = (list: typeof explained) =>
    list.map(({ role, reasons }) => ({ role, ways: reasons.length }));
  expect(withoutNames(explained)).toEqual([{ role: strongestOf(roles), ways: roles.length }]);
  expect(strongestOf(explained.flatMap(({ reasons }) => reasons.map(({ role }) => role)))).toBe(
    explained[0]?.role,
  );
  expect(withoutNames(valueOf(own).items)).toEqual(withoutNames(explained));
}

async function addPeople(): Promise<readonly Person[]> {
  const { db, clock } = services();
  const people: Person[] = [];
  for (const role of PEOPLE) {
    const person = await here.stranger();
    people.push(person);
    if (role === undefined) continue;
    const member = { space_id: here.state.owner.spaceId, user_id: person.id, role, created_at: clock.now() };
    await db.insertInto('member').values(member).execute();
  }
  return people;
}

test(
  'people read exactly what the model of roles and grants lets them read',
  async () => {
    const parents = fc.array(fc.nat(100), { minLength: NODES, maxLength: NODES });
    const actions = fc.array(action, { minLength: 6, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(parents, actions, async (tree, steps) => {
        here.state.owner = await here.state.world.addOwner();
        groups = [];
        for (let at = 0; at < GROUPS; at += 1) {
          groups = [...groups, { id: await here.group(), people: new Set(), role: undefined, isGone: false }];
        }
        const scene = { ...(await build(tree)), people: await addPeople() };
        for (const step of steps) await perform(step, scene);
        for (const [at, person] of scene.people.entries()) {
          for (const node of [scene.root, ...scene.nodes]) {
            await compareNode({ node, nodes: scene.nodes, person, index: at });
          }
        }
        expect(await foundBy(scene)).toEqual(expectedFinds(scene));
      }),
      { numRuns: sized({ gate: 2, campaign: 200 }) },
    );
  },
  sized({ gate: 120_000, campaign: 3_600_000 }),
);
