// docs/decisions/0155-retention-of-each-space.md
import { type ChangeSpaceRetentionRequest, LIMITS, type Person, SpaceId } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listFeed } from '../../src/features/files/details/list-feed.ts';
import { listVersions } from '../../src/features/files/list-versions.ts';
import {
  countAdminRetentionEffect,
  countRetentionEffect,
} from '../../src/features/files/trash/count-retention-effect.ts';
import { getTrashSummary } from '../../src/features/files/trash/get-trash-summary.ts';
import {
  changeAdminRetention,
  changeSpaceRetention,
} from '../../src/features/spaces/retention/change-retention.ts';
import { getAdminRetention, getSpaceRetention } from '../../src/features/spaces/retention/get-retention.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { GRACE_MS, idOf, retentionWorld } from './retention.world.ts';

const { admin, here, revision, keep, keepAsAdmin, set, trashOf, trashed, replaced, effectOf } =
  retentionWorld();

test('managers stay within the bounds of the settings, and administrators within those of the server', async () => {
  const { owner } = here;
  const spaceId = idOf(owner);
  valueOf(await set({ spaceTrashDaysMin: 7, spaceTrashDaysMax: 60, spaceVersionsKeptMax: 20 }));
  const ask = async (change: ChangeSpaceRetentionRequest) =>
    await changeSpaceRetention(here.services, owner.person, {
      spaceId,
      change,
      revision: await revision(spaceId),
    });
  for (const [change, issue] of [
    [{ trashDays: 6 }, { path: 'trashDays', code: 'too_small' }],
    [{ trashDays: 61 }, { path: 'trashDays', code: 'too_big' }],
    [{ versionsKept: 21 }, { path: 'versionsKept', code: 'too_big' }],
  ] as const) {
    expect(errorOf(await ask(change))).toMatchObject({ code: 'invalid_request', issues: [issue] });
  }
  for (const change of [{ trashDays: 7 }, { trashDays: 60 }, { versionsKept: 20 }]) {
    expect((await ask(change)).ok).toBe(true);
  }
  expect(valueOf(await keepAsAdmin(spaceId, { trashDays: 3_650 })).bounds.trashDays).toEqual({
    min: 1,
    max: 3_650,
  });
  // A value beyond the bounds stays while another one changes.
  expect(valueOf(await ask({ trashDays: 3_650, versionDays: 3 })).own).toEqual({
    trashDays: 3_650,
    versionsKept: 20,
    versionDays: 3,
  });
  expect(valueOf(await ask({ trashDays: null })).own.trashDays).toBeNull();
});

test('bounds never cross', async () => {
  expect(errorOf(await set({ spaceTrashDaysMin: 8, spaceTrashDaysMax: 7 }))).toMatchObject({
    code: 'invalid_request',
    issues: [{ path: 'spaceTrashDaysMax', code: 'too_small' }],
  });
  valueOf(await set({ spaceTrashDaysMin: 7, spaceTrashDaysMax: 7 }));
  expect(errorOf(await set({ spaceTrashDaysMin: 8 })).code).toBe('invalid_request');
  valueOf(await set({ spaceTrashDaysMax: null }));
  expect((await set({ spaceTrashDaysMin: 8 })).ok).toBe(true);
});

test('members read the retention, managers change it, and each change needs the current revision', async () => {
  const team = await makeTeam(here.world);
  const { spaceId } = team;
  const manager = await team.add('manager');
  const ask = async (person: Person, seen?: number) =>
    await changeSpaceRetention(here.services, person, { spaceId, change: { trashDays: 44 }, revision: seen });
  for (const role of ['viewer', 'contributor', 'editor'] as const) {
    const person = await team.add(role);
    expect(valueOf(await getSpaceRetention(here.services, person, spaceId)).mayChange).toBe(false);
    const refused = { code: 'not_allowed', facts: { needed_role: 'manager' } };
    expect(errorOf(await ask(person, 1))).toEqual(refused);
    const query = { trashDays: 1, versionsKept: 1, versionDays: 1 };
    expect(errorOf(await countRetentionEffect(here.services, person, { spaceId, query }))).toEqual(refused);
  }
  expect(errorOf(await ask(manager)).code).toBe('revision_required');
  const seen = valueOf(await getSpaceRetention(here.services, manager, spaceId)).revision;
  expect(valueOf(await ask(manager, seen)).revision).toBe(seen + 1);
  expect(errorOf(await ask(manager, seen))).toMatchObject({
    code: 'revision_conflict',
    facts: { current_revision: seen + 1 },
  });
  expect(valueOf(await ask(manager, seen + 1)).revision).toBe(seen + 1);
});

test('administrators change every space, auditors read, and members of neither kind get nowhere', async () => {
  const { owner } = here;
  const spaceId = idOf(owner);
  const query = { trashDays: 1, versionsKept: 1, versionDays: 1 };
  const auditor: Person = { ...admin(), role: 'auditor' };
  const member: Person = { ...admin(), role: 'member' };
  expect(valueOf(await keepAsAdmin(spaceId, { trashDays: 12 })).own.trashDays).toBe(12);
  expect(valueOf(await getAdminRetention(here.services, auditor, spaceId))).toMatchObject({
    mayChange: false,
  });
  expect((await countAdminRetentionEffect(here.services, auditor, { spaceId, query })).ok).toBe(true);
  const wanted = { spaceId, change: { trashDays: 2 }, revision: await revision(spaceId) };
  const answers = [
    await getAdminRetention(here.services, member, spaceId),
    await countAdminRetentionEffect(here.services, member, { spaceId, query }),
    await changeAdminRetention(here.services, member, wanted),
    await changeAdminRetention(here.services, auditor, wanted),
  ];
  for (const answer of answers) expect(errorOf<{ readonly code: string }>(answer).code).toBe('not_allowed');
  const missing = SpaceId.parse(here.services.newId());
  expect(errorOf(await getAdminRetention(here.services, admin(), missing)).code).toBe('space_not_found');
});

test('the trash and the versions tell the time of their space', async () => {
  const { owner } = here;
  await keep(owner, { trashDays: 9, versionsKept: 1, versionDays: 4 });
  here.world.clock.advance(GRACE_MS);
  await trashed(owner, 'gone.txt');
  const now = here.world.clock.now().getTime();
  expect((await trashOf(owner))[0]?.goesAt).toBe(new Date(now + 9 * DAY_MS).toISOString());
  const summary = valueOf(await getTrashSummary(here.services, owner.person, idOf(owner)));
  expect(summary.keptMs).toBe(9 * DAY_MS);
  const id = await replaced(owner, 'kept.txt', 1);
  const { kept, items } = valueOf(await listVersions(here.services, owner.person, { nodeId: id }));
  expect(kept).toEqual({ count: 1, days: 4 });
  expect(items.map((item) => item.keptUntil)).toEqual([null, new Date(now + 4 * DAY_MS).toISOString()]);
});

test('the count of what would go ends at its limit, and stops at the boundary', async () => {
  const { owner } = here;
  for (const name of ['a', 'b', 'c']) await trashed(owner, name);
  here.world.clock.advance(7 * DAY_MS - 1);
  expect((await effectOf(owner, { trashDays: 7, versionsKept: 100, versionDays: 30 })).trashItems).toBe(0);
  here.world.clock.advance(1);
  expect((await effectOf(owner, { trashDays: 7, versionsKept: 100, versionDays: 30 })).trashItems).toBe(3);
  const stranger = await here.world.addOwner();
  expect((await effectOf(stranger, { trashDays: 1, versionsKept: 1, versionDays: 0 })).trashItems).toBe(0);
  const many = LIMITS.retentionCountedMax + 5;
  await sql`
    insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, size_bytes, media_type, modified_at,
      created_by, trashed_at, trashed_by, created_at, updated_at)
    select ${stranger.spaceId}, gen_random_uuid(), ${stranger.rootId}, 'folder', 'n' || i, 'n' || i, 'n' || i, 0, '', now(),
      ${stranger.person.id}, 'epoch', ${stranger.person.id}, now(), now()
    from generate_series(1, ${many}) i`.execute(here.services.db);
  expect((await effectOf(stranger, { trashDays: 1, versionsKept: 1, versionDays: 0 })).trashItems).toBe(
    LIMITS.retentionCountedMax,
  );
  await sql`delete from node where space_id = ${stranger.spaceId} and parent_id is not null`.execute(
    here.services.db,
  );
});

test('a change is in the activity and the audit trail, with both numbers', async () => {
  const { owner } = here;
  await keep(owner, { trashDays: 44 });
  await keep(owner, { trashDays: 7, versionDays: null });
  await keep(owner, { trashDays: null });
  const feed = valueOf(
    await listFeed(here.services, owner.person, { spaceId: idOf(owner), after: undefined, limit: 3 }),
  );
  expect(feed.items.map(({ action }) => action)).toEqual([
    { kind: 'retention_changed', key: 'trashDays', from: 7, to: 30, isOwn: false },
    { kind: 'retention_changed', key: 'trashDays', from: 44, to: 7, isOwn: true },
    { kind: 'retention_changed', key: 'trashDays', from: 30, to: 44, isOwn: true },
  ]);
  const rows = await here.services.db
    .selectFrom('audit')
    .select(['action', 'subject_id', 'facts'])
    .where('action', '=', 'retention_changed')
    .where('subject_id', '=', owner.spaceId)
    .orderBy('sequence')
    .execute();
  expect(rows.map(({ facts }) => facts)).toEqual([
    { key: 'trashDays', from: 30, to: 44, own: 1 },
    { key: 'trashDays', from: 44, to: 7, own: 1 },
    { key: 'trashDays', from: 7, to: 30, own: 0 },
  ]);
});
