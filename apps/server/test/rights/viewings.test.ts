import {
  ChildrenQuery,
  CreateLinkRequest,
  type NodeId,
  type Person,
  SERVER_LIMITS,
  UserId,
} from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../src/live.world.ts';
import type { Actor } from '../../src/operation.ts';
import { getNode } from '../../src/features/files/get-node.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { createLink } from '../../src/features/links/manage/create-link.ts';
import { revokeLink } from '../../src/features/links/manage/revoke-link.ts';
import { sharingWorld } from '../../src/features/sharing/sharing.world.ts';
import { configOf, makeTeam } from '../../src/features/spaces/team.world.ts';
import { insertSession } from './sessions.ts';
import {
  getViewedPath,
  getViewing,
  listViewedChildren,
  searchViewed,
} from '../../src/features/viewings/read-viewed.ts';
import { startViewing, stopViewing } from '../../src/features/viewings/start-viewing.ts';

const here = sharingWorld();
const { folder, group, services, share, stranger } = here;
const GONE = { code: 'viewing_not_found' };

async function signedIn(person: Person): Promise<Actor> {
  return { person, sessionId: await insertSession(services(), person) };
}

async function teamWith() {
  const team = await makeTeam(here.state.world);
  const plans = await folder('Plans', team.space.rootId, team.owner);
  const inner = await folder('Inner', plans, team.owner);
  const beside = await folder('Beside', team.space.rootId, team.owner);
  return { ...team, plans, inner, beside, ada: await signedIn(team.owner) };
}

type Team = Awaited<ReturnType<typeof teamWith>>;

const start = async ({ ada, spaceId }: Team, person: Person, by = ada) =>
  await startViewing(services(), by, {
    spaceId,
    wanted: { as: 'person', personId: UserId.parse(person.id) },
  });
const children = async (by: Actor, viewingId: string, nodeId: NodeId) =>
  await listViewedChildren(services(), by, { viewingId, nodeId, query: ChildrenQuery.parse({}) });
const namesIn = async (by: Actor, viewingId: string, nodeId: NodeId) =>
  valueOf(await children(by, viewingId, nodeId)).items.map(({ name }) => name);

test('a manager sees what a member and a person with one shared folder see, and nothing else of theirs', async () => {
  const team = await teamWith();
  const { ada, plans, inner, beside } = team;
  const [viewer, ben] = [await team.add('viewer'), await stranger()];
  valueOf(await share(plans, [], { role: 'viewer', groupIds: [await group([ben])], by: team.owner }));
  const elsewhere = await folder('Elsewhere');
  valueOf(await share(elsewhere, [ben], { role: 'editor' }));

  const member = valueOf(await start(team, viewer));
  expect(member).toMatchObject({ as: 'person', name: viewer.name, spaceName: 'Field team' });
  expect(member.roots.map(({ id }) => id)).toEqual([team.space.rootId]);
  expect(await namesIn(ada, member.id, team.space.rootId)).toEqual(['Beside', 'Plans']);

  const guest = valueOf(await start(team, ben));
  expect(guest.roots.map(({ name }) => name)).toEqual(['Plans']);
  expect(await namesIn(ada, guest.id, plans)).toEqual(['Inner']);
  const path = valueOf(await getViewedPath(services(), ada, { viewingId: guest.id, nodeId: inner }));
  expect(path.items.map(({ name }) => name)).toEqual(['Plans', 'Inner']);
  for (const nodeId of [team.space.rootId, beside, elsewhere]) {
    expect(errorOf(await children(ada, guest.id, nodeId))).toEqual({ code: 'node_not_found' });
    const above = await getViewedPath(services(), ada, { viewingId: guest.id, nodeId });
    expect(errorOf(above)).toEqual({ code: 'node_not_found' });
  }
  // Viewing changes nothing about the manager's own rights.
  expect((await getNode(services(), ada.person, elsewhere)).ok).toBe(false);
});

test('a search finds what the other would find in that space, and nothing after the look has ended', async () => {
  const team = await teamWith();
  const { ada, plans, beside } = team;
  const ben = await stranger();
  valueOf(await share(plans, [ben], { role: 'viewer', by: team.owner }));
  const hidden = await folder('Inner secrets', beside, team.owner);
  const elsewhere = await folder('Inner life');
  valueOf(await share(elsewhere, [ben], { role: 'editor' }));
  const viewer = await team.add('viewer');
  const search = async (by: Actor, viewingId: string, q: string) =>
    await searchViewed(services(), by, { viewingId, q });

  const guest = valueOf(await start(team, ben));
  const found = valueOf(await search(ada, guest.id, 'inner'));
  expect(found.items.map(({ node, path }) => [node.name, path.map(({ name }) => name)])).toEqual([
    ['Inner', ['Plans']],
  ]);
  expect(found.total).toBe(1);
  const member = valueOf(await start(team, viewer));
  const ids = valueOf(await search(ada, member.id, 'inner')).items.map(({ node }) => node.id);
  expect(ids.toSorted()).toEqual([team.inner, hidden].toSorted());
  const other = await signedIn(await team.add('manager'));
  expect(errorOf(await search(other, member.id, 'inner'))).toEqual(GONE);
  valueOf(await stopViewing(services(), ada, member.id));
  expect(errorOf(await search(ada, member.id, 'inner'))).toEqual(GONE);
});

test('it begins with a row of the audit trail, and only for managers', async () => {
  const team = await teamWith();
  const [editor, manager, nobody] = [await team.add('editor'), await team.add('manager'), await stranger()];
  expect(errorOf(await start(team, manager, await signedIn(editor)))).toMatchObject({ code: 'not_allowed' });
  expect(errorOf(await start(team, manager, await signedIn(nobody)))).toEqual({ code: 'space_not_found' });
  const unknown = { ...nobody, id: UserId.parse(services().newId()) };
  expect(errorOf(await start(team, nobody))).toEqual(errorOf(await start(team, unknown)));
  const rows = async () =>
    await services()
      .db.selectFrom('audit')
      .select(['action', 'facts'])
      .where('action', '=', 'seen_as')
      .execute();
  const before = (await rows()).length;
  valueOf(await start(team, editor, await signedIn(manager)));
  const after = await rows();
  expect(after).toHaveLength(before + 1);
  expect(after.at(-1)?.facts).toMatchObject({ person: { kind: 'person', id: editor.id, name: editor.name } });
});

test('it ends with its time, its session, being stopped, and the role of the manager', async () => {
  const team = await teamWith();
  const [viewer, manager] = [await team.add('viewer'), await team.add('manager')];
  const mia = await signedIn(manager);
  const read = async (id: string, by = mia) => await getViewing(services(), by, id);

  const first = valueOf(await start(team, viewer, mia));
  expect((await read(first.id)).ok).toBe(true);
  expect(errorOf(await read(first.id, await signedIn(manager)))).toEqual(GONE);
  expect(errorOf(await read(first.id, team.ada))).toEqual(GONE);
  here.state.world.clock.advance(SERVER_LIMITS.viewingLifeMs - 1);
  expect((await read(first.id)).ok).toBe(true);
  here.state.world.clock.advance(1);
  expect(errorOf(await read(first.id))).toEqual(GONE);
  expect(errorOf(await children(mia, first.id, team.space.rootId))).toEqual(GONE);

  const second = valueOf(await start(team, viewer, mia));
  await stopViewing(services(), team.ada, second.id);
  expect((await read(second.id)).ok).toBe(true);
  await stopViewing(services(), mia, second.id);
  expect(errorOf(await read(second.id))).toEqual(GONE);
  expect((await stopViewing(services(), mia, second.id)).ok).toBe(true);

  const third = valueOf(await start(team, viewer, mia));
  const { db } = services();
  await db.updateTable('member').set({ role: 'editor' }).where('user_id', '=', manager.id).execute();
  expect(errorOf(await read(third.id))).toEqual(GONE);

  const fourth = valueOf(await start(team, viewer));
  await db.deleteFrom('member').where('user_id', '=', viewer.id).execute();
  expect(errorOf(await read(fourth.id, team.ada))).toEqual(GONE);
});

test('a public link is seen as its bearer sees it, and not when it is dead', async () => {
  const team = await teamWith();
  const { ada, plans, inner, beside, spaceId } = team;
  const expiresAt = new Date(services().clock.now().getTime() + DAY_MS).toISOString();
  const wanted = CreateLinkRequest.parse({ expiresAt, label: 'Draft', password: 'Nine-Ladies-9' });
  const needs = { ...services(), config: configOf() };
  const { link } = valueOf(await createLink(needs, team.owner, { nodeId: plans, wanted }));
  const begin = async () =>
    await startViewing(services(), ada, { spaceId, wanted: { as: 'link', linkId: link.id } });
  const viewing = valueOf(await begin());
  expect(viewing).toMatchObject({ as: 'link', name: 'Draft', roots: [{ name: 'Plans' }] });
  expect(await namesIn(ada, viewing.id, plans)).toEqual(['Inner']);
  const pathOf = async (nodeId: NodeId) =>
    valueOf(await getViewedPath(services(), ada, { viewingId: viewing.id, nodeId })).items.map(
      ({ name }) => name,
    );
  expect(await pathOf(plans)).toEqual(['Plans']);
  expect(await pathOf(inner)).toEqual(['Plans', 'Inner']);
  expect(errorOf(await children(ada, viewing.id, beside))).toEqual({ code: 'node_not_found' });

  await trashNodes(services(), team.owner, [plans]);
  expect(valueOf(await getViewing(services(), ada, viewing.id)).roots).toEqual([]);
  valueOf(await revokeLink(services(), team.owner, link.id));
  expect(errorOf(await getViewing(services(), ada, viewing.id))).toEqual(GONE);
  expect(errorOf(await begin())).toEqual({ code: 'link_unknown' });
});
