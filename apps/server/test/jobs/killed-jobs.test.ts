// docs/decisions/0097-acts-on-selections.md
import { NodeId, SpaceId } from '@coffer/contracts';
import { sized } from '@coffer/testing/campaign';
import { expect, test } from 'vitest';
import { runJobs } from '../../src/features/files/jobs/run-jobs.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { purgeNodes } from '../../src/features/files/trash/purge-nodes.ts';
import { purgeTrash } from '../../src/features/files/trash/purge-trash.ts';
import { valueOf } from '../../src/live.world.ts';
import { contentsOf, copyWorld } from '../copy/copy.world.ts';
import { insertMany } from '../copy/many.world.ts';
import { jobsOf, runToEnd, treeHash } from './jobs.world.ts';

const here = copyWorld({ quotaBytes: 1_000_000 });
const { folder } = here;
const { start, read } = jobsOf(() => here);

const hash = async () => await treeHash(here.services, here.owner.spaceId);

/** A small generator, so that a seed repeats a run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % below;
  };
}

/** The server dies when it makes its `count`-th id, in the middle of a transaction. */
function dying(count: number): typeof here.services {
  let left = count;
  const newId = (): string => {
    left -= 1;
    if (left === 0) throw new Error('killed');
    return here.services.newId();
  };
  return { ...here.services, newId };
}

/** A step that throws is tried again after that. */
const RETRY_MS = 5_000;

async function isCounted(): Promise<void> {
  await here.figuresFor(here.owner);
  const { kept, counted } = await contentsOf(here, here.owner.spaceId);
  expect(kept).toBe(counted);
}

test(
  'killed and undone at any point, a job restores the exact state before',
  async () => {
    const seed = sized({ gate: 7, campaign: Date.now() % 100_000 });
    const random = randomOf(seed);
    const rounds = sized({ gate: 2, campaign: 200 });
    const many = sized({ gate: 2_300, campaign: 3_300 });
    const top = await folder('top');
    const target = await folder('target');
    const trashed = await folder('trashed');
    await insertMany(here, { parentId: top, folders: 1, filesEach: many });
    await insertMany(here, { parentId: trashed, folders: 1, filesEach: many });
    const { db } = here.services;
    const inner = async (parentId: string) =>
      await db.selectFrom('node').select('id').where('parent_id', '=', parentId).executeTakeFirstOrThrow();
    const large = NodeId.parse((await inner(top)).id);
    const gone = NodeId.parse((await inner(trashed)).id);
    const filled = valueOf(await start({ act: 'trash', selection: { of: 'folder', folderId: gone } }));
    await runJobs(here.services);
    expect(await read(filled.id)).toMatchObject({ done: many });
    const before = await hash();
    for (let round = 0; round < rounds; round += 1) {
      const act = (['trash', 'move', 'restore', 'copy'] as const)[round % 4] ?? 'trash';
      const to = act === 'move' || act === 'copy' ? target : undefined;
      const selection =
        act === 'restore'
          ? ({ of: 'trash', spaceId: SpaceId.parse(here.owner.spaceId) } as const)
          : ({ of: 'folder', folderId: large } as const);
      // After its first id, which is that of the job.
      const killedAt = 2 + random(many * 2);
      const asked = { act, selection, conflict: 'rename', ...(to === undefined ? {} : { to }) } as const;
      await Promise.allSettled([start(asked, here.owner.person, dying(killedAt))]);
      await Promise.allSettled([runJobs(dying(1 + random(many * 2)))]);
      here.world.clock.advance(RETRY_MS);
      const job = await db
        .selectFrom('job')
        .select('id')
        .where('kind', '=', act)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      const told = [seed, round, act, killedAt];
      await runToEnd(here, async () => (await read(job.id)).state !== 'running');
      const whole = await read(job.id);
      expect([told, whole]).toEqual([told, expect.objectContaining({ state: 'done', failed: 0 })]);
      expect([told, await hash()]).not.toEqual([told, before]);
      await Promise.allSettled([undoJob(dying(1 + random(many)), here.owner.person, job.id)]);
      await Promise.allSettled([runJobs(dying(1 + random(many)))]);
      here.world.clock.advance(RETRY_MS);
      await runToEnd(here, async () => (await read(job.id)).state !== 'undoing');
      const undone = await read(job.id);
      expect([told, undone]).toEqual([told, expect.objectContaining({ state: 'undone', kept: 0 })]);
      if (act === 'copy') await purgeCopies(target);
      expect([told, await hash()]).toEqual([told, before]);
      await isCounted();
    }
  },
  sized({ gate: 240_000, campaign: 3_600_000 }),
);

/** Undoing a copy leaves the copies in the trash. */
async function purgeCopies(target: string): Promise<void> {
  const rows = await here.services.db
    .selectFrom('node')
    .select('id')
    .where('parent_id', '=', target)
    .execute();
  await purgeNodes(
    here.services,
    here.owner.person,
    rows.map(({ id }) => NodeId.parse(id)),
  );
  await purgeTrash(here.services);
}

test(
  'a hundred thousand items are trashed and restored, each as one job',
  async () => {
    const count = sized({ gate: 3_000, campaign: 100_000 });
    const top = await folder('hundred thousand');
    await insertMany(here, { parentId: top, folders: 1, filesEach: count });
    const large = await here.services.db
      .selectFrom('node')
      .select('id')
      .where('parent_id', '=', top)
      .executeTakeFirstOrThrow();
    const before = await hash();
    const started = performance.now();
    const selection = { of: 'folder', folderId: NodeId.parse(large.id) } as const;
    const job = valueOf(await start({ act: 'trash', selection }));
    const answered = performance.now();
    await runJobs(here.services);
    expect(await read(job.id)).toMatchObject({ state: 'done', done: count });
    const trashed = performance.now();
    valueOf(await undoJob(here.services, here.owner.person, job.id));
    await runJobs(here.services);
    const undone = performance.now();
    expect(await read(job.id)).toMatchObject({ state: 'undone', undone: count, kept: 0 });
    expect(await hash()).toBe(before);
    const seconds = [answered - started, trashed - started, undone - trashed].map(
      (ms) => Math.round(ms) / 1_000,
    );
    process.stdout.write(`trash of ${count}: answered, done and undone after ${seconds.join(', ')} s\n`);
    await isCounted();
  },
  sized({ gate: 120_000, campaign: 600_000 }),
);
