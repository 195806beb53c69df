import { type ErrorCode, LIMITS, nameKey } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { SpaceEvent } from '../../../spaces/index.ts';
import { isLiving, type NodeAccess, type NodeRow, nameSort } from '../../model.ts';
import { judgeMove } from '../../move/judge-move.ts';
import { judgeTransfers, listUnfitting, transferNodes } from '../../move/transfer-nodes.ts';
import { isVisible, listAccesses } from '../../node-access.ts';
import { may, mayChangeEntry } from '../../policy.ts';
import { listTrashedBy } from '../../store/jobs.ts';
import { raiseLevels } from '../../store/levels.ts';
import { moveRows } from '../../store/move.ts';
import { listChildrenByKey } from '../../store/nodes.ts';
import type { JobItemRow } from '../model.ts';
import type { PlacedEvent, Undoing, Undone } from './undoing.ts';

const PARTS = 10;

/**
 * Restores the old place and name of trashed, moved or renamed items, or reports why not. Moves between spaces have
 * smaller batches.
 */
export async function putBack(undoing: Undoing, items: readonly JobItemRow[]): Promise<Undone> {
  const tooMuch = new Map<JobItemRow, ErrorCode>();
  let count = items.length;
  for (;;) {
    const part = items.slice(0, count);
    const { going, refused } = await plan(
      undoing,
      part.filter((item) => !tooMuch.has(item)),
    );
    const code = await judgePassages(undoing, going);
    if (code === undefined) {
      const ofPart = [...tooMuch].filter(([item]) => part.includes(item));
      return { refused: new Map([...refused, ...ofPart]), events: await place(undoing, going), taken: count };
    }
    const alone = going.length === 1 ? going : [];
    const unfitting = code === 'quota_exceeded' ? await findUnfitting(undoing, going) : [];
    for (const { item } of [...alone, ...unfitting]) tooMuch.set(item, code);
    if (alone.length + unfitting.length === 0) count = Math.ceil(count / PARTS);
  }
}

interface Plan {
  readonly going: readonly Back[];
  readonly refused: ReadonlyMap<JobItemRow, ErrorCode>;
}

async function plan(undoing: Undoing, items: readonly JobItemRow[]): Promise<Plan> {
  const backs = await find(undoing, items);
  const refused = new Map<JobItemRow, ErrorCode>();
  const going: Back[] = [];
  const taken = await findTaken(undoing, backs);
  for (const back of backs) {
    if (isBackAlready(back)) continue;
    const code = await judge(undoing, back, taken);
    if (code !== undefined) {
      refused.set(back.item, code);
      continue;
    }
    taken.set(slotOf(back.item), defined(back.access, 'an item that was checked no longer exists').node);
    going.push(back);
  }
  return { going, refused };
}

/** The error if the items cannot return to another space now. */
async function judgePassages({ tx }: Undoing, going: readonly Back[]): Promise<ErrorCode | undefined> {
  const limit = going.length === 1 ? LIMITS.transferredMax : LIMITS.copiedMax;
  for (const [toSpaceId, passages] of Map.groupBy(passagesOf(going), ([route]) => route.toSpaceId)) {
    const leaving = passages.map(([{ fromSpaceId }, group]) => ({
      fromSpaceId,
      rootIds: group.map(({ item }) => item.node_id),
    }));
    const judged = await judgeTransfers(tx, { toSpaceId, leaving, limit });
    if (!judged.ok) return judged.error.code;
  }
  return undefined;
}

async function findUnfitting({ tx }: Undoing, going: readonly Back[]): Promise<readonly Back[]> {
  const unfitting = new Set<string>();
  for (const [{ toSpaceId }, group] of passagesOf(going)) {
    const nodes = group.flatMap(({ access }) => access?.node ?? []);
    for (const id of await listUnfitting(tx, { toSpaceId, nodes })) unfitting.add(id);
  }
  return going.filter(({ item }) => unfitting.has(item.node_id));
}

interface Back {
  readonly item: JobItemRow;
  readonly access: NodeAccess | undefined;
  /** The original folder. Undefined if it no longer exists, is not visible, or was trashed for another reason. */
  readonly home: NodeAccess | undefined;
}

async function find(
  { tx, actor, now, jobId }: Undoing,
  items: readonly JobItemRow[],
): Promise<readonly Back[]> {
  const ids = items.flatMap(({ node_id, from_parent_id }) =>
    from_parent_id === null ? [node_id] : [node_id, from_parent_id],
  );
  const accesses = await listAccesses(tx, { actor, now }, [...new Set(ids)]);
  const trashed = items.flatMap(({ from_parent_id }) => trashedOf(accesses.get(from_parent_id ?? '')));
  const nodeIds = [...new Set(trashed)];
  // A folder that the same job trashed counts as available, because it is restored too.
  const ours = await listTrashedBy(tx, { jobId, nodeIds });
  return items.map((item) => {
    const home = accesses.get(item.from_parent_id ?? '');
    const isThere = home?.node.kind === 'folder' && trashedOf(home).every((id) => ours.has(id));
    return { item, access: accesses.get(item.node_id), home: isThere ? home : undefined };
  });
}

function trashedOf(access: NodeAccess | undefined): readonly string[] {
  if (access === undefined) return [];
  return [...access.ancestors, access.node].flatMap(({ id, trashed_at }) =>
    trashed_at === null ? [] : [id],
  );
}

function slotOf({ from_parent_id, from_name }: JobItemRow): string {
  return `${from_parent_id} ${nameKey(from_name ?? '')}`;
}

async function findTaken({ tx }: Undoing, backs: readonly Back[]): Promise<Map<string, NodeRow>> {
  const taken = new Map<string, NodeRow>();
  const homed = backs.filter(({ home }) => home !== undefined);
  for (const [spaceId, group] of Map.groupBy(homed, ({ home }) => home?.node.space_id)) {
    const slots = group.map(({ item, home }) => ({
      parentId: defined(home, 'a grouped item has no original folder').node.id,
      nameKey: nameKey(item.from_name ?? ''),
    }));
    const children = await listChildrenByKey(tx, defined(spaceId, 'the original folder has no space'), slots);
    for (const child of children) taken.set(`${child.parent_id} ${child.name_key}`, child);
  }
  return taken;
}

/** Whether somebody already put the item back. */
function isBackAlready({ item, access }: Back): boolean {
  if (access === undefined || !isLiving(access)) return false;
  return access.node.parent_id === item.from_parent_id && access.node.name === item.from_name;
}

async function judge(
  undoing: Undoing,
  { item, access, home }: Back,
  taken: ReadonlyMap<string, NodeRow>,
): Promise<ErrorCode | undefined> {
  const { tx, actor, now } = undoing;
  if (access === undefined || access.node.purge_began_at !== null) return 'node_not_found';
  const { node } = access;
  if (!may({ actor, now, role: access.role }, 'see', node)) return 'node_not_found';
  if (hasChanged(item, access)) return 'changed_since';
  if (!mayChangeEntry({ actor, now }, 'change', access)) return 'not_allowed';
  if (home === undefined || home.node.space_id !== item.from_space_id) return 'folder_gone';
  if (item.did === 'moved') {
    if (!may({ actor, now, role: home.role }, 'add', home.node)) return 'not_allowed';
    if (!isVisible(home, { actor, now })) return 'folder_gone';
    const code = await judgeMove({ tx, actor, now, target: home }, access);
    if (code !== undefined) return code;
  }
  const existing = taken.get(slotOf(item));
  if (existing === undefined || existing.id === node.id) return undefined;
  // `name_taken` would reveal an item that the person may not see.
  return may({ actor, now, role: home.role }, 'see', existing) ? 'name_taken' : 'changed_since';
}

function hasChanged(item: JobItemRow, access: NodeAccess): boolean {
  const { node } = access;
  if (node.space_id !== (item.to_space_id ?? item.from_space_id)) return true;
  if (item.did === 'trashed' || item.did === 'merged')
    return node.trashed_at?.getTime() !== item.trashed_at?.getTime();
  return !isLiving(access) || node.parent_id !== item.to_parent_id || node.name !== item.to_name;
}

interface Route {
  readonly fromSpaceId: string;
  readonly toSpaceId: string;
}

/** Routes whose items return to another space. */
function passagesOf(going: readonly Back[]): readonly (readonly [Route, readonly Back[]])[] {
  return routesOf(going).filter(([{ fromSpaceId, toSpaceId }]) => fromSpaceId !== toSpaceId);
}

function routesOf(going: readonly Back[]): readonly (readonly [Route, readonly Back[]])[] {
  const routeOf = ({ access, home }: Back): Route => ({
    fromSpaceId: defined(access, 'an item to put back does not exist').node.space_id,
    toSpaceId: defined(home, 'the original folder does not exist').node.space_id,
  });
  const groups = Map.groupBy(going, (back) => Object.values(routeOf(back)).join(' '));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [[routeOf(first), group] as const];
  });
}

async function place({ tx, now, actor }: Undoing, going: readonly Back[]): Promise<readonly PlacedEvent[]> {
  const events: PlacedEvent[] = [];
  for (const [passage, group] of routesOf(going)) {
    const { fromSpaceId, toSpaceId } = passage;
    const places = group.map(({ item }) => {
      const name = defined(item.from_name, 'the item has no recorded name');
      return {
        id: item.node_id,
        parentId: defined(item.from_parent_id, 'the item has no recorded folder'),
        name,
        nameKey: nameKey(name),
        nameSort: nameSort(name),
      };
    });
    if (fromSpaceId === toSpaceId) await moveRows(tx, { spaceId: toSpaceId, now, places });
    else await transferNodes(tx, { passage, places, now, actor, role: undefined, isReturn: true });
    for (const spaceId of new Set([toSpaceId, fromSpaceId])) {
      events.push(...group.map((back) => ({ spaceId, event: eventOf(back) })));
    }
  }
  await keepLevels({ tx }, going);
  return events;
}

async function keepLevels({ tx }: Pick<Undoing, 'tx'>, going: readonly Back[]): Promise<void> {
  const folders = going.filter(({ item, access }) => item.did === 'moved' && access?.node.kind === 'folder');
  for (const group of Map.groupBy(folders, ({ item }) => item.from_parent_id).values()) {
    const levels = group.map(({ access }) => 1 + (access?.node.levels_below ?? 0));
    const [first] = group;
    if (first?.home !== undefined) await raiseLevels(tx, { place: first.home, levels: Math.max(...levels) });
  }
}

function eventOf({ item, access }: Back): SpaceEvent {
  const { node_id: nodeId, from_name: name, from_parent_id: parentId } = item;
  const before = access?.node;
  if (item.did === 'moved') {
    const renamed = before?.name === name ? {} : { from_name: before?.name ?? null };
    const came =
      before === undefined || before.space_id === item.from_space_id
        ? {}
        : { from_space_id: before.space_id };
    const facts = {
      name,
      from_parent_id: before?.parent_id ?? null,
      parent_id: parentId,
      ...renamed,
      ...came,
    };
    return { verb: 'node_moved', nodeId, facts };
  }
  if (item.did === 'renamed') {
    return {
      verb: 'node_renamed',
      nodeId,
      facts: { from: before?.name ?? '', to: name, parent_id: parentId },
    };
  }
  return { verb: 'node_restored', nodeId, facts: { name, parent_id: parentId } };
}
