// docs/decisions/0155-retention-of-each-space.md
import {
  type ChangeSpaceRetentionRequest,
  LIMITS,
  NodeId,
  type Person,
  type RetentionEffectQuery,
  SERVER_LIMITS,
  SETTING_DEFAULTS,
  SpaceId,
} from '@coffer/contracts';
import { DAY_MS, MINUTE_MS } from '@coffer/kit';
import { array, assert, asyncProperty, integer, option, record } from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { listFeed } from '../../src/features/files/details/list-feed.ts';
import { listVersions } from '../../src/features/files/list-versions.ts';
import { pruneVersions, purgeTrash } from '../../src/features/files/index.ts';
import {
  countAdminRetentionEffect,
  countRetentionEffect,
} from '../../src/features/files/trash/count-retention-effect.ts';
import { getTrashSummary } from '../../src/features/files/trash/get-trash-summary.ts';
import { listTrash } from '../../src/features/files/trash/list-trash.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { changeSettings } from '../../src/features/settings/change-settings.ts';
import { getSettings } from '../../src/features/settings/get-settings.ts';
import { endHold, holdSpace } from '../../src/features/spaces/administration/hold-space.ts';
import {
  changeAdminRetention,
  changeSpaceRetention,
} from '../../src/features/spaces/retention/change-retention.ts';
import { getAdminRetention, getSpaceRetention } from '../../src/features/spaces/retention/get-retention.ts';
import { makeTeam, revisionOfSpace } from '../../src/features/spaces/team.world.ts';
import { uploaded } from '../../src/live-upload.contract.ts';
import { errorOf, type Owner, valueOf } from '../../src/live.world.ts';
import { copyWorld } from '../copy/copy.world.ts';

const here = copyWorld({ quotaBytes: 1_000_000 });

let admin: Person;
beforeEach(async () => {
  admin = { ...(await here.world.addOwner()).person, role: 'administrator' };
  await here.services.db.deleteFrom('admin_setting').execute();
  here.services.settings.forget();
  await purgeTrash(here.services);
});

type Change = ChangeSpaceRetentionRequest;

const GRACE_MS = SERVER_LIMITS.settingGraceMs;
const idOf = ({ spaceId }: Owner): SpaceId => SpaceId.parse(spaceId);
const revision = async (spaceId: SpaceId) => await revisionOfSpace(here.services.db, spaceId);
const keep = async (owner: Owner, change: Change) =>
  valueOf(
    await changeSpaceRetention(here.services, owner.person, {
      spaceId: idOf(owner),
      change,
      revision: await revision(idOf(owner)),
    }),
  );
const keepAsAdmin = async (spaceId: SpaceId, change: Change) =>
  await changeAdminRetention(here.services, admin, { spaceId, change, revision: await revision(spaceId) });
const set = async (change: Parameters<typeof changeSettings>[2]['change']) => {
  const seen = valueOf(await getSettings(here.services, admin)).revision;
  return await changeSettings(here.services, admin, { change, revision: seen });
};
const trashOf = async (owner: Owner) => {
  const query = { sort: 'name', order: 'asc', at: 0, limit: 100 } as const;
  return valueOf(await listTrash(here.services, owner.person, { spaceId: idOf(owner), query })).items;
};
const trashed = async (owner: Owner, name: string): Promise<void> => {
  const { id } = await here.file(name, { owner });
  await trashNodes(here.services, owner.person, [NodeId.parse(id)]);
};
const replaced = async (owner: Owner, name: string, times: number): Promise<NodeId> => {
  const { id } = await here.file(name, { owner });
  for (let time = 0; time < times; time += 1) {
    const bytes = Buffer.alloc(20, `${name} ${time}`);
    await uploaded(here.services, owner, { name, bytes, conflict: 'replace' });
  }
  return NodeId.parse(id);
};
const numbersOf = async (owner: Owner, id: NodeId) =>
  valueOf(await listVersions(here.services, owner.person, { nodeId: id })).items.map(({ number }) => number);
const effectOf = async (owner: Owner, query: RetentionEffectQuery) =>
  valueOf(
    await countRetentionEffect(here.services, owner.person, {
      spaceId: idOf(owner),
      query,
    }),
  );

test('the trash of each space goes at its own time, to the millisecond', async () => {
  const [short, long, usual] = [here.owner, await here.world.addOwner(), await here.world.addOwner()];
  await keep(short, { trashDays: 7 });
  await keep(long, { trashDays: 90 });
  here.world.clock.advance(GRACE_MS);
  for (const owner of [short, long, usual]) await trashed(owner, 'gone.txt');
  const left = async () =>
    await Promise.all([short, long, usual].map(async (owner) => (await trashOf(owner)).length));
  const at = async (days: number) => {
    here.world.clock.advance(days * DAY_MS - 1);
    await purgeTrash(here.services);
    const before = await left();
    here.world.clock.advance(1);
    await purgeTrash(here.services);
    return [before, await left()];
  };
  expect(await at(7)).toEqual([
    [1, 1, 1],
    [0, 1, 1],
  ]);
  expect(await at(23)).toEqual([
    [0, 1, 1],
    [0, 1, 0],
  ]);
  expect(await at(60)).toEqual([
    [0, 1, 0],
    [0, 0, 0],
  ]);
});

test('for every order of changes, nothing goes before the longest time that held within the last hour', async () => {
  const days = option(integer({ min: 1, max: 60 }), { nil: null });
  const step = record({ trashDays: days, afterMs: integer({ min: 0, max: 2 * GRACE_MS }) });
  let ran = 0;
  await assert(
    asyncProperty(
      array(step, { minLength: 1, maxLength: 5 }),
      integer({ min: 0, max: 61 * DAY_MS }),
      async (steps, ageMs) => {
        const owner = await here.world.addOwner();
        await trashed(owner, 'gone.txt');
        here.world.clock.advance(ageMs);
        const held: { readonly untilMs: number; readonly days: number }[] = [];
        let daysNow = SETTING_DEFAULTS.trashDays;
        for (const { trashDays, afterMs } of steps) {
          const next = trashDays ?? SETTING_DEFAULTS.trashDays;
          held.push({ untilMs: here.world.clock.now().getTime() + GRACE_MS, days: daysNow });
          await keep(owner, { trashDays });
          daysNow = next;
          here.world.clock.advance(afterMs);
        }
        const now = here.world.clock.now().getTime();
        const recent = held.filter(({ untilMs }) => untilMs > now).map((each) => each.days);
        const age = ageMs + steps.reduce((sum, { afterMs }) => sum + afterMs, 0);
        await purgeTrash(here.services);
        const isThere = (await trashOf(owner)).length === 1;
        // A change within the hour may keep an item longer than it must, never shorter.
        const must = age < Math.max(daysNow, ...recent) * DAY_MS;
        const may = must || recent.length > 0;
        ran += 1;
        return must ? isThere : may || !isThere;
      },
    ),
    { numRuns: 25 },
  );
  expect(ran).toBeGreaterThanOrEqual(25);
}, 60_000);

test('a shorter time deletes nothing for an hour, and changing it back loses nothing', async () => {
  const { owner } = here;
  await trashed(owner, 'gone.txt');
  here.world.clock.advance(8 * DAY_MS);
  const kept = await keep(owner, { trashDays: 7 });
  const from = new Date(here.world.clock.now().getTime() + GRACE_MS).toISOString();
  expect(kept).toMatchObject({ own: { trashDays: 7 }, deletesFrom: from });
  expect((await trashOf(owner))[0]?.goesAt).toBe(from);
  here.world.clock.advance(GRACE_MS - 1);
  await purgeTrash(here.services);
  expect(await trashOf(owner)).toHaveLength(1);
  expect(await keep(owner, { trashDays: null })).toMatchObject({
    own: { trashDays: null },
    deletesFrom: null,
  });
  here.world.clock.advance(GRACE_MS);
  await purgeTrash(here.services);
  expect(await trashOf(owner)).toHaveLength(1);
  await keep(owner, { trashDays: 7 });
  here.world.clock.advance(GRACE_MS);
  await purgeTrash(here.services);
  expect(await trashOf(owner)).toEqual([]);
});

test('versions go by the retention of their space', async () => {
  const [few, many, usual] = [here.owner, await here.world.addOwner(), await here.world.addOwner()];
  await set({ versionsKept: 2, versionDays: 1 });
  await keep(few, { versionsKept: 1, versionDays: 0 });
  await keep(many, { versionsKept: 3 });
  here.world.clock.advance(GRACE_MS);
  const ids = new Map<Owner, NodeId>();
  for (const owner of [few, many, usual]) ids.set(owner, await replaced(owner, 'kept.txt', 3));
  const left = async () =>
    await Promise.all([...ids].map(async ([owner, id]) => (await numbersOf(owner, id)).length));
  here.world.clock.advance(MINUTE_MS);
  expect(await effectOf(many, { trashDays: 30, versionsKept: 1, versionDays: 0 })).toEqual({
    trashItems: 0,
    versions: 3,
  });
  await pruneVersions(here.services);
  expect(await left()).toEqual([1, 4, 4]);
  here.world.clock.advance(2 * DAY_MS);
  await pruneVersions(here.services);
  expect(await left()).toEqual([1, 3, 2]);
  await keep(many, { versionsKept: null });
  here.world.clock.advance(GRACE_MS);
  await pruneVersions(here.services);
  expect(await left()).toEqual([1, 2, 2]);
});

test('a job asks again under the lock, so a longer time saves what was listed as due', async () => {
  const { owner } = here;
  await keep(owner, { trashDays: 7, versionsKept: 1, versionDays: 0 });
  await trashed(owner, 'gone.txt');
  const id = await replaced(owner, 'kept.txt', 2);
  here.world.clock.advance(8 * DAY_MS);
  const spaceId = idOf(owner);
  const change = { trashDays: 30, versionsKept: 10 };
  const seen = await revision(spaceId);
  const { settings } = here.services;
  let isChanged = false;
  const changing = {
    ...here.services,
    settings: {
      ...settings,
      // The lists have been read when a job reads the settings of a step.
      read: async (...args: Parameters<typeof settings.read>) => {
        if (!isChanged) {
          isChanged = true;
          valueOf(
            await changeSpaceRetention(here.services, owner.person, { spaceId, change, revision: seen }),
          );
        }
        return await settings.read(...args);
      },
    },
  };
  await pruneVersions(changing);
  expect(isChanged).toBe(true);
  expect(await numbersOf(owner, id)).toHaveLength(3);
  await purgeTrash(here.services);
  expect(await trashOf(owner)).toHaveLength(1);
});

test('a hold wins over every retention, and what is due goes when it ends', async () => {
  const { owner } = here;
  const spaceId = idOf(owner);
  await keep(owner, { trashDays: 1, versionsKept: 1, versionDays: 0 });
  await trashed(owner, 'gone.txt');
  const id = await replaced(owner, 'kept.txt', 2);
  const held = { actor: admin, spaceId };
  valueOf(await holdSpace(here.services, { ...held, reason: 'Case', revision: await revision(spaceId) }));
  here.world.clock.advance(2 * DAY_MS);
  await purgeTrash(here.services);
  await pruneVersions(here.services);
  expect(await trashOf(owner)).toMatchObject([{ goesAt: null }]);
  expect(await numbersOf(owner, id)).toHaveLength(3);
  expect(valueOf(await getSpaceRetention(here.services, owner.person, spaceId)).isOnHold).toBe(true);
  valueOf(await endHold(here.services, { ...held, revision: await revision(spaceId) }));
  await purgeTrash(here.services);
  await pruneVersions(here.services);
  expect(await trashOf(owner)).toEqual([]);
  expect(await numbersOf(owner, id)).toHaveLength(1);
});

test('managers stay within the bounds of the settings, and administrators within those of the server', async () => {
  const { owner } = here;
  const spaceId = idOf(owner);
  valueOf(await set({ spaceTrashDaysMin: 7, spaceTrashDaysMax: 60, spaceVersionsKeptMax: 20 }));
  const ask = async (change: Change) =>
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
  const auditor: Person = { ...admin, role: 'auditor' };
  const member: Person = { ...admin, role: 'member' };
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
  expect(errorOf(await getAdminRetention(here.services, admin, missing)).code).toBe('space_not_found');
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
