import { type JobKind, SERVER_LIMITS } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { recordEvents, type SpaceEvent } from '../../spaces/index.ts';
import { insertDoneItems, insertDoneJob, joinDoneJob } from '../store/jobs.ts';
import { type DoneItem, isCounted } from './model.ts';

export interface MaybeJoining {
  /** An earlier job that this action is added to, if that is still possible. */
  readonly joins?: string | undefined;
}

export interface Act extends MaybeJoining {
  readonly kind: JobKind;
  readonly actorId: string;
  /** The space of these events. Requires its lock. */
  readonly spaceId: string;
  readonly now: Date;
  readonly newId: () => string;
  readonly items: readonly DoneItem[];
  readonly events: readonly SpaceEvent[];
}

/** Records what was done and how to undo it, in the transaction of the change. Undefined if nothing was done. */
export async function recordAct(tx: Tx, act: Act): Promise<string | undefined> {
  const { actorId, spaceId, newId, items, events } = act;
  const [first] = items;
  if (first === undefined) return undefined;
  const job = await openJob(tx, act, first);
  await insertDoneItems(tx, { id: job.id, first: job.first, items });
  await recordEvents(tx, {
    spaceId,
    actorId,
    at: act.now,
    newId,
    events,
    job: { id: job.id, shown: job.isNewSpace ? shownOf(act) : undefined },
  });
  return job.id;
}

/** The main action of a job in the activity. */
export const VERBS = {
  move: 'node_moved',
  copy: 'node_copied',
  trash: 'node_trashed',
  restore: 'node_restored',
  purge: 'node_purged',
  rename: 'node_renamed',
  create: 'folder_created',
  restore_version: 'version_restored',
  restore_folder: 'node_restored',
  import: 'file_created',
} as const satisfies Record<JobKind, SpaceEvent['verb']>;

/** The position of the main event. A move may also trash replaced items, whose events are not the main one. */
export function shownOf({ kind, events }: Pick<Act, 'kind' | 'events'>): number {
  return Math.max(
    0,
    events.findIndex(({ verb }) => verb === VERBS[kind]),
  );
}

async function openJob(
  tx: Tx,
  act: Act,
  first: DoneItem,
): Promise<{ readonly id: string; readonly first: number; readonly isNewSpace: boolean }> {
  const { kind, actorId, spaceId, now } = act;
  const name = defined(first.to ?? first.from, 'the item has no place before or after the action').name;
  const { items } = act;
  const count = items.filter((item) => isCounted(act, item)).length;
  const spaceIds = [...new Set([spaceId, ...items.flatMap(({ from }) => from?.spaceId ?? [])])];
  const job = { kind, actorId, spaceId, spaceIds, name, items: items.length, count, now };
  if (act.joins !== undefined) {
    const since = new Date(now.getTime() - SERVER_LIMITS.jobJoinedMs);
    const joined = await joinDoneJob(tx, { ...job, id: act.joins, since });
    if (joined !== undefined) return { id: act.joins, ...joined };
  }
  const id = act.newId();
  await insertDoneJob(tx, { ...job, id });
  return { id, first: 0, isNewSpace: true };
}
