// Counts the rows read, because timings depend on load.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, startWorld, type World } from '../../live.world.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { hasReferenced, listByKeys, listReferenced } from './store/ledger.ts';

const OBJECTS = 3_000;
const PAGE = 5;

let world: World;
let owner: Owner;
const keys = Array.from({ length: OBJECTS }, () => `blobs/${randomUUID()}`);

beforeAll(async () => {
  world = await startWorld();
  owner = await world.addOwner();
  const { db, clock, newId } = world.services;
  const now = clock.now();
  await sql`
    insert into blob (id, space_id, key, size_bytes, state, created_at, updated_at)
    select id, ${owner.spaceId}, key, 0, 'referenced', ${now}, ${now}
    from unnest(${keys.map(() => newId())}::uuid[], ${keys}::text[]) as new (id, key)`.execute(db);
  // On a real server, autovacuum does this.
  await sql`analyze blob`.execute(db);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function rowsReadFor(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return await inTransaction(world.services.db, async (tx) => {
    const before = await rowsRead(tx);
    await work(tx);
    return (await rowsRead(tx)) - before;
  });
}

async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'blob'`.execute(
    tx,
  );
  return rows[0]?.read ?? Number.NaN;
}

test('objects are found by their keys, and listed in the order of bytes, without a look at the others', async () => {
  const sorted = keys.toSorted();
  const asked = sorted.slice(100, 100 + PAGE);
  const found = await rowsReadFor(async (tx) => {
    expect([...(await listByKeys(tx, asked)).keys()].toSorted()).toEqual(asked);
  });
  expect(found).toBe(PAGE);
  const listed = await rowsReadFor(async (tx) => {
    const rows = await listReferenced(tx, { after: sorted[99] ?? '', until: undefined, limit: PAGE });
    expect(rows.map(({ key }) => key)).toEqual(asked);
  });
  expect(listed).toBeLessThanOrEqual(PAGE + 1);
  expect(await rowsReadFor(async (tx) => await hasReferenced(tx))).toBe(1);
});
