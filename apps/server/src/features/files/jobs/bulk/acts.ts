import { type ErrorCode, type JobKind, LIMITS } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Tx } from '../../../../platform/db/db.ts';
import { isSpaceOnHold, type SpaceEvent } from '../../../spaces/index.ts';
import type { BatchItem } from '../../batch.ts';
import { isReplacedIn, type NodeAccess } from '../../model.ts';
import { doneOf, eventsOf, leavingEvents, type Moved, moveSome } from '../../move/move-some.ts';
import { listUnfitting } from '../../move/transfer-nodes.ts';
import { type Asking, findNode, findNodes, listAccesses } from '../../node-access.ts';
import { may } from '../../policy.ts';
import { listDecisions } from '../../store/decisions.ts';
import { listChildrenByKey, listNodeRows } from '../../store/nodes.ts';
import { listOwnItems } from '../../store/running-jobs.ts';
import { beginPurgeOf } from '../../trash/begin-purge.ts';
import { judgePurges } from '../../trash/purge-nodes.ts';
import { restoreSome } from '../../trash/restore-nodes.ts';
import { type SomeDone, trashSome } from '../../trash/trash-nodes.ts';
import type { DoneItem, JobItemRow, JobRow } from '../model.ts';

export interface Acting extends Asking {
  readonly tx: Tx;
  readonly newId: () => string;
  readonly job: JobRow;
  readonly items: readonly Pick<JobItemRow, 'position' | 'node_id' | 'from_parent_id' | 'from_name'>[];
}

export interface Acted {
  /** What was done, by node id. Nodes in neither this nor `refused` needed no change. */
  readonly done: ReadonlyMap<string, DoneItem>;
  readonly refused: ReadonlyMap<string, string>;
  /** Replaced items, which the undo restores. */
  readonly replaced: readonly DoneItem[];
  /** Events by space id. */
  readonly events: ReadonlyMap<string, readonly SpaceEvent[]>;
  /** How many of the first items were processed, if the limit did not allow all. */
  readonly taken?: number;
  /** Whether work remains after the last item. */
  readonly isUnfinished?: boolean;
}

/** The error that ends the job. */
export interface Failed {
  readonly failed: ErrorCode;
}

type Act = (acting: Acting) => Promise<Acted | Failed>;

/** One step of each kind of job. Uses the code of the direct call for a few items, and requires the same locks. */
export const ACTS: Partial<Record<JobKind, Act>> = {
  trash: async (acting) => {
    const parents = new Map(acting.items.map((item) => [item.node_id, item.from_parent_id]));
    const inPlace = ({ node }: NodeAccess): boolean => parents.get(node.id) === node.parent_id;
    return await inEachSpace(acting, async (spaceId, accesses) => {
      const some = await trashSome(acting.tx, acting, { spaceId, accesses: accesses.filter(inPlace) });
      const gone = accesses.filter((access) => !inPlace(access));
      return { ...some, items: new Map([...some.items, ...gone.map(movedAway)]) };
    });
  },
  restore: async (acting) =>
    await inEachSpace(acting, async (spaceId, accesses) => {
      const { tx, job, items } = acting;
      const decisions = await listDecisions(tx, { jobId: job.id, nodeIds: idsOf(items) });
      const naming = { conflict: job.conflict ?? 'rename', decisions };
      const to = job.target_id ?? undefined;
      return await restoreSome(tx, acting, { spaceId, accesses, to, naming, jobId: job.id });
    }),
  purge,
  move,
};

/** The item was moved after it was selected, perhaps on purpose, so it is not trashed. */
function movedAway({ node }: NodeAccess): readonly [string, BatchItem] {
  return [node.id, { ok: false, code: 'changed_since' }];
}

async function inEachSpace(
  acting: Acting,
  work: (spaceId: string, accesses: readonly NodeAccess[]) => Promise<SomeDone>,
): Promise<Acted> {
  const done = new Map<string, DoneItem>();
  const refused = new Map<string, string>();
  const events = new Map<string, readonly SpaceEvent[]>();
  const replaced: DoneItem[] = [];
  const spaces = await findAccesses(acting);
  for (const [spaceId, accesses] of spaces) {
    const some = await work(spaceId, accesses);
    replaced.push(...(some.replaced ?? []));
    for (const [id, item] of some.items) if (!item.ok) refused.set(id, item.code);
    for (const item of some.done) done.set(item.nodeId, item);
    events.set(spaceId, some.events);
  }
  return { done, refused: withLost(acting, spaces, refused), replaced, events };
}

type Spaces = ReadonlyMap<string, readonly NodeAccess[]>;

/** Nodes that have moved to a space outside the job are left out, because that space is not locked. */
async function findAccesses({ tx, actor, now, items, job }: Acting): Promise<Spaces> {
  const accesses = [...(await listAccesses(tx, { actor, now }, idsOf(items))).values()];
  const here = accesses.filter(({ node }) => job.space_ids.includes(node.space_id));
  return Map.groupBy(here, ({ node }) => node.space_id);
}

function withLost(
  { items }: Acting,
  spaces: Spaces,
  refused: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = new Set([...spaces.values()].flatMap((accesses) => accesses.map(({ node }) => node.id)));
  const lost = items.filter((item) => !found.has(item.node_id));
  return new Map([...refused, ...lost.map((item) => [item.node_id, 'node_not_found'] as const)]);
}

/** Starts the permanent deletion: the items disappear at once, and a background job deletes their descendants. */
async function purge(acting: Acting): Promise<Acted> {
  const { tx, actor, now, newId } = acting;
  const done = new Map<string, DoneItem>();
  const refused = new Map<string, string>();
  const spaces = await findAccesses(acting);
  for (const [spaceId, accesses] of spaces) {
    const isOnHold = await isSpaceOnHold(tx, spaceId);
    const judged = judgePurges(accesses, { ...acting, isOnHold });
    for (const [id, item] of judged) if (!item.ok) refused.set(id, item.code);
    const accepted = [...judged].flatMap(([id, item]) => (item.ok ? [id] : []));
    const services = { clock: { now: () => now }, newId };
    await beginPurgeOf(tx, services, { spaceId, of: accepted, actorId: actor.id });
    for (const id of accepted) done.set(id, { did: 'purged', nodeId: id });
  }
  return {
    done,
    refused: withLost(acting, spaces, refused),
    replaced: [],
    events: new Map(),
    isUnfinished: true,
  };
}

/**
 * Moves between spaces have smaller batches, because both spaces are locked. A single folder moves as a whole, or is
 * rejected as too large.
 */
async function move(acting: Acting): Promise<Acted | Failed> {
  const { job, tx, actor, now } = acting;
  const target = await findNode(tx, { actor, now }, defined(job.target_id, 'a move job has no target'));
  if (target?.node.kind !== 'folder' || !job.space_ids.includes(target.node.space_id)) {
    return { failed: 'node_not_found' };
  }
  if (!may({ actor, now, role: target.role }, 'add', target.node)) return { failed: 'not_allowed' };
  const decisions = await listDecisions(tx, { jobId: job.id, nodeIds: idsOf(acting.items) });
  const isReplacing = isReplacedIn({ conflict: job.conflict ?? 'fail', decisions });
  const own = isReplacing ? await listOwn(acting, target) : [];
  const tooMuch = new Map<string, string>();
  let count = acting.items.length;
  for (;;) {
    const moved = idsOf(acting.items.slice(0, count)).filter((id) => !tooMuch.has(id));
    const ids = new Set([...moved, ...own]);
    const transferredMax = moved.length === 1 ? LIMITS.transferredMax : LIMITS.copiedMax;
    const naming = { conflict: job.conflict ?? 'fail', decisions };
    const moving = { tx, actor, now, target, ...naming, ids, moved, transferredMax };
    const result = await moveSome(moving, new Set(job.space_ids));
    if (result.ok) return actedOf(result.value, { target, tooMuch, taken: count });
    const { code } = result.error;
    const alone = moved.length === 1 ? moved : [];
    const refused = code === 'quota_exceeded' ? await findUnfitting(acting, { target, moved }) : [];
    for (const id of [...alone, ...refused]) tooMuch.set(id, code);
    if (alone.length + refused.length === 0) count = Math.ceil(count / PARTS);
  }
}

function idsOf(items: Acting['items']): readonly string[] {
  return items.map((item) => item.node_id);
}

async function findUnfitting(
  { tx, actor, now }: Acting,
  { target, moved }: { readonly target: NodeAccess; readonly moved: readonly string[] },
): Promise<readonly string[]> {
  const accesses = [...(await findNodes(tx, { actor, now }, moved)).values()];
  const nodes = accesses.map(({ node }) => node);
  return await listUnfitting(tx, { toSpaceId: target.node.space_id, nodes });
}

function actedOf(
  { items, placed }: Moved,
  {
    target,
    tooMuch,
    taken,
  }: {
    readonly target: NodeAccess;
    readonly tooMuch: ReadonlyMap<string, string>;
    readonly taken: number;
  },
): Acted {
  const deeds = placed.flatMap(doneOf);
  const events = new Map<string, readonly SpaceEvent[]>(leavingEvents(placed));
  events.set(target.node.space_id, placed.flatMap(eventsOf));
  const refused = [...items].flatMap(([id, item]) => (item.ok ? [] : [[id, item.code] as const]));
  return {
    done: new Map(deeds.flatMap((item) => (item.did === 'moved' ? [[item.nodeId, item] as const] : []))),
    refused: new Map([...refused, ...tooMuch]),
    replaced: deeds.filter(({ did }) => did === 'trashed'),
    events,
    taken,
  };
}

const PARTS = 10;

/** Items that this job already put in the target under the same names. They must not be replaced. */
async function listOwn({ tx, job, items }: Acting, target: NodeAccess): Promise<ReadonlySet<string>> {
  const moved = await listNodeRows(tx, idsOf(items));
  const slots = moved.map(({ name_key: nameKey }) => ({ parentId: target.node.id, nameKey }));
  const existing = await listChildrenByKey(tx, target.node.space_id, slots);
  return await listOwnItems(tx, { jobId: job.id, nodeIds: existing.map(({ id }) => id) });
}
