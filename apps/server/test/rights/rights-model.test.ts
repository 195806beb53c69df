// docs/decisions/0091 and 0092: enforcement, lists, explanation, links and viewings against one small model.
import { randomBytes } from 'node:crypto';
import {
  AccessPeopleQuery,
  ChildrenQuery,
  type Person,
  SPACE_ROLES,
  type SpaceRole,
  SpaceId,
  UserId,
} from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../src/live.world.ts';
import { getNode } from '../../src/features/files/get-node.ts';
import { listChildren } from '../../src/features/files/list-children.ts';
import { listGuestChildren } from '../../src/features/links/guest/list-items.ts';
import { explainAccess } from '../../src/features/sharing/explain-access.ts';
import { listAccessPeople } from '../../src/features/sharing/list-access-people.ts';
import { listViewedChildren } from '../../src/features/viewings/read-viewed.ts';
import { startViewing } from '../../src/features/viewings/start-viewing.ts';
import { createCipher } from '../../src/platform/secrets/cipher.ts';
import {
  type Built,
  build,
  type Drawing,
  drawing,
  isTrashed,
  NODES,
  PEOPLE,
  settled,
} from './rights.world.ts';
import { insertSession } from './sessions.ts';

/** All rights, as the specification states them. People by index; the owner of a space comes after them. */
function modelOf(drawn: Drawing) {
  const groupsOf = (who: number) =>
    drawn.inGroups.filter((row) => row.person === who).map((row) => row.group);
  const parentOf = (space: number, node: number) => (drawn.trees[space]?.[node - 1]?.parent ?? 0) % node;
  const chain = (space: number, node: number): readonly number[] =>
    node === 0 ? [0] : [...chain(space, parentOf(space, node)), node];
  const isGone = (space: number, node: number) => {
    const drawnNode = drawn.trees[space]?.[node - 1];
    return drawnNode !== undefined && isTrashed(drawnNode);
  };
  const isLiving = (space: number, node: number) => chain(space, node).every((each) => !isGone(space, each));
  const inSpace = (space: number, who: number): SpaceRole[] => [
    ...(who === PEOPLE ? (['owner'] as const) : []),
    ...drawn.members.filter((row) => row.space === space && row.person === who).map(({ role }) => role),
    ...groupsOf(who).flatMap((group) =>
      drawn.spaceGroups.filter((row) => row.space === space && row.group === group).map(({ role }) => role),
    ),
  ];
  const grantsOf = (space: number, who: number) =>
    drawn.grants.filter(
      (row) =>
        row.space === space &&
        isLasting(row) &&
        (row.holder === who || groupsOf(who).some((group) => row.holder === PEOPLE + group)) &&
        who < PEOPLE,
    );
  const rolesOn = (space: number, node: number, who: number): SpaceRole[] => {
    const above = chain(space, node);
    const living = above.slice(0, above.findIndex((each) => isGone(space, each)) >>> 0);
    return [
      ...inSpace(space, who),
      ...living
        .flatMap((each) => grantsOf(space, who).filter((row) => row.item === each))
        .map(({ role }) => role),
    ];
  };
  const isOwn = (space: number, node: number, who: number) =>
    node === 0 || drawn.trees[space]?.[node - 1]?.maker === who;
  const sees = (space: number, node: number, who: number) => {
    const roles = rolesOn(space, node, who);
    return isLiving(space, node) && (seesAll(roles) || (roles.length > 0 && isOwn(space, node, who)));
  };
  const listed = (space: number, node: number, who: number) =>
    drawn.trees
      .flatMap((tree, at) => (at === space ? tree.map((_, index) => index + 1) : []))
      .filter(
        (child) =>
          parentOf(space, child) === node &&
          !isGone(space, child) &&
          (seesAll(rolesOn(space, node, who)) || isOwn(space, child, who)),
      );
  const opens = (link: Drawing['links'][number], space: number, node: number) =>
    link.space === space &&
    !link.isRevoked &&
    isLasting(link) &&
    drawn.disabled !== link.maker &&
    inSpace(space, link.maker).some((role) => SPACE_ROLES.indexOf(role) >= SPACE_ROLES.indexOf('editor')) &&
    isLiving(space, node) &&
    chain(space, node).includes(link.item);
  return { isLiving, inSpace, grantsOf, rolesOn, sees, listed, opens };
}

const isLasting = ({ ends }: { readonly ends: number | null }) => ends === null || ends > 0;
const seesAll = (roles: readonly SpaceRole[]) => roles.some((role) => role !== 'contributor');
const strongest = (roles: readonly SpaceRole[]) => SPACE_ROLES.findLast((role) => roles.includes(role));

let world: World;
const cipher = createCipher(randomBytes(32));
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

interface Scene {
  readonly drawn: Drawing;
  readonly built: Built;
  readonly model: ReturnType<typeof modelOf>;
}

const BY_NAME = ChildrenQuery.parse({ limit: '100' });
const ALL = AccessPeopleQuery.parse({ limit: '100' });
const nodesOf = Array.from({ length: NODES + 1 }, (_, node) => node);
const everybody = Array.from({ length: PEOPLE + 1 }, (_, who) => who);

function personOf({ built }: Scene, space: number, who: number): Person {
  return defined(who === PEOPLE ? built.spaces[space]?.owner : built.people[who], 'a person');
}

const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name).toSorted();
const itemNames = (nodes: readonly number[]) => nodes.map((node) => `item ${node}`).toSorted();

type Same = (says: string, got: unknown, wanted: unknown) => void;

/** The differences as text. */
async function differencesIn(scene: Scene, space: number): Promise<readonly string[]> {
  const found: string[] = [];
  await compareSpace(scene, space, (says, got, wanted) => {
    const [one, other] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (one !== other) found.push(`${says}: ${one} instead of ${other}`);
  });
  return found;
}

async function compareSpace(scene: Scene, space: number, same: Same): Promise<void> {
  const { built, model, drawn } = scene;
  const { services } = world;
  const { id, owner } = defined(built.spaces[space], 'a space');
  const manager = { person: owner, sessionId: await insertSession(services, owner) };
  const viewings = new Map<number, string | undefined>();
  for (const who of everybody.slice(0, PEOPLE)) {
    const personId = UserId.parse(personOf(scene, space, who).id);
    const begun = await startViewing(services, manager, {
      spaceId: SpaceId.parse(id),
      wanted: { as: 'person', personId },
    });
    const hasAny = model.inSpace(space, who).length > 0 || model.grantsOf(space, who).length > 0;
    same(`viewing as ${who}`, begun.ok, hasAny && drawn.disabled !== who);
    viewings.set(who, begun.ok ? begun.value.id : undefined);
  }
  await Promise.all(nodesOf.map((node) => compareNode(scene, { space, node, manager, viewings }, same)));
}

interface Compared {
  readonly space: number;
  readonly node: number;
  readonly manager: Parameters<typeof listViewedChildren>[1];
  /** By person; undefined where it was refused. */
  readonly viewings: ReadonlyMap<number, string | undefined>;
}

async function compareNode(scene: Scene, { space, node, manager, viewings }: Compared, same: Same) {
  const { built, model, drawn } = scene;
  const { services } = world;
  const { owner, nodes } = defined(built.spaces[space], 'a space');
  const nodeId = defined(nodes[node], 'a node');
  const read = everybody.filter((who) => model.sees(space, node, who));
  for (const who of everybody) {
    const person = personOf(scene, space, who);
    const says = `space ${space}, item ${node}, person ${who}`;
    const isRead = read.includes(who);
    const got = await getNode(services, person, nodeId);
    same(says, got.ok, isRead);
    const roles = model.rolesOn(space, node, who);
    if (got.ok) same(says, got.value.role, strongest(roles));
    const children = await listChildren(services, person, { nodeId, query: BY_NAME });
    same(says, children.ok, isRead);
    const names = itemNames(model.listed(space, node, who));
    if (children.ok) same(says, namesOf(children.value.items), names);
    const viewingId = viewings.get(who);
    if (viewingId !== undefined) {
      const seen = await listViewedChildren(services, manager, { viewingId, nodeId, query: BY_NAME });
      same(`seen as: ${says}`, seen.ok, isRead);
      if (seen.ok) same(`seen as: ${says}`, namesOf(seen.value.items), names);
    }
    // One of them each time: the list below has the ways of all.
    if (who !== (drawn.explained + node) % everybody.length) continue;
    const personId = UserId.parse(person.id);
    const told = await explainAccess(services, owner, { nodeId, personId });
    same(says, told.ok, model.isLiving(space, node));
    if (!told.ok) continue;
    const ways = told.value.items.map(({ role, reasons }) => [role, reasons.length]);
    same(`explained: ${says}`, ways, isRead ? [[strongest(roles), roles.length]] : []);
  }
  await compareLinks(scene, { space, node }, same);
  const listed = await listAccessPeople(services, owner, { nodeId, query: ALL });
  same(`list of item ${node}`, listed.ok, model.isLiving(space, node));
  if (!listed.ok) return;
  const { items, links, people } = listed.value;
  const wanted = read.map((who) => {
    const roles = model.rolesOn(space, node, who);
    return `${personOf(scene, space, who).name}: ${strongest(roles)}, ${roles.length}`;
  });
  const told = items.map(({ name, role, reasons }) => `${name}: ${role}, ${reasons.length}`);
  same(`people of item ${node}`, told.toSorted(), wanted.toSorted());
  same(`count of item ${node}`, people, read.filter((who) => who !== drawn.disabled).length);
  const open = built.links.filter((_, index) =>
    model.opens(defined(drawn.links[index], 'a link'), space, node),
  );
  const toldLinks = links.map(({ linkId }) => String(linkId));
  same(`links of item ${node}`, toldLinks.toSorted(), open.map((link) => String(link.id)).toSorted());
}

async function compareLinks(
  { built, drawn, model }: Scene,
  { space, node }: { readonly space: number; readonly node: number },
  same: Same,
): Promise<void> {
  const nodeId = defined(built.spaces[space]?.nodes[node], 'a node');
  for (const [index, { token }] of built.links.entries()) {
    const link = defined(drawn.links[index], 'a link');
    const guest = { token, passes: undefined, address: '203.0.113.5' };
    const page = await listGuestChildren({ ...world.services, cipher }, guest, { nodeId, query: BY_NAME });
    same(`link ${index} on item ${node} of space ${space}`, page.ok, model.opens(link, space, node));
    if (page.ok)
      same(`link ${index}`, namesOf(page.value.items), itemNames(model.listed(space, node, PEOPLE)));
  }
}

test(
  'enforcement, lists, explanations, links and viewings agree with the model',
  async () => {
    await fc.assert(
      fc.asyncProperty(drawing, async (any) => {
        const drawn = settled(any);
        const scene = { drawn, built: await build(world.services, drawn), model: modelOf(drawn) };
        // The other one is there to be kept out.
        expect(await differencesIn(scene, drawn.compared)).toEqual([]);
      }),
      {
        numRuns: sized({ gate: 8, campaign: 10_000 }),
        ...sized({ gate: { seed: 20_261_126 }, campaign: {} }),
      },
    );
  },
  sized({ gate: 120_000, campaign: 4 * 3_600_000 }),
);
