import { LIMITS, NodeId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { afterEach, expect, test, vi } from 'vitest';
import { copyStep } from '../../src/features/files/jobs/copying/copy-step.ts';
import { runJobs } from '../../src/features/files/jobs/run-jobs.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { findJob } from '../../src/features/files/store/jobs.ts';
import { uploaded } from '../../src/live-upload.contract.ts';
import { valueOf } from '../../src/live.world.ts';
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
