// docs/decisions/0132-the-bucket-is-enough.md
import { NodeId, type Person } from '@coffer/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { copyNodes } from '../../src/features/files/copy/copy-nodes.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { purgeTrash } from '../../src/features/files/index.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { purgeNodes } from '../../src/features/files/trash/purge-nodes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { deleteDueBlobs } from '../../src/features/ledger/index.ts';
import { claimNext } from '../../src/features/renditions/store/renditions.ts';
import {
  deleteDueOrphans,
  runStorageJobs,
  startRepair,
  startSurvey,
} from '../../src/features/storage/index.ts';
import { valueOf } from '../../src/live.world.ts';
import { here, installationOf, prepareRebuilds, rebuildNow } from './rebuilt.world.ts';

// One segment of the installation is lost. It is named, and costs only what it held.

prepareRebuilds();

const folder = async (name: string, parentId: string): Promise<NodeId> => {
  const wanted = { parentId: NodeId.parse(parentId), name, ifExists: 'fail' } as const;
  return NodeId.parse(valueOf(await createFolder(here.services, here.owner.person, wanted)).id);
};

const move = async (id: NodeId, parentId: string): Promise<void> => {
  const wanted = { parentId: NodeId.parse(parentId), conflict: 'rename' } as const;
  valueOf(await moveNodes(here.services, here.owner.person, { ...wanted, ids: [id] }));
};

const copyToTeam = async (id: NodeId): Promise<void> => {
  const wanted = { parentId: here.teamRoot, conflict: 'rename' } as const;
  valueOf(await copyNodes(here.services, here.owner.person, { ...wanted, ids: [id] }));
};

/** Loses the segment of what `act` changes. */
async function lose<T>(act: () => Promise<T>): Promise<T> {
  const before = new Set(await installationOf());
  const done = await act();
  await here.journal();
  for (const key of await installationOf()) {
    if (!before.has(key)) valueOf(await here.store.blobs.remove(key));
  }
  return done;
}

test('a copy whose first entry is lost keeps its bytes, and its thumbnail', async () => {
  await here.journal();
  await here.journal();
  const first = await lose(async () => await here.upload('first.png', 'precious'));
  await copyToTeam(first);
  await here.journal();
  const { services, outcome, world } = await rebuildNow();
  expect(valueOf(outcome)).toMatchObject({ troubles: [{ kind: 'segment_missing' }], missing: 0 });
  const [blob] = await services.db.selectFrom('blob').selectAll().execute();
  expect(blob).toMatchObject({ state: 'referenced', copy_of: null });
  const now = new Date(world.clock.now().getTime() + HOUR_MS);
  await sql`insert into rendition (blob_id, state, due_at) values (${services.newId()}, 'wanted', ${now}),
    (${blob?.id}, 'wanted', ${now}) on conflict do nothing`.execute(services.db);
  // A thumbnail without an object holds up no other.
  await sql`update rendition set asked_at = ${now} where blob_id <> ${blob?.id}`.execute(services.db);
  const leaseUntil = new Date(now.getTime() + MINUTE_MS);
  expect(await claimNext(services.db, { now, leaseUntil })).toMatchObject({ blob_id: blob?.id });
  const admin: Person = { ...here.owner.person, role: 'administrator' };
  const survey = valueOf(await startSurvey(services, admin));
  await runStorageJobs(services);
  expect(await services.db.selectFrom('storage_finding').selectAll().execute()).toEqual([]);
  valueOf(await startRepair(services, admin, { surveyId: survey.id, allowMany: false }));
  await runStorageJobs(services);
  world.clock.advance(15 * DAY_MS);
  expect(await deleteDueOrphans(services)).toBe(0);
});

test('of two tags with one name, the newer one stays', async () => {
  await here.journal();
  const now = here.world.clock.now();
  const tag = async (): Promise<string> => {
    const id = here.services.newId();
    await sql`insert into tag (id, space_id, name, name_key, color, created_at)
      values (${id}, ${here.teamId}, 'x', 'x', 'red', ${now})`.execute(here.services.db);
    return id;
  };
  const old = await tag();
  await here.journal();
  await lose(async () => await sql`delete from tag where id = ${old}`.execute(here.services.db));
  const newer = await tag();
  await here.journal();
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome)).toMatchObject({ dropped: 1, troubles: [{ kind: 'segment_missing' }] });
  expect(await services.db.selectFrom('tag').select('id').execute()).toEqual([{ id: newer }]);
});

test('a folder whose move to another space is half lost is there once', async () => {
  await here.journal();
  const moved = await folder('moved', here.owner.rootId);
  await folder('inner', moved);
  await here.journal();
  await move(moved, here.teamRoot);
  await here.journal();
  const { blobs } = here.store;
  const listed = valueOf(await blobs.listJournal({ after: undefined, limit: 1_000 })).objects;
  const own = listed.map(({ key }) => key).filter((key) => key.includes(`/${here.owner.spaceId}/`));
  valueOf(await blobs.remove(own.at(-1) ?? ''));
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome).troubles).toMatchObject([{ kind: 'segment_missing' }]);
  const named = services.db
    .selectFrom('node')
    .select(['name', 'space_id'])
    .where('name', 'in', ['moved', 'inner']);
  expect(await named.orderBy('name').execute()).toEqual([
    { name: 'inner', space_id: here.teamId },
    { name: 'moved', space_id: here.teamId },
  ]);
});

test('of folders that lie in each other, one goes to "Recovered"', async () => {
  await here.journal();
  const a = await folder('a', here.owner.rootId);
  const b = await folder('b', a);
  const deep = await folder('deep', here.owner.rootId);
  await folder('below', await folder('deeper', await folder('middle', deep)));
  await here.journal();
  await lose(async () => {
    await move(b, here.owner.rootId);
    // Then the next move changes no levels of b, and its row is not written again.
    await move(deep, b);
  });
  await move(a, b);
  await here.journal();
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome)).toMatchObject({ displaced: 1, troubles: [{ kind: 'segment_missing' }] });
  const { rows } = await sql<{ readonly name: string; readonly folder: string }>`
    select node.name, parent.name as folder from node join node parent on parent.id = node.parent_id
    where node.name in ('a', 'b', 'deep') order by 1`.execute(services.db);
  expect(rows).toEqual([
    { name: 'a', folder: 'b' },
    { name: 'b', folder: 'Recovered' },
    { name: 'deep', folder: 'Personal' },
  ]);
});

test('a file whose object is deleted stays gone, and the trash can be emptied', async () => {
  const doomed = await here.upload('doomed.txt', 'doomed', here.teamRoot);
  await here.upload('kept.txt', 'kept', here.teamRoot);
  await here.journal();
  await here.journal();
  await trashNodes(here.services, here.owner.person, [doomed]);
  await here.journal();
  await lose(async () => {
    await purgeNodes(here.services, here.owner.person, [doomed]);
    await purgeTrash(here.services);
  });
  here.world.clock.advance(3 * DAY_MS);
  await deleteDueBlobs(here.services);
  await here.journal();
  const { services, outcome, world } = await rebuildNow();
  expect(valueOf(outcome).troubles).toMatchObject([{ kind: 'segment_missing' }]);
  const files = services.db.selectFrom('node').select('name').where('kind', '=', 'file');
  expect(await files.execute()).toEqual([{ name: 'kept.txt' }]);
  world.clock.advance(60 * DAY_MS);
  await purgeTrash(services);
});

test('a segment that did not count hides none behind it, also if the clock of its server was ahead', async () => {
  await here.journal();
  await here.journal();
  await here.upload('one.txt', 'one');
  const { db } = here.services;
  const before = await db.selectFrom('journal').selectAll().executeTakeFirstOrThrow();
  const marks = await sql<{ kind: string; key: unknown; at: Date }>`select * from journal_pending`.execute(
    db,
  );
  here.world.clock.advance(10_000);
  await here.journal();
  // As if the connection was lost before the journal advanced.
  await db.updateTable('journal').set(before).execute();
  for (const { kind, key, at } of marks.rows) {
    await sql`insert into journal_pending (kind, key, at) values (${kind}, ${JSON.stringify(key)}::jsonb, ${at})`.execute(
      db,
    );
  }
  here.world.clock.advance(-10_000);
  await here.journal();
  for (const name of ['two', 'three']) {
    await folder(name, here.owner.rootId);
    await here.journal();
  }
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome).troubles).toEqual([]);
  const named = services.db
    .selectFrom('node')
    .select('name')
    .where('name', 'in', ['one.txt', 'two', 'three']);
  expect(await named.execute()).toHaveLength(3);
});

test('behind a restored backup, a lost segment of the new chain is named', async () => {
  await here.journal();
  await folder('early', here.owner.rootId);
  await here.journal();
  const { db } = here.services;
  const before = await db.selectFrom('journal').selectAll().executeTakeFirstOrThrow();
  for (const name of ['old 1', 'old 2', 'old 3']) {
    await folder(name, here.owner.rootId);
    await here.journal();
  }
  await db.deleteFrom('node').where('name', 'like', 'old %').execute();
  await sql`truncate journal_pending`.execute(db);
  await db.updateTable('journal').set(before).execute();
  here.world.clock.advance(HOUR_MS);
  await folder('new 1', here.owner.rootId);
  await here.journal();
  await lose(async () => await folder('new 2', here.owner.rootId));
  here.world.clock.advance(1_000);
  await folder('new 3', here.owner.rootId);
  await here.journal();
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome).troubles).toEqual([{ kind: 'segment_missing', name: String(before.sequence + 2) }]);
  const named = services.db.selectFrom('node').select('name').where('name', 'like', '% _').orderBy('name');
  expect(await named.execute()).toEqual([{ name: 'new 1' }, { name: 'new 3' }]);
});
