// Counts the rows read, because timings depend on load.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, startWorld, type World } from '../../live.world.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { putFiles } from './put-files.ts';

let world: World;
let owner: Owner;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.addOwner();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function rowsReadFor(count: number, name: string): Promise<number> {
  const { db, clock, newId } = world.services;
  const now = clock.now();
  return await inTransaction(db, async (tx) => {
    const blobs = Array.from({ length: count }, () => randomUUID());
    await tx
      .insertInto('blob')
      .values(
        blobs.map((id) => ({
          id,
          space_id: owner.spaceId,
          key: id,
          size_bytes: 1,
          etag: null,
          sha256: null,
          state: 'verified' as const,
          verified_at: now,
          urls_until: null,
          delete_after: null,
          last_look_at: null,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    const before = await rowsRead(tx);
    await putFiles(
      tx,
      { spaceId: owner.spaceId, now, newId },
      blobs.map((blobId, index) => ({
        parentId: owner.rootId,
        name: `${name} ${index}`,
        nodeId: newId(),
        versionId: newId(),
        blobId,
        sizeBytes: 1,
        mediaType: 'text/plain',
        sha256: 'of no importance',
        modifiedAt: now,
        authorId: owner.person.id,
        mayReplace: () => false,
      })),
    );
    return (await rowsRead(tx)) - before;
  });
}

async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as read from pg_stat_xact_user_tables
    where relname in ('node', 'version')`.execute(tx);
  return rows[0]?.read ?? Number.NaN;
}

test('putting ten files reads no existing rows, from the first file of a new database on', async () => {
  // The connection pool reuses one connection, so the query plan of the first file stays in use.
  await rowsReadFor(1, 'first');
  const few = await rowsReadFor(10, 'few');
  for (let batch = 0; batch < 4; batch += 1) await rowsReadFor(500, `batch ${batch}`);
  const many = await rowsReadFor(10, 'many');
  expect(few).toBeGreaterThan(10);
  expect(many).toBeLessThanOrEqual(few);
});
