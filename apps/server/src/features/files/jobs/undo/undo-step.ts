import { nameKey } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { inSpaceTransaction } from '../../../../platform/db/space-transaction.ts';
import { readSpaceRetention } from '../../../../platform/db/space-retention.ts';
import type { Services } from '../../../../services.ts';
import { lockSpace, recordEvents } from '../../../spaces/index.ts';
import { finishJob, listItemsToUndo, lockJob, recordUndoOutcomes } from '../../store/jobs.ts';
import { type Did, isCounted, type JobItemRow, type JobRow } from '../model.ts';
import { putBack } from './put-back.ts';
import { takeAway } from './take-away.ts';
import type { Undoing, Undone } from './undoing.ts';
import { putVersionsBack } from './version-back.ts';

const BATCH = 1_000;

type Undo = (undoing: Undoing, items: readonly JobItemRow[]) => Promise<Undone>;

/** How each action is undone. Permanent deletion has no entry, because it cannot be undone. */
const UNDO: Readonly<Partial<Record<Did, Undo>>> = {
  moved: putBack,
  renamed: putBack,
  trashed: putBack,
  merged: putBack,
  restored: takeAway,
  copied: takeAway,
  created: takeAway,
  version_restored: putVersionsBack,
};

/**
 * Undoes the next items, last first, and saves the progress in one transaction. Returns false if nothing is left to
 * undo.
 */
export async function undoStep(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings'>,
  { id: jobId, space_ids: spaceIds }: Pick<JobRow, 'id' | 'space_ids'>,
): Promise<boolean> {
  return await inSpaceTransaction(services.db, spaceIds[0], async (tx) => {
    // Spaces are locked in a fixed order, so that two jobs do not deadlock.
    for (const spaceId of spaceIds.toSorted()) await lockSpace(tx, spaceId);
    const job = await lockJob(tx, jobId);
    if (job?.state !== 'undoing') return false;
    const now = services.clock.now();
    const items = await listItemsToUndo(tx, { jobId, before: job.position, limit: BATCH });
    if (items.length === 0) {
      await finishJob(tx, { jobId, state: 'undone', now });
      return false;
    }
    const actor = { id: job.undone_by ?? job.actor_id };
    const trashDays = new Map<string, number>();
    for (const spaceId of spaceIds) {
      trashDays.set(spaceId, (await readSpaceRetention(tx, services, spaceId)).chosen.trashDays);
    }
    const { newId } = services;
    const undone = await undo({ tx, actor, now, newId, jobId, doneAt: job.created_at, trashDays }, items);
    const isFirst = job.undone + job.kept === 0;
    for (const [spaceId, group] of Map.groupBy(undone.events, (placed) => placed.spaceId)) {
      await recordEvents(tx, {
        spaceId,
        actorId: actor.id,
        at: now,
        newId,
        events: group.map(({ event }) => ({ ...event, facts: { ...event.facts, undoes: job.kind } })),
        job: { id: jobId, shown: isFirst ? 0 : undefined },
      });
    }
    const taken = items.slice(0, undone.taken ?? items.length);
    const outcomes = taken.map((item) => ({
      position: item.position,
      code: undone.refused.get(item),
      isCounted: isCounted(job, item),
    }));
    const { position } = defined(taken.at(-1), 'no item fits into one undo step');
    await recordUndoOutcomes(tx, { jobId, position, now, outcomes });
    if (taken.length === items.length && items.length < BATCH) {
      await finishJob(tx, { jobId, state: 'undone', now });
      return false;
    }
    return true;
  });
}

interface Run {
  readonly did: Did;
  readonly items: JobItemRow[];
  readonly nodeIds: Set<string>;
  /** Names that the undo of these items frees. */
  readonly slots: Set<string>;
  /** Folders that the undo of created items empties. */
  readonly parents: Set<string>;
}

/** Groups consecutive items that can be undone together, because none depends on another. */
function runsOf(items: readonly JobItemRow[]): readonly Run[] {
  const runs: Run[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    const run: Run =
      last?.did === item.did && !waitsFor(item, last)
        ? last
        : { did: item.did, items: [], nodeIds: new Set(), slots: new Set(), parents: new Set() };
    if (run !== last) runs.push(run);
    run.items.push(item);
    run.nodeIds.add(item.node_id);
    if (item.to_parent_id !== null) run.slots.add(slotOf(item.to_parent_id, item.to_name));
    if (item.did === 'created' && item.to_parent_id !== null) run.parents.add(item.to_parent_id);
  }
  return runs;
}

function waitsFor(
  { node_id, from_parent_id, from_name }: JobItemRow,
  { nodeIds, slots, parents }: Run,
): boolean {
  return (
    nodeIds.has(node_id) ||
    parents.has(node_id) ||
    nodeIds.has(from_parent_id ?? '') ||
    slots.has(slotOf(from_parent_id ?? '', from_name))
  );
}

function slotOf(parentId: string, name: string | null): string {
  return `${parentId} ${nameKey(name ?? '')}`;
}

async function undo(undoing: Undoing, items: readonly JobItemRow[]): Promise<Undone> {
  const runs = runsOf(items);
  const done: Undone[] = [];
  let taken = 0;
  for (const run of runs) {
    const some = await defined(UNDO[run.did], 'an action without an undo was recorded as undoable')(
      undoing,
      run.items,
    );
    const count = some.taken ?? run.items.length;
    done.push(some);
    taken += count;
    if (count < run.items.length) break;
  }
  return {
    taken,
    refused: new Map(done.flatMap(({ refused }) => [...refused])),
    events: done.flatMap(({ events }) => events),
  };
}
