import { NodeId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { takeAway } from '../../src/features/files/jobs/undo/take-away.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { renameNode } from '../../src/features/files/rename-node.ts';
import { findJob, listItemsToUndo } from '../../src/features/files/store/jobs.ts';
import { restoreNodes } from '../../src/features/files/trash/restore-nodes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { valueOf } from '../../src/live.world.ts';
import type { Tx } from '../../src/platform/db/db.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { copyWorld } from '../copy/copy.world.ts';
import { insertMany } from '../copy/many.world.ts';

const here = copyWorld({ quotaBytes: 1_000_000 });
const ITEMS = 11 * 1_000;

/** Restores a large folder from the trash. */
async function restoreLarge() {
  const top = NodeId.parse(await here.folder('top'));
  await insertMany(here, { parentId: top, folders: 11, filesEach: ITEMS / 11 });
  await sql`vacuum analyze node`.execute(here.services.db);
  await trashNodes(here.services, here.owner.person, [top]);
  here.world.clock.advance(1);
  const { jobId } = await restoreNodes(here.services, here.owner.person, [top]);
  here.world.clock.advance(1);
  return { top, jobId: defined(jobId, 'the folder was restored') };
}

const rowsRead = async (tx: Tx): Promise<number> => {
  const query = sql<{ readonly count: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
    from pg_stat_xact_user_tables where relname = 'node'`;
  return (await query.execute(tx)).rows[0]?.count ?? 0;
};

const undo = async (jobId: string) =>
  valueOf(await undoJob({ ...here.services, log: here.world.services.log }, here.owner.person, jobId));

test('the undo of the restore of a large folder does not read its items under the lock', async () => {
  const { jobId } = await restoreLarge();
  const read = await inTransaction(here.services.db, async (tx) => {
    const job = defined(await findJob(tx, jobId), 'it was begun');
    const items = await listItemsToUndo(tx, { jobId, before: job.position, limit: 10 });
    expect(items).toHaveLength(1);
    const { clock, newId } = here.services;
    const undoing = { actor: here.owner.person, now: clock.now(), newId, jobId, doneAt: job.created_at };
    const before = await rowsRead(tx);
    const { refused } = await takeAway(
      { ...undoing, tx, trashDays: new Map([[here.owner.spaceId, 30]]) },
      items,
    );
    expect([...refused.values()]).toEqual([]);
    return (await rowsRead(tx)) - before;
  });
  expect(read).toBeLessThan(ITEMS / 10);
});

test('a large restored folder stays if something deep in it was changed, and goes once that was undone', async () => {
  const { top, jobId } = await restoreLarge();
  const file = await here.services.db
    .selectFrom('node')
    .innerJoin('node as folder', 'folder.id', 'node.parent_id')
    .select(['node.id', 'node.revision'])
    .where('folder.parent_id', '=', top)
    .limit(1)
    .executeTakeFirstOrThrow();
  const change = { nodeId: NodeId.parse(file.id), name: 'changed', revision: file.revision };
  const renamed = valueOf(await renameNode(here.services, here.owner.person, change));
  here.world.clock.advance(1);
  expect(await undo(jobId)).toMatchObject({ undone: 0, refused: [{ code: 'changed_since' }] });
  here.world.clock.advance(1);
  await undo(defined(renamed.jobId, 'it was renamed'));
  here.world.clock.advance(1);
  expect(await undo(jobId)).toMatchObject({ undone: 1, kept: 0 });
});
