import {
  LIMITS,
  type MoveRequest,
  type MoveResult,
  NodeId,
  type Person,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { type MaybeOnce, onceInTransaction } from '../../../platform/db/once.ts';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { judgeRoom, lockSpace, type NoRoom, type SpaceEvent } from '../../spaces/index.ts';
import { type DoneItem, placeOf } from '../jobs/model.ts';
import { startPlacing } from '../jobs/start-placing.ts';
import { recordAct } from '../jobs/record-act.ts';
import { decisionsOf, type FilesFailure, type NodeAccess } from '../model.ts';
import { isCopyMergeable } from '../move/judge-taken.ts';
import type { TooLargeToRename } from '../move/move-nodes.ts';
import { findNodes, lockNode } from '../node-access.ts';
import { may, NEEDED_ROLE, onlyMadeBy } from '../policy.ts';
import { presentNode } from '../present.ts';
import { type CopiedRow, listCopied } from '../store/copy.ts';
import { measureFolders } from '../store/folder-size.ts';
import { measureMerges } from '../store/merges.ts';
import { listSpaceIds } from '../store/nodes.ts';
import { trashedEvent, trashedItem } from '../trash/trash-nodes.ts';
import { type Expanded, expandMerges } from './expand-merges.ts';
import { type Copying, planCopies, type Refused } from './plan-copies.ts';
import { planGroups } from './plan-groups.ts';
import { type Copied, writeCopies, type Written } from './write-copies.ts';

/** The number of items, when a copy is too large for one call. */
interface Large {
  readonly items: number;
}

export type CopyFailure = FilesFailure | NoRoom | TooLargeToRename;

type Item = MoveResult['items'][number];

/**
 * Copies nodes in one transaction and copies no bytes: a copy refers to the object of its original. A copy of more than
 * `LIMITS.copiedMax` items becomes a job.
 */
export async function copyNodes(
  services: Pick<Services, 'db' | 'clock' | 'newId'> & MaybeOnce,
  actor: Person,
  input: MoveRequest & {
    /** A new name, allowed only for a single copy. */
    readonly as?: string;
  },
): Outcome<MoveResult, CopyFailure> {
  const ids = new Set<string>(input.ids);
  const named = { ids: [input.parentId, ...ids], userId: actor.id };
  const spaceOf = await listSpaceIds(services.db, named);
  const spaceId = spaceOf.get(input.parentId);
  return await onceInTransaction({ ...services, spaceId }, async (tx): Outcome<MoveResult, CopyFailure> => {
    const now = services.clock.now();
    // Spaces are locked in a fixed order, so that two copies in opposite directions do not deadlock.
    const spaceIds = new Set(spaceOf.values());
    for (const each of [...spaceIds].toSorted()) await lockSpace(tx, each);
    const target = await lockNode(tx, { actor, now }, { spaceId, id: input.parentId });
    if (target === undefined || target.node.kind !== 'folder') return err({ code: 'node_not_found' });
    if (!may({ actor, now, role: target.role }, 'add', target.node)) {
      return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
    }
    const conflict = input.conflict === 'ask' ? 'fail' : input.conflict;
    const decisions = decisionsOf(input.decisions);
    const copying = { tx, actor, now, target, conflict, decisions, ids };
    const isAsking = input.conflict === 'ask';
    const found = await findNodes(tx, { actor, now }, [...ids]);
    // Nodes that have moved to a space that is not locked are left out.
    const locked = new Map([...found].filter(([, { node }]) => spaceIds.has(node.space_id)));
    const { accesses, refused } = judge(locked, copying);
    const expanded = await expandMerges(copying, accesses, SERVER_LIMITS.mergedMax);
    if (expanded === undefined)
      return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.mergedMax } });
    const { groups, merged } = expanded;
    const read = await readCopied(
      copying,
      groups.flatMap((group) => group.accesses),
    );
    if (!read.ok && (input.as !== undefined || merged.size > 0))
      return err({ code: 'limit_reached', facts: { limit: LIMITS.copiedMax } });
    if (!read.ok)
      return ok(await begin(copying, { accesses, refused, isAsking, items: read.error.items, ...services }));
    const plans = await planGroups(groups, { copied: read.value, as: input.as });
    const asked = isAsking ? await undecidedIn(copying, plans[0].refused) : undefined;
    if (asked !== undefined) return ok(asked);
    const room = judgeRoom(target.space, bytesOf(plans, read.value));
    if (!room.ok) return room;
    const written: Written[] = [];
    for (const { group, planned } of plans) {
      written.push(...(await writeCopies({ ...group.copying, newId: services.newId }, planned, read.value)));
    }
    const jobId = await recordAct(tx, {
      kind: 'copy',
      actorId: actor.id,
      spaceId: target.space.id,
      now,
      newId: services.newId,
      joins: input.joins,
      items: written.flatMap((each) => doneOf(each, now)),
      events: written.flatMap(eventsOf),
    });
    const items = new Map<string, Item>([
      ...[...refused, ...plans[0].refused].map((each) => [each.node.id, presentRefused(each)] as const),
      ...written.map((each) => [each.planned.access.node.id, present(each)] as const),
      ...presentMerged(merged, plans),
    ]);
    return ok({
      items: input.ids.map((id) => items.get(id) ?? { ok: false, id, code: 'node_not_found' }),
      ...(jobId === undefined ? {} : { jobId }),
    });
  });
}

interface Begun {
  readonly accesses: readonly NodeAccess[];
  readonly refused: readonly Refused[];
  readonly isAsking: boolean;
  readonly items: number;
  readonly newId: () => string;
}

/** Starts a job for the items that can be copied, and reports the others. */
async function begin(
  copying: Copying,
  { accesses, refused, isAsking, items, newId }: Begun,
): Promise<MoveResult> {
  const { tx, actor } = copying;
  const plan = await planCopies(copying, accesses);
  const asked = isAsking ? await undecidedIn(copying, plan.refused, { mayMerge: false }) : undefined;
  if (asked !== undefined) return asked;
  const begun = plan.planned.map(({ access }) => access);
  const answer = { items: [...refused, ...plan.refused].map(presentRefused) };
  if (begun.length === 0) return answer;
  const job = { ...copying, kind: 'copy', actorId: actor.id, accesses: begun, items, newId } as const;
  const jobId = await startPlacing(tx, job);
  return { ...answer, jobId, isUnfinished: true };
}

/** Everyone who sees an item may download it, and may therefore copy it. The root of a space cannot be copied. */
function judge(
  found: ReadonlyMap<string, NodeAccess>,
  { ids }: Copying,
): { readonly accesses: readonly NodeAccess[]; readonly refused: readonly Refused[] } {
  const all = [...ids].flatMap((id) => found.get(id) ?? []);
  return {
    accesses: all.filter(({ node }) => node.parent_id !== null),
    refused: all
      .filter(({ node }) => node.parent_id === null)
      .map(({ node, role }) => ({ node, role, code: 'not_allowed' })),
  };
}

/** Reads everything before it writes, so that a folder can be copied into itself. */
async function readCopied(
  { tx, actor }: Copying,
  accesses: readonly NodeAccess[],
): Promise<Result<Copied, Large>> {
  const rows: CopiedRow[] = [];
  // An item that is selected twice is read once.
  const roots = new Map(accesses.map((access) => [access.node.id, access]));
  for (const [spaceId, group] of Map.groupBy([...roots.values()], ({ node }) => node.space_id)) {
    const read = group.map(({ node, role }) => ({ id: node.id, madeBy: onlyMadeBy(role, actor) }));
    const limit = LIMITS.copiedMax + 1 - rows.length;
    rows.push(...(await listCopied(tx, { spaceId, roots: read, limit })));
    if (rows.length > LIMITS.copiedMax) {
      const items = await count(tx, { actor }, accesses);
      return err({ items });
    }
  }
  return ok(Map.groupBy(rows, (row) => row.root_id));
}

const FOLDERS_COUNTED_MAX = 50_000;

async function count(
  tx: Tx,
  { actor }: { readonly actor: { readonly id: string } },
  accesses: readonly NodeAccess[],
): Promise<number> {
  let items = accesses.length;
  const folders = accesses.filter(({ node }) => node.kind === 'folder');
  for (const { node, role } of folders) {
    const madeBy = onlyMadeBy(role, actor);
    const below = { spaceId: node.space_id, folderIds: [node.id], madeBy, foldersMax: FOLDERS_COUNTED_MAX };
    const size = await measureFolders(tx, below);
    items += size.folders + size.files;
  }
  return Math.max(items, LIMITS.copiedMax + 1);
}

function bytesOf(plans: readonly GroupPlan[], copied: Copied): number {
  const rows = plans
    .flatMap(({ planned }) => planned)
    .flatMap(({ access }) => copied.get(access.node.id) ?? []);
  return rows.reduce((sum, row) => sum + row.size_bytes, 0);
}

function present({ planned, row }: Written): Item {
  const item: Item = { ok: true, id: NodeId.parse(planned.access.node.id), node: presentNode(row) };
  const { replaced } = planned;
  return replaced === undefined ? item : { ...item, replacedId: NodeId.parse(replaced.id) };
}

/**
 * The name conflicts that the person still has to decide; undefined if there are none. Nothing is copied before they
 * are decided.
 */
async function undecidedIn(
  { tx, actor, now, target }: Copying,
  refused: readonly Refused[],
  { mayMerge = true } = {},
): Promise<MoveResult | undefined> {
  const undecided = refused.filter((each) => each.isUndecided === true);
  if (undecided.length === 0) return undefined;
  const asking = { actor, now, role: target.role };
  const pairs = undecided.flatMap(({ node, role, existing }) =>
    mayMerge && existing !== undefined && isCopyMergeable(asking, { node, role }, existing)
      ? [{ source: node, existing }]
      : [],
  );
  const effects = await measureMerges(tx, { pairs, limit: SERVER_LIMITS.mergedMax });
  const items = undecided.map((each) => {
    const merge = effects?.get(each.node.id);
    return {
      ...presentRefused(each),
      ...(each.mayReplace === true && { mayReplace: each.mayReplace }),
      ...(merge !== undefined && { merge }),
    };
  });
  return { items, isAsked: true };
}

type GroupPlan = Awaited<ReturnType<typeof planGroups>>[number];

function presentMerged(
  merged: Expanded['merged'],
  plans: readonly GroupPlan[],
): readonly (readonly [string, Item])[] {
  return [...merged].map(([id, existing]): readonly [string, Item] => {
    const ofFolder = plans.filter(({ group }) => group.mergedId === id);
    const left = ofFolder.reduce((sum, plan) => sum + plan.refused.length, 0);
    return [id, { ok: true, id: NodeId.parse(id), node: presentNode(existing), merged: { left } }];
  });
}

function presentRefused({ node, code, existing }: Refused): Item {
  const item: Item = { ok: false, id: NodeId.parse(node.id), code };
  return existing === undefined ? item : { ...item, existing: presentNode(existing) };
}

function doneOf({ planned, row }: Written, now: Date): readonly DoneItem[] {
  const { current_version_id: toVersionId } = row;
  const copied: DoneItem = { did: 'copied', nodeId: row.id, to: placeOf(row), toVersionId };
  const { replaced } = planned;
  return replaced === undefined ? [copied] : [trashedItem({ ...replaced, trashed_at: now }), copied];
}

function eventsOf({ planned, row, items }: Written): readonly SpaceEvent[] {
  const facts = { name: row.name, parent_id: row.parent_id, from_id: planned.access.node.id, items };
  const copied: SpaceEvent = { verb: 'node_copied', nodeId: row.id, facts };
  const { replaced } = planned;
  return replaced === undefined ? [copied] : [trashedEvent(replaced), copied];
}
