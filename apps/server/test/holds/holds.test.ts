// docs/decisions/0151-legal-hold.md
import {
  AdminSpacesQuery,
  LIMITS,
  NodeId,
  type Person,
  SERVER_LIMITS,
  SpaceId,
  VersionId,
} from '@coffer/contracts';
import { DAY_MS, defined } from '@coffer/kit';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { countPurges, pruneVersions, purgeTrash } from '../../src/features/files/index.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { listVersions } from '../../src/features/files/list-versions.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { emptyTrash } from '../../src/features/files/trash/empty-trash.ts';
import { listTrash } from '../../src/features/files/trash/list-trash.ts';
import { purgeNodes } from '../../src/features/files/trash/purge-nodes.ts';
import { restoreNodes } from '../../src/features/files/trash/restore-nodes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { deleteVersion } from '../../src/features/files/versions/delete-version.ts';
import { deleteDueBlobs } from '../../src/features/ledger/index.ts';
import { emptyArchivedSpaces, lockSpace } from '../../src/features/spaces/index.ts';
import {
  archiveAdminSpace,
  restoreAdminSpace,
} from '../../src/features/spaces/administration/archive-admin-space.ts';
import { endHold, holdSpace } from '../../src/features/spaces/administration/hold-space.ts';
import { listAdminSpaces } from '../../src/features/spaces/administration/list-admin-spaces.ts';
import { restoreArchivedRow, trashRootChildren } from '../../src/features/spaces/store/archive.ts';
import { archiveSpace } from '../../src/features/spaces/team/archive-space.ts';
import { makeTeam, revisionOfSpace } from '../../src/features/spaces/team.world.ts';
import { uploaded } from '../../src/live-upload.contract.ts';
import { errorOf, type Owner, valueOf } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { copyWorld } from '../copy/copy.world.ts';
import { jobsOf } from '../jobs/jobs.world.ts';

const here = copyWorld({ quotaBytes: 10_000 });
const jobs = jobsOf(() => here);
const { file, folder } = here;

let admin: Person;
beforeEach(async () => {
  admin = { ...(await here.world.addOwner()).person, role: 'administrator' };
  // The last test may have left something due.
  await purgeTrash(here.services);
});

const idOf = ({ spaceId }: Owner): SpaceId => SpaceId.parse(spaceId);
const seenNow = async (spaceId: SpaceId) => ({
  spaceId,
  revision: await revisionOfSpace(here.services.db, spaceId),
});
const hold = async (spaceId = idOf(here.owner), reason = 'Case 7') =>
  valueOf(await holdSpace(here.services, { actor: admin, ...(await seenNow(spaceId)), reason }));
const release = async (spaceId = idOf(here.owner)) =>
  valueOf(await endHold(here.services, { actor: admin, ...(await seenNow(spaceId)) }));
const trashOf = async () => {
  const query = { sort: 'name', order: 'asc', at: 0, limit: 10 } as const;
  return valueOf(await listTrash(here.services, person(), { spaceId: idOf(here.owner), query })).items;
};
const nodes = (...ids: readonly string[]) => ids.map((id) => NodeId.parse(id));
const move = async (id: string, parentId: string) =>
  valueOf(
    await moveNodes(here.services, here.owner.person, {
      ids: nodes(id),
      parentId: NodeId.parse(parentId),
      conflict: 'fail',
    }),
  );
const versionsOf = async (id: string) =>
  valueOf(await listVersions(here.services, here.owner.person, { nodeId: NodeId.parse(id) })).items;

async function replaced(name: string): Promise<NodeId> {
  const { id } = await file(name);
  await uploaded(here.services, here.owner, { name, bytes: Buffer.alloc(20, 'x'), conflict: 'replace' });
  return id;
}

async function otherSpace(): Promise<Owner> {
  const other = await here.world.addOwner({ quotaBytes: 10_000 });
  const key = { space_id: other.spaceId, user_id: here.owner.person.id };
  await here.services.db
    .insertInto('member')
    .values({ ...key, role: 'editor', created_at: here.world.clock.now() })
    .execute();
  return other;
}

interface Scene {
  readonly other: Owner;
  /** In the trash. */
  readonly gone: string;
  readonly kept: string;
  readonly teamId: SpaceId;
  readonly teamOwner: Person;
  readonly movedIn: string | undefined;
}

async function sceneOnHold(): Promise<Scene> {
  const other = await otherSpace();
  const [gone, kept] = [(await file('gone.txt')).id, await replaced('kept.txt')];
  await here.trash(gone);
  const stays = await file('stays.txt', { owner: other });
  await here.services.db
    .updateTable('member')
    .set({ role: 'manager' })
    .where('space_id', '=', other.spaceId)
    .where('user_id', '=', here.owner.person.id)
    .execute();
  const { jobId } = await move(stays.id, here.owner.rootId);
  const team = await makeTeam(here.world);
  await hold();
  await hold(team.spaceId);
  return { other, gone, kept, teamId: team.spaceId, teamOwner: team.owner, movedIn: jobId };
}

const WAITING = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const codeOf = (items: readonly { readonly ok: boolean; readonly code?: string }[]) => items[0]?.code;
const person = () => here.owner.person;

const WAYS: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'deleting permanently': async ({ gone }) =>
    codeOf((await purgeNodes(here.services, person(), nodes(gone))).items),
  'emptying the trash': async () =>
    errorOf(await emptyTrash(here.services, person(), { spaceId: idOf(here.owner), body: {} })).code,
  'a job that deletes chosen items': async ({ gone }) => {
    const job = valueOf(await jobs.start({ act: 'purge', selection: { of: 'items', ids: nodes(gone) } }));
    return (await jobs.finish(job.id)).reasons[0]?.code;
  },
  'a job that empties the trash': async () =>
    errorOf(
      await jobs.start({ act: 'purge', selection: { of: 'trash', spaceId: idOf(here.owner), except: [] } }),
    ).code,
  'deleting one version': async ({ kept }) => {
    const versionId = VersionId.parse((await versionsOf(kept)).at(-1)?.id);
    return errorOf(await deleteVersion(here.services, person(), { nodeId: NodeId.parse(kept), versionId }))
      .code;
  },
  'moving to another space': async ({ other, kept }) => codeOf((await move(kept, other.rootId)).items),
  'undoing a move into it': async ({ movedIn }) => {
    const undone = valueOf(await undoJob(here.services, person(), movedIn ?? ''));
    return undone.reasons[0]?.code;
  },
  'archiving by its owner': async ({ teamId, teamOwner }) =>
    errorOf(await archiveSpace(here.services, teamOwner, teamId)).code,
  'archiving by an administrator': async ({ teamId }) =>
    errorOf(await archiveAdminSpace(here.services, { actor: admin, spaceId: teamId })).code,
};

test.each(Object.entries(WAYS))('on hold, %s is refused and loses nothing', async (_, way) => {
  const scene = await sceneOnHold();
  const before = await here.figuresFor(here.owner);
  expect(await way(scene)).toBe('under_hold');
  expect(await here.figuresFor(here.owner)).toEqual(before);
  expect(await versionsOf(scene.kept)).toHaveLength(2);
  await restoreNodes(here.services, person(), nodes(scene.gone));
  expect(await here.download(scene.gone)).toEqual(Buffer.alloc(10, 'gone.txt'));
});

test('people go on working: the trash, new versions and copies to other spaces', async () => {
  const { other, gone, kept } = await sceneOnHold();
  expect(valueOf(await here.copy([kept], other.rootId)).items[0]).toMatchObject({ ok: true });
  await replaced('more.txt');
  await here.trash(kept);
  await restoreNodes(here.services, person(), nodes(kept, gone));
  expect(Object.keys(await here.treeOf(here.owner.rootId)).toSorted()).toEqual([
    'gone.txt',
    'kept.txt',
    'more.txt',
    'stays.txt',
  ]);
});

const expireAll = async () => {
  here.world.clock.advance(LIMITS.trashLifeMs + DAY_MS);
  await purgeTrash(here.services);
  await pruneVersions(here.services);
  here.world.clock.advance(LIMITS.purgedLifeMs + DAY_MS);
  await deleteDueBlobs(here.services);
};

test('jobs skip a space on hold, go on with others, and do what is due when it ends', async () => {
  const other = await here.world.addOwner({ quotaBytes: 10_000 });
  const old = await replaced('old.txt');
  await here.services.db
    .insertInto('admin_setting')
    .values([
      { key: 'versionsKept', value: '1', previous: '1', changed_by: null, changed_at: new Date(0) },
      { key: 'versionDays', value: '1', previous: '1', changed_by: null, changed_at: new Date(0) },
    ])
    .execute();
  here.services.settings.forget();
  const [mine, theirs] = [await file('mine.txt'), await file('theirs.txt', { owner: other })];
  await here.trash(mine.id);
  await trashNodes(here.services, other.person, nodes(theirs.id));
  await hold();
  expect((await trashOf())[0]?.goesAt).toBeNull();
  await expireAll();
  expect(await here.figuresFor(other)).toMatchObject({ used: 0, purged: 0 });
  expect(await here.figuresFor(here.owner)).toMatchObject({ used: 40, purged: 0 });
  expect(await versionsOf(old)).toHaveLength(2);
  await release();
  await expireAll();
  expect(await here.figuresFor(here.owner)).toEqual({ used: 20, reserved: 0, held: 0, purged: 0 });
  expect(await versionsOf(old)).toHaveLength(1);
  await here.services.db.deleteFrom('admin_setting').execute();
  here.services.settings.forget();
});

test('the collector leaves an object as long as a space on hold has a version of it, or had one', async () => {
  const other = await otherSpace();
  const original = await file('original.txt', { owner: other });
  const copy = await here.copyOne(original.id, here.owner.rootId);
  const purged = await file('purged.txt');
  await here.purge(here.owner, purged.id);
  await hold();
  await here.purge(other, original.id);
  await expireAll();
  expect(await here.figuresFor(other)).toMatchObject({ used: 0, purged: 0 });
  expect(await here.download(copy.id)).toEqual(Buffer.alloc(10, 'original.txt'));
  expect(await here.storedBytes()).toBe(20);
  await release();
  await expireAll();
  expect(await here.storedBytes()).toBe(10);
});

test('what had no room in the quarantine is kept too, and so is what was due when the hold began', async () => {
  const { services, store } = here;
  const files = [await file('one.txt'), await file('two.txt')];
  const quotaOf = (bytes: number) =>
    services.db.updateTable('space').set({ quota_bytes: bytes }).where('id', '=', here.owner.spaceId);
  await quotaOf(15).execute();
  await here.purge(here.owner, ...files.map(({ id }) => id));
  expect(await here.figuresFor(here.owner)).toEqual({ used: 0, reserved: 0, held: 10, purged: 10 });
  here.world.clock.advance(LIMITS.purgedLifeMs + DAY_MS);
  const remove: typeof store.blobs.remove = async (...given) => {
    await hold();
    return await store.blobs.remove(...given);
  };
  await deleteDueBlobs({ ...services, blobs: { ...store.blobs, remove } });
  expect(await here.storedBytes()).toBe(10);
  await deleteDueBlobs(services);
  expect(await here.storedBytes()).toBe(10);
  await release();
  await deleteDueBlobs(services);
  expect(await here.storedBytes()).toBe(0);
});

test('a deletion that has begun stops at the hold, which gives what is left back to the trash', async () => {
  const top = await folder('top');
  const inside = await file('inside.txt', { parentId: top });
  await here.trash(top);
  await here.services.db
    .updateTable('node')
    .set({ purge_began_at: here.world.clock.now() })
    .where('id', '=', top)
    .execute();
  await hold();
  expect((await countPurges(here.services.db)).waiting).toBe(0);
  const trail = here.services.db.selectFrom('audit').select(['action', 'facts']);
  expect(await trail.where('subject_id', '=', here.owner.spaceId).orderBy('sequence').execute()).toEqual([
    { action: 'hold_began', facts: { reason: 'Case 7' } },
    { action: 'purge_stopped', facts: { count: 1, names: ['top'] } },
  ]);
  await purgeTrash(here.services);
  expect(await trashOf()).toMatchObject([{ node: { id: top } }]);
  await release();
  await purgeTrash(here.services);
  await restoreNodes(here.services, person(), nodes(top));
  expect(await here.download(inside.id)).toEqual(Buffer.alloc(10, 'inside.txt'));
});

test('only the hold that was seen is ended, and none is replaced unseen', async () => {
  const spaceId = idOf(here.owner);
  const about = { actor: admin, ...(await seenNow(spaceId)) };
  await hold(spaceId, 'First');
  expect(errorOf(await holdSpace(here.services, { ...about, reason: 'Mine' })).code).toBe(
    'revision_conflict',
  );
  const first = { actor: admin, ...(await seenNow(spaceId)) };
  await hold(spaceId, 'Second');
  expect(errorOf(await endHold(here.services, first)).code).toBe('revision_conflict');
  const unseen = { ...first, revision: undefined };
  expect(errorOf(await endHold(here.services, unseen)).code).toBe('revision_required');
  const { items } = valueOf(
    await listAdminSpaces(here.services, admin, AdminSpacesQuery.parse({ text: person().name })),
  );
  expect(items).toMatchObject([{ hold: { reason: 'Second' } }]);
  valueOf(await endHold(here.services, { ...first, revision: items[0]?.revision }));
  valueOf(await endHold(here.services, first));
});

test('an archived space on hold is not emptied, and comes back even after its days', async () => {
  const { spaceId, owner } = await makeTeam(here.world);
  valueOf(await archiveSpace(here.services, owner, spaceId));
  await hold(spaceId);
  here.world.clock.advance(SERVER_LIMITS.archiveLifeMs + DAY_MS);
  expect(await emptyArchivedSpaces(here.services)).toBe(0);
  const about = { actor: admin, spaceId };
  valueOf(await restoreAdminSpace(here.services, about));
  await release(spaceId);
  valueOf(await archiveAdminSpace(here.services, about));
  here.world.clock.advance(SERVER_LIMITS.archiveLifeMs + DAY_MS);
  expect(await emptyArchivedSpaces(here.services)).toBe(1);
});

test('an archive that is restored while its deletion waits is left alone, with what had gone to the trash', async () => {
  const { spaceId, owner, space } = await makeTeam(here.world);
  const { db } = here.services;
  const [parentId, names] = [NodeId.parse(space.rootId), ['first', 'second']];
  for (const name of names) {
    valueOf(await createFolder(here.services, owner, { parentId, name, ifExists: 'fail' }));
  }
  valueOf(await archiveSpace(here.services, owner, spaceId));
  const { archived_at: at } = await db
    .selectFrom('space')
    .select('archived_at')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  here.world.clock.advance(SERVER_LIMITS.archiveLifeMs + DAY_MS);
  let emptied: Promise<number> | undefined;
  await inTransaction(db, async (tx) => {
    await lockSpace(tx, spaceId);
    emptied = emptyArchivedSpaces(here.services);
    await expect.poll(async () => (await WAITING.execute(db)).rows.length).toBe(1);
    // As a hold between two steps leaves it.
    await trashRootChildren(tx, { spaceId, rootId: space.rootId, at: defined(at, 'archived'), limit: 1 });
    await restoreArchivedRow(tx, { spaceId, now: here.world.clock.now() });
  });
  await emptied;
  await purgeTrash(here.services);
  expect(Object.keys(await here.treeOf(space.rootId, owner)).toSorted()).toEqual(names);
});

test('the database itself refuses what would lose something', async () => {
  const { other, gone, kept } = await sceneOnHold();
  const spaceId = here.owner.spaceId;
  for (const statement of [
    sql`delete from version where space_id = ${spaceId}`,
    sql`update node set purge_began_at = now() where id = ${gone}`,
    sql`update version set space_id = ${other.spaceId} where node_id = ${kept}`,
    sql`update node set space_id = ${other.spaceId} where id = ${kept}`,
    sql`update blob set state = 'unreferenced' where space_id = ${spaceId}`,
  ]) {
    await expect(inTransaction(here.services.db, async (tx) => await statement.execute(tx))).rejects.toThrow(
      'the space is on hold',
    );
  }
});

test('only administrators begin, change and end a hold; the trail has the reasons', async () => {
  const spaceId = idOf(here.owner);
  for (const role of ['member', 'auditor'] as const) {
    const about = { actor: { ...admin, role }, ...(await seenNow(spaceId)) };
    for (const refused of [
      await holdSpace(here.services, { ...about, reason: 'no' }),
      await endHold(here.services, about),
    ]) {
      expect(errorOf(refused)).toEqual({ code: 'not_allowed', facts: { needed_role: 'administrator' } });
    }
  }
  const unknown = { actor: admin, spaceId: SpaceId.parse(here.services.newId()), revision: 1 };
  expect(errorOf(await endHold(here.services, unknown)).code).toBe('space_not_found');
  await hold(spaceId, 'First');
  const beganAt = here.world.clock.now().toISOString();
  here.world.clock.advance(DAY_MS);
  const other: Person = { ...(await here.world.addOwner()).person, role: 'administrator' };
  valueOf(await holdSpace(here.services, { actor: other, ...(await seenNow(spaceId)), reason: 'Second' }));
  await hold(spaceId, 'Second');
  const query = AdminSpacesQuery.parse({ state: 'held', text: person().name });
  const page = valueOf(await listAdminSpaces(here.services, admin, query));
  expect(page.items).toMatchObject([
    { id: spaceId, hold: { beganAt, reason: 'Second', byName: admin.name }, role: null },
  ]);
  await Promise.all([release(), release()]);
  const trail = await here.services.db
    .selectFrom('audit')
    .select(['action', 'facts'])
    .where('subject_id', '=', spaceId)
    .orderBy('sequence')
    .execute();
  expect(trail).toEqual([
    { action: 'hold_began', facts: { reason: 'First' } },
    { action: 'hold_changed', facts: { reason: 'Second' } },
    { action: 'hold_ended', facts: { reason: 'Second' } },
  ]);
});
