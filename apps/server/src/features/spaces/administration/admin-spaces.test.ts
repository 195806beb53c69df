import { type AdminSpacesPage, AdminSpacesQuery, SERVER_LIMITS, SpaceId } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../../live.world.ts';
import { getSpace } from '../get-space.ts';
import { emptyArchivedSpaces } from '../team/empty-archived-spaces.ts';
import { createSpace } from '../team/create-space.ts';
import { makeTeam, type Someone } from '../team.world.ts';
import { archiveAdminSpace, restoreAdminSpace } from './archive-admin-space.ts';
import { giveAdminSpace } from './give-admin-space.ts';
import { listAdminSpaces } from './list-admin-spaces.ts';

let world: World;
let team: Awaited<ReturnType<typeof makeTeam>>;
let admin: Someone;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  team = await makeTeam(world);
  admin = { ...(await world.addOwner()).person, role: 'administrator' };
});

const list = async (actor: Someone, query: Readonly<Record<string, string>> = {}): Promise<AdminSpacesPage> =>
  valueOf(await listAdminSpaces(world.services, actor, AdminSpacesQuery.parse(query)));
const rowOf = async (query: Readonly<Record<string, string>> = {}) =>
  (await list(admin, { limit: '1000', ...query })).items.find(({ id }) => id === team.spaceId);
const trail = async () =>
  await world.services.db
    .selectFrom('audit')
    .select(['action', 'subject_kind', 'subject_id', 'subject_name', 'facts'])
    .orderBy('sequence', 'desc')
    .limit(3)
    .execute();

test('only auditors read the list, only administrators change anything, and neither sees the inside', async () => {
  const member = await team.add('viewer');
  const auditor: Someone = { ...member, role: 'auditor' };
  expect(errorOf(await listAdminSpaces(world.services, member, AdminSpacesQuery.parse({})))).toEqual({
    code: 'not_allowed',
    facts: { needed_role: 'auditor' },
  });
  expect(await list(auditor)).toMatchObject({ mayChange: false });
  expect(await list(admin)).toMatchObject({ mayChange: true });
  const needed = { code: 'not_allowed', facts: { needed_role: 'administrator' } };
  const about = { actor: auditor, spaceId: team.spaceId };
  expect(errorOf(await archiveAdminSpace(world.services, about))).toEqual(needed);
  expect(errorOf(await restoreAdminSpace(world.services, about))).toEqual(needed);
  expect(errorOf(await giveAdminSpace(world.services, { ...about, toId: member.id }))).toEqual(needed);
  expect(await rowOf()).toMatchObject({ role: null, members: 2, owners: 1, owner: { id: team.owner.id } });
  expect(errorOf(await getSpace(world.services, admin, team.spaceId))).toEqual({ code: 'space_not_found' });
});

test('the list is searched, filtered, sorted and cut into pages that miss nothing', async () => {
  const { services, owner } = team;
  for (const name of ['Zebra 100%', 'Zebra_two', 'zebra three']) {
    valueOf(await createSpace(services, owner, { name, description: '', color: 'blue' }));
  }
  const found = await list(admin, { text: 'ZEBRA', sort: 'name', order: 'asc' });
  expect(found.items.map(({ name }) => name)).toEqual(['Zebra 100%', 'zebra three', 'Zebra_two']);
  expect(found.total).toBe(3);
  expect((await list(admin, { text: '%' })).items.map(({ name }) => name)).toEqual(['Zebra 100%']);
  const ids = new Set<string>();
  const { total } = await list(admin);
  for (let at = 0; at < total; at += 2) {
    const page = await list(admin, { sort: 'share', order: 'desc', at: String(at), limit: '2' });
    for (const { id } of page.items) ids.add(id);
  }
  expect(ids.size).toBe(total);
  for (const sort of ['owner', 'members', 'used', 'state'] as const) {
    expect((await list(admin, { sort, limit: '1000' })).items).toHaveLength(total);
  }
  expect(
    (await list(admin, { kind: 'personal', limit: '1000' })).items.every(({ kind }) => kind === 'personal'),
  ).toBe(true);
  const { db } = world.services;
  await db
    .updateTable('space')
    .set({ used_bytes: 85, quota_bytes: 100 })
    .where('id', '=', team.spaceId)
    .execute();
  expect((await list(admin, { state: 'full' })).items.map(({ id }) => id)).toEqual([team.spaceId]);
  expect((await list(admin)).counts.full).toBe(1);
  await db.updateTable('space').set({ used_bytes: 0 }).where('id', '=', team.spaceId).execute();
});

test('a space is archived and restored with its members, repeatedly without effect, and shows its deletion date', async () => {
  const editor = await team.add('editor');
  const about = { actor: admin, spaceId: team.spaceId };
  valueOf(await archiveAdminSpace(world.services, about));
  valueOf(await archiveAdminSpace(world.services, about));
  const goesAt = new Date(world.clock.now().getTime() + SERVER_LIMITS.archiveLifeMs).toISOString();
  expect(await rowOf({ state: 'archived' })).toMatchObject({ goesAt, members: 2, owners: 1 });
  expect(await rowOf({ state: 'active' })).toBeUndefined();
  expect(errorOf(await getSpace(world.services, editor, team.spaceId))).toEqual({ code: 'space_not_found' });
  expect(errorOf(await giveAdminSpace(world.services, { ...about, toId: editor.id }))).toEqual({
    code: 'space_not_found',
  });
  valueOf(await restoreAdminSpace(world.services, about));
  valueOf(await restoreAdminSpace(world.services, about));
  expect(valueOf(await getSpace(world.services, editor, team.spaceId))).toMatchObject({ role: 'editor' });
  const verbs = (await team.events()).map(({ verb }) => verb);
  expect(verbs.filter((verb) => verb === 'space_archived')).toHaveLength(1);
  expect(verbs.filter((verb) => verb === 'space_restored')).toHaveLength(1);
});

test('only owners are notified that their space was archived or restored', async () => {
  const second = await team.add('owner');
  const editor = await team.add('editor');
  const about = { actor: admin, spaceId: team.spaceId };
  valueOf(await archiveAdminSpace(world.services, about));
  valueOf(await restoreAdminSpace(world.services, about));
  for (const { id } of [team.owner, second]) {
    const notifications = await world.services.db
      .selectFrom('notification')
      .select(['actor_id', 'subject'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute();
    expect(notifications.filter(({ subject }) => subject.kind !== 'space_added')).toEqual([
      { actor_id: admin.id, subject: { kind: 'space_archived', name: 'Field team' } },
      {
        actor_id: admin.id,
        subject: { kind: 'space_restored', spaceId: team.spaceId, name: 'Field team' },
      },
    ]);
  }
  const others = await world.services.db
    .selectFrom('notification')
    .select('subject')
    .where('user_id', '=', editor.id)
    .execute();
  expect(others.filter(({ subject }) => subject.kind.startsWith('space_arch'))).toEqual([]);
});

test('a space that two owned names the one who is left, and no administrator takes it', async () => {
  const second = await team.add('owner');
  const about = { actor: admin, spaceId: team.spaceId };
  valueOf(await archiveAdminSpace(world.services, about));
  const { db } = world.services;
  await db.updateTable('user').set({ status: 'removed' }).where('id', '=', team.owner.id).execute();
  valueOf(await restoreAdminSpace(world.services, about));
  expect(await rowOf()).toMatchObject({ owner: { id: second.id } });
  await db.updateTable('space').set({ owner_id: team.owner.id }).where('id', '=', team.spaceId).execute();
  const own = { ...about, toId: admin.id };
  expect(errorOf(await giveAdminSpace(world.services, own))).toEqual({ code: 'own_account' });
  expect(await team.memberRow(second.id)).toMatchObject({ role: 'owner' });
});

test('administrators give no space to themselves, unless its owner has no account any more', async () => {
  const about = { actor: admin, spaceId: team.spaceId, toId: admin.id };
  expect(errorOf(await giveAdminSpace(world.services, about))).toEqual({ code: 'own_account' });
  expect(await team.memberRow(admin.id)).toBeUndefined();
  const { db } = world.services;
  await db.updateTable('user').set({ status: 'removed' }).where('id', '=', team.owner.id).execute();
  valueOf(await giveAdminSpace(world.services, about));
  expect(await team.memberRow(admin.id)).toMatchObject({ role: 'owner' });
});

test('an emptied space cannot be restored; it leaves the list and stays in the audit trail', async () => {
  const about = { actor: admin, spaceId: team.spaceId };
  valueOf(await archiveAdminSpace(world.services, about));
  world.clock.advance(SERVER_LIMITS.archiveLifeMs + DAY_MS);
  expect(errorOf(await restoreAdminSpace(world.services, about))).toEqual({ code: 'space_not_found' });
  await emptyArchivedSpaces(world.services);
  expect(await trail()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        action: 'space_emptied',
        subject_id: team.spaceId,
        subject_name: 'Field team',
      }),
    ]),
  );
  expect(await rowOf()).toBeUndefined();
});

test('a new owner takes over, member or not; former owners become managers; both are notified', async () => {
  const second = await team.add('owner');
  const viewer = await team.add('viewer');
  const about = { actor: admin, spaceId: team.spaceId };
  valueOf(await giveAdminSpace(world.services, { ...about, toId: viewer.id }));
  expect(await team.memberRow(viewer.id)).toMatchObject({ role: 'owner' });
  expect(await team.memberRow(second.id)).toMatchObject({ role: 'manager' });
  expect(await team.memberRow(team.owner.id)).toMatchObject({ role: 'manager' });
  expect(await rowOf()).toMatchObject({ owner: { id: viewer.id }, owners: 1 });
  const stranger = (await world.addOwner()).person;
  valueOf(await giveAdminSpace(world.services, { ...about, toId: stranger.id }));
  valueOf(await giveAdminSpace(world.services, { ...about, toId: stranger.id }));
  expect(await team.memberRow(stranger.id)).toMatchObject({ role: 'owner' });
  const notifications = await world.services.db
    .selectFrom('notification')
    .select(['user_id', 'subject'])
    .where('user_id', 'in', [stranger.id, viewer.id])
    .execute();
  const kinds = notifications.map(({ user_id: id, subject }) => [
    id,
    subject.kind,
    'role' in subject ? subject.role : '',
  ]);
  expect(kinds).toEqual(
    expect.arrayContaining([
      [stranger.id, 'space_added', 'owner'],
      [viewer.id, 'space_role', 'manager'],
    ]),
  );
  expect(kinds.filter(([id]) => id === stranger.id)).toHaveLength(1);
  const handed = (await team.events()).filter(({ verb }) => verb === 'space_handed_over');
  expect(handed).toHaveLength(2);
  expect(handed[0]).toMatchObject({ actor_id: admin.id, facts: { from: team.owner.id, to: viewer.id } });
});

test('a person who cannot sign in cannot become an owner, and a personal space keeps its owner', async () => {
  const gone = await team.add('editor');
  await world.services.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', gone.id).execute();
  const about = { actor: admin, spaceId: team.spaceId };
  expect(errorOf(await giveAdminSpace(world.services, { ...about, toId: gone.id }))).toEqual({
    code: 'person_not_found',
  });
  const { spaceId: personal } = await world.addOwner();
  const inPersonal = { actor: admin, spaceId: SpaceId.parse(personal) };
  for (const refused of [
    await giveAdminSpace(world.services, { ...inPersonal, toId: team.owner.id }),
    await archiveAdminSpace(world.services, inPersonal),
  ]) {
    expect(errorOf(refused)).toEqual({ code: 'space_is_personal' });
  }
});
