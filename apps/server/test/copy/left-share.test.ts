import { LIMITS, NodeId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { copyStep } from '../../src/features/files/jobs/copying/copy-step.ts';
import { runJobs } from '../../src/features/files/jobs/run-jobs.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { findJob } from '../../src/features/files/store/jobs.ts';
import { uploaded } from '../../src/live-upload.contract.ts';
import { valueOf } from '../../src/live.world.ts';
import { lockSpace } from '../../src/features/spaces/index.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { copyWorld } from './copy.world.ts';

const here = copyWorld({ quotaBytes: 1_000_000 });
const { copy, file, folder, treeOf } = here;

afterEach(() => {
  vi.restoreAllMocks();
});

const services = () => ({ ...here.services, log: here.world.services.log });

test('a copy that is running leaves out what left the shared folder, and takes what moved within it', async () => {
  vi.spyOn(LIMITS as Record<string, number>, 'copiedMax', 'get').mockReturnValue(1);
  const { owner } = here;
  const viewer = await here.world.addOwner({ quotaBytes: 1_000_000 });
  const now = here.world.clock.now();
  const top = await folder('top');
  const inner = await folder('inner', top);
  const role = { role: 'viewer', message: '', expires_at: null } as const;
  const given = { granted_by: owner.person.id, created_at: now, updated_at: now };
  await here.services.db
    .insertInto('grant')
    .values({ space_id: owner.spaceId, node_id: top, user_id: viewer.person.id, ...role, ...given })
    .execute();
  const leaving = await file('leaving', { parentId: inner });
  const trashed = await file('trashed', { parentId: inner });
  const moved = await file('moved', { parentId: inner });
  await file('stays', { parentId: inner });
  const { jobId = '' } = valueOf(await copy([top], viewer.rootId, { by: viewer.person }));
  await copyStep(services(), defined(await findJob(here.services.db, jobId), 'the job was not begun'));
  const move = async (id: NodeId, parentId: string) =>
    valueOf(
      await moveNodes(here.services, owner.person, {
        ids: [id],
        parentId: NodeId.parse(parentId),
        conflict: 'fail',
      }),
    );
  await move(leaving.id, owner.rootId);
  await uploaded(here.services, owner, {
    name: 'leaving',
    bytes: Buffer.alloc(77),
    conflict: 'replace',
  });
  await here.trash(trashed.id);
  await move(moved.id, top);
  await runJobs(services());
  expect(await treeOf(viewer.rootId, viewer.person)).toEqual({ top: { inner: { moved: 10, stays: 10 } } });
  expect(await findJob(here.services.db, jobId)).toMatchObject({ state: 'done', done: 4, failed: 2 });
});

/** Another space in which the owner may change all. */
async function otherSpace() {
  const other = await here.world.addOwner({ quotaBytes: 1_000_000 });
  const member = { space_id: other.spaceId, user_id: here.owner.person.id, role: 'editor' } as const;
  await here.services.db
    .insertInto('member')
    .values({ ...member, created_at: here.world.clock.now() })
    .execute();
  return other;
}

test('a copy leaves out what moved to a space that it does not lock', async () => {
  const [source, other] = [await otherSpace(), await otherSpace()];
  const made = await file('made', { owner: source });
  // The space of the target is the oldest, so its lock is taken first.
  const begun = await inTransaction(here.services.db, async (tx) => {
    await lockSpace(tx, here.owner.spaceId);
    const pending = copy([made.id], here.owner.rootId);
    await expect.poll(isWaiting).toBe(true);
    const to = { parentId: NodeId.parse(other.rootId), conflict: 'fail' } as const;
    valueOf(await moveNodes(here.services, here.owner.person, { ids: [made.id], ...to }));
    return { pending };
  });
  expect(valueOf(await begun.pending).items).toMatchObject([{ ok: false, code: 'node_not_found' }]);
  vi.spyOn(LIMITS as Record<string, number>, 'copiedMax', 'get').mockReturnValue(0);
  const large = await file('large', { owner: source });
  const { jobId = '' } = valueOf(await copy([large.id], here.owner.rootId));
  vi.restoreAllMocks();
  const to = { parentId: NodeId.parse(other.rootId), conflict: 'fail' } as const;
  valueOf(await moveNodes(here.services, here.owner.person, { ids: [large.id], ...to }));
  await runJobs(services());
  expect(await findJob(here.services.db, jobId)).toMatchObject({ state: 'done', done: 0, failed: 1 });
  expect(await treeOf(here.owner.rootId)).toEqual({});
});

const isWaiting = async (): Promise<boolean> => {
  const query = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await query.execute(here.services.db)).rows.length > 0;
};
