// Counts the rows read, because timings depend on load.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, startWorld, type World } from '../../live.world.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { moveBlobs } from '../ledger/index.ts';
import { listDueBlobs } from '../ledger/store/blobs.ts';
import {
  commitUploads,
  findUploads,
  listOpenUploads,
  listOverdueIds,
  lockUploadRows,
  lockUploads,
} from './store.ts';

const OVER = 3_000;
const OPEN = 10;

let world: World;
let owner: Owner;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.addOwner();
  await addUploads(OVER, { state: 'committed', blobState: 'referenced' });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

interface Added {
  readonly id: string;
  readonly blobId: string;
  readonly key: string;
}

async function addUploads(
  count: number,
  { state, blobState }: { readonly state: string; readonly blobState: string },
): Promise<readonly Added[]> {
  const { db, clock } = world.services;
  const now = clock.now();
  const added = Array.from({ length: count }, (): Added => {
    const blobId = randomUUID();
    return { id: randomUUID(), blobId, key: `blobs/${blobId}` };
  });
  const blobIds = added.map(({ blobId }) => blobId);
  await sql`
    insert into blob (id, space_id, key, size_bytes, state, created_at, updated_at)
    select id, ${owner.spaceId}, 'blobs/' || id, 0, ${blobState}, ${now}, ${now}
    from unnest(${blobIds}::uuid[]) as new (id)`.execute(db);
  await sql`
    insert into upload (id, space_id, parent_id, name, node_id, version_id, blob_id, size_bytes, media_type, modified_at,
      part_size_bytes, part_count, conflict, integrity, state, reserved_bytes, created_by, created_at, updated_at, expires_at)
    select new.id, ${owner.spaceId}, ${owner.rootId}, 'name', new.id, new.id, new.blob_id, 0, '', ${now}, 0, 1, 'ask', 1,
      ${state}, 0, ${owner.person.id}, ${now}, ${now}, ${now}::timestamptz + interval '1 day'
    from unnest(${added.map(({ id }) => id)}::uuid[], ${blobIds}::uuid[]) as new (id, blob_id)`.execute(db);
  return added;
}

async function rowsReadFor(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return await inTransaction(world.services.db, async (tx) => {
    const before = await rowsRead(tx);
    await work(tx);
    return (await rowsRead(tx)) - before;
  });
}

async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as read from pg_stat_xact_user_tables
    where relname in ('blob', 'upload')`.execute(tx);
  return rows[0]?.read ?? Number.NaN;
}

test('uploads are found, locked and committed without a look at the others', async () => {
  const open = await addUploads(OPEN, { state: 'uploading', blobState: 'intended' });
  const ids = open.map(({ id }) => id);
  const now = world.services.clock.now();
  const found = await rowsReadFor(async (tx) => {
    const uploads = await findUploads(tx, ids);
    expect([...uploads.values()].map(({ key }) => key).toSorted()).toEqual(
      open.map(({ key }) => key).toSorted(),
    );
  });
  expect(found).toBe(2 * OPEN);
  expect(await rowsReadFor(async (tx) => await lockUploads(tx, ids))).toBeLessThanOrEqual(4 * OPEN);
  expect(await rowsReadFor(async (tx) => await lockUploadRows(tx, ids))).toBeLessThanOrEqual(2 * OPEN);
  const moves = open.map(({ blobId }) => ({ blobId, to: 'referenced' as const }));
  expect(await rowsReadFor(async (tx) => await moveBlobs(tx, { moves, now }))).toBeLessThanOrEqual(3 * OPEN);
  const commits = ids.map((id) => ({ id, nodeId: id }));
  expect(await rowsReadFor(async (tx) => await commitUploads(tx, commits, now))).toBeLessThanOrEqual(
    2 * OPEN,
  );
});

test('ended uploads are not read when listing open ones', async () => {
  const open = await addUploads(OPEN, { state: 'reserved', blobState: 'intended' });
  const now = world.services.clock.now();
  const later = new Date(now.getTime() + 2 * 24 * 60 * 60 * 1_000);
  const listed = await rowsReadFor(async (tx) => {
    const uploads = await listOpenUploads(tx, { userId: owner.person.id, now, limit: 100 });
    expect(uploads).toHaveLength(OPEN);
  });
  expect(listed).toBe(2 * OPEN);
  const overdue = await rowsReadFor(async (tx) => {
    expect((await listOverdueIds(tx, later, 100)).toSorted()).toEqual(open.map(({ id }) => id).toSorted());
  });
  expect(overdue).toBe(OPEN);
});

test('an object that is due is found without a look at the others', async () => {
  const [one] = await addUploads(1, { state: 'aborted', blobState: 'intended' });
  const { db, clock } = world.services;
  const now = clock.now();
  await sql`update blob set state = 'quarantined', delete_after = ${now} where key = ${one?.key}`.execute(db);
  const due = await rowsReadFor(async (tx) => {
    expect((await listDueBlobs(tx, now, 10)).map(({ key }) => key)).toEqual([one?.key]);
  });
  expect(due).toBeLessThanOrEqual(OPEN);
});
