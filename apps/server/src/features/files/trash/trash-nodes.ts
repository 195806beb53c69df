import type { BatchResult, NodeId, Person } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import { recordEvents, type SpaceEvent } from '../../spaces/index.ts';
import { type BatchItem, inSpaces, resultOf, UNAVAILABLE } from '../batch.ts';
import { type DoneItem, placeOf } from '../jobs/model.ts';
import { type MaybeJoining, recordAct } from '../jobs/record-act.ts';
import { type NodeAccess, type NodeRow, type GuestAuthor, guestFacts } from '../model.ts';
import { type Asking, isVisible } from '../node-access.ts';
import { may, mayChangeEntry } from '../policy.ts';
import { presentNode } from '../present.ts';
import { trashRows } from '../store/nodes.ts';

/** Moves nodes to the trash, in one transaction per space. Only the row of each node changes, not the rows below. */
export async function trashNodes(
  services: Pick<Services, 'db' | 'clock' | 'newId'> & MaybeJoining,
  actor: Person,
  ids: readonly NodeId[],
): Promise<BatchResult> {
  let jobId: string | undefined;
  const batch = { actor, ids, unavailable: UNAVAILABLE };
  const done = await inSpaces(services, batch, async (tx, { spaceId, accesses }) => {
    const now = services.clock.now();
    const { items, done: trashed, events } = await trashSome(tx, { actor, now }, { spaceId, accesses });
    const joins = jobId ?? services.joins;
    const act = { kind: 'trash', actorId: actor.id, spaceId, now, newId: services.newId, joins } as const;
    jobId = (await recordAct(tx, { ...act, items: trashed, events })) ?? jobId;
    return items;
  });
  return resultOf({ ids, jobId }, done);
}

/** The results for nodes of one locked space. */
export interface SomeDone {
  readonly items: ReadonlyMap<string, BatchItem>;
  readonly done: readonly DoneItem[];
  /** Items that were trashed because others took their names. */
  readonly replaced?: readonly DoneItem[];
  readonly events: readonly SpaceEvent[];
}

export async function trashSome(
  tx: Tx,
  asking: Asking,
  { spaceId, accesses }: { readonly spaceId: string; readonly accesses: readonly NodeAccess[] },
): Promise<SomeDone> {
  const items = new Map<string, BatchItem>();
  const leaving: NodeAccess[] = [];
  for (const access of accesses) {
    const settled = settledOf(access, asking);
    if (settled === undefined) leaving.push(access);
    else items.set(access.node.id, settled);
  }
  const trashed = await trash(tx, { spaceId, leaving, ...asking });
  for (const row of trashed) items.set(row.id, { ok: true, node: presentNode(row) });
  return { items, done: trashed.map(trashedItem), events: trashed.map(trashedEvent) };
}

/**
 * Trashes nodes for a guest; requires the space lock. Records no job, because the creator of the link could undo it.
 */
export async function trashNodesIn(
  tx: Tx,
  {
    services,
    actor,
    spaceId,
    accesses,
    guest,
  }: {
    readonly services: Pick<Services, 'clock' | 'newId'>;
    readonly actor: { readonly id: string };
    readonly spaceId: string;
    readonly accesses: readonly NodeAccess[];
    readonly guest: GuestAuthor;
  },
): Promise<ReadonlyMap<string, BatchItem>> {
  const now = services.clock.now();
  const settled = new Map(accesses.map((access) => [access.node.id, settledOf(access, { actor, now })]));
  const leaving = accesses.filter(({ node }) => settled.get(node.id) === undefined);
  const trashed = await trash(tx, { spaceId, leaving, actor, now });
  const events = trashed
    .map(trashedEvent)
    .map((event) => ({ ...event, facts: { ...event.facts, ...guestFacts(guest) } }));
  await recordEvents(tx, { spaceId, actorId: actor.id, at: now, newId: services.newId, events });
  const done = trashed.map((row) => [row.id, { ok: true, node: presentNode(row) }] as const);
  const others = [...settled].flatMap(([id, item]) => (item === undefined ? [] : [[id, item] as const]));
  return new Map<string, BatchItem>([...others, ...done]);
}

/** The result if the node is not trashed now. Undefined if it has to be trashed. */
function settledOf(access: NodeAccess, asking: Asking): BatchItem | undefined {
  const { node, role } = access;
  const maySee = may({ ...asking, role }, 'see', node);
  if (maySee && node.trashed_at !== null) return { ok: true, node: presentNode(node) };
  if (!isVisible(access, asking)) return { ok: false, code: 'node_not_found' };
  if (node.parent_id === null || !mayChangeEntry(asking, 'change', access)) {
    return { ok: false, code: 'not_allowed' };
  }
  return undefined;
}

async function trash(
  tx: Tx,
  input: {
    readonly spaceId: string;
    readonly leaving: readonly NodeAccess[];
    readonly actor: { readonly id: string };
    readonly now: Date;
  },
): Promise<readonly NodeRow[]> {
  const { spaceId, leaving, actor, now } = input;
  if (leaving.length === 0) return [];
  const rows = await trashRows(tx, { spaceId, ids: leaving.map(({ node }) => node.id), by: actor.id, now });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return leaving.map(({ node }) => defined(byId.get(node.id), 'a locked node was not trashed'));
}

export function trashedItem(row: NodeRow): DoneItem {
  return { did: 'trashed', nodeId: row.id, from: placeOf(row), trashedAt: row.trashed_at };
}

export function mergedItem(row: NodeRow): DoneItem {
  return { ...trashedItem(row), did: 'merged' };
}

export function trashedEvent(row: NodeRow): SpaceEvent {
  return { verb: 'node_trashed', nodeId: row.id, facts: { name: row.name, parent_id: row.parent_id } };
}
