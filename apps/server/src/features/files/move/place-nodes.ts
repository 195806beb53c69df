import { type ErrorCode, nameKey } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { freeNames } from '../free-name.ts';
import { accessIn, type Naming, type NodeAccess, type NodeRow, nameSort } from '../model.ts';
import { roleInSpace } from '../policy.ts';
import { raiseLevels } from '../store/levels.ts';
import { listLivingChildren } from '../store/merges.ts';
import { moveRows } from '../store/move.ts';
import { listChildrenByKey, trashRows } from '../store/nodes.ts';
import type { Move } from './judge-move.ts';
import { isMergeable, judgeTaken } from './judge-taken.ts';
import { transferNodes } from './transfer-nodes.ts';

export interface Placement extends Move, Naming {
  /** All nodes of the call. None of them may replace another. */
  readonly ids: ReadonlySet<string>;
  /** A new name, allowed only for a single node. */
  readonly as?: string | undefined;
}

export type Placed =
  | {
      readonly ok: true;
      readonly from: NodeRow;
      readonly row: NodeRow;
      readonly replaced?: NodeRow;
      /** Set for a merge; `row` is then the existing folder. */
      readonly merged?: Merged;
    }
  | { readonly ok: false; readonly from: NodeRow; readonly code: ErrorCode; readonly existing: NodeRow };

export interface Merged {
  readonly placed: readonly Placed[];
  /** The emptied folder, now in the trash. Undefined if items were left in it. */
  readonly emptied: NodeRow | undefined;
}

/**
 * Moves nodes into the target with a few statements. Free names come first, so that no numbered name takes the name of
 * another node.
 */
export async function placeNodes(
  placement: Placement,
  accesses: readonly NodeAccess[],
): Promise<readonly Placed[]> {
  const { tx, target, actor, now, as } = placement;
  const place = { spaceId: target.node.space_id, parentId: target.node.id, now };
  const asking = { actor, now, role: target.role };
  const { free, taken } = await sortOut(placement, accesses);
  const placed: Placed[] = [...(await placeAs(placement, free))];
  const placedRows = new Map(placed.flatMap((each) => (each.ok ? [[each.row.id, each.row] as const] : [])));
  const numbered: Named[] = [];
  const replacing = new Map<string, Named & { readonly existing: NodeRow }>();
  const refused: Extract<Placed, { readonly ok: false }>[] = [];
  for (const { access, existing: before } of taken) {
    const { node } = access;
    const name = as ?? node.name;
    // Another node of the call may have taken the name meanwhile.
    const existing = replacing.get(nameKey(name))?.node ?? placedRows.get(before.id) ?? before;
    const mayMerge = isMergeable(asking, access, existing);
    const resolution = judgeTaken(asking, { ...namingOf(placement), node, existing, mayMerge });
    if (resolution === 'merged') placed.push(await mergeInto(placement, access, existing));
    else if (resolution === 'numbered') numbered.push({ node, name });
    else if (resolution === 'replaced') replacing.set(nameKey(name), { node, name, existing });
    else refused.push({ ok: false, from: node, code: resolution.code, existing });
  }
  // Free names are chosen while replaced items still have theirs, so no numbered item takes one of those names.
  const names = await freeNames(tx, { ...place, names: numbered.map(({ name }) => name) });
  const ids = [...replacing.values()].map(({ existing }) => existing.id);
  const trashed = ids.length === 0 ? [] : await trashRows(tx, { ...place, ids, by: actor.id });
  const replaced = new Map(trashed.map((row) => [row.id, row]));
  const done = await placeAs(placement, [
    ...replacing.values(),
    ...numbered.map(({ node, name }, at) => ({ node, name: names[at] ?? name })),
  ]);
  for (const { row } of done) placedRows.set(row.id, row);
  return [
    ...placed,
    ...done.map((each, at) => {
      const id = ids[at];
      if (id === undefined) return each;
      return { ...each, replaced: defined(replaced.get(id), 'the replaced item could not be trashed') };
    }),
    ...refused.map((each) => ({ ...each, existing: placedRows.get(each.existing.id) ?? each.existing })),
  ];
}

interface Named {
  readonly node: NodeRow;
  readonly name: string;
}

export async function sortOut(
  { tx, target, as, ids }: Placement,
  accesses: readonly NodeAccess[],
): Promise<{
  readonly free: readonly Named[];
  readonly taken: readonly { readonly access: NodeAccess; readonly existing: NodeRow }[];
}> {
  const keyOf = (node: NodeRow): string => (as === undefined ? node.name_key : nameKey(as));
  const slots = accesses.map(({ node }) => ({ parentId: target.node.id, nameKey: keyOf(node) }));
  const children = await listChildrenByKey(tx, target.node.space_id, slots);
  // A node that is renamed does not conflict with itself.
  const others = as === undefined ? children : children.filter(({ id }) => !ids.has(id));
  const byKey = new Map(others.map((child) => [child.name_key, child]));
  const free: Named[] = [];
  const taken: { readonly access: NodeAccess; readonly existing: NodeRow }[] = [];
  for (const access of accesses) {
    const { node } = access;
    const key = keyOf(node);
    const existing = byKey.get(key);
    if (existing !== undefined) taken.push({ access, existing });
    else free.push({ node, name: as ?? node.name });
    byKey.set(key, existing ?? node);
  }
  return { free, taken };
}

/**
 * Merges one level; folders in it are merged in the same way. Sharing and comments of the emptied folder go to the
 * trash with it.
 */
async function mergeInto(placement: Placement, source: NodeAccess, existing: NodeRow): Promise<Placed> {
  const { tx, actor, now, decisions } = placement;
  const inside = placement.inside ?? decisions?.get(source.node.id)?.inside ?? 'rename';
  const target = accessIn(placement.target, existing);
  const children = await listLivingChildren(tx, source.node);
  const placed = await placeNodes(
    { ...placement, target, inside, as: undefined, ids: new Set() },
    children.map((node) => accessIn(source, node)),
  );
  const isEmptied = placed.every(
    (each) => each.ok && (each.merged === undefined || each.merged.emptied !== undefined),
  );
  await raiseLevels(tx, { place: target, levels: source.node.levels_below });
  const { space_id: spaceId, id } = source.node;
  const [emptied] = isEmptied ? await trashRows(tx, { spaceId, ids: [id], by: actor.id, now }) : [];
  return { ok: true, from: source.node, row: existing, merged: { placed, emptied } };
}

export function namingOf({ conflict, decisions, inside, ids }: Placement): Naming & Pick<Placement, 'ids'> {
  return { conflict, decisions, inside, ids };
}

type Done = Extract<Placed, { readonly ok: true }>;

async function placeAs(
  { tx, target, now, actor }: Placement,
  named: readonly Named[],
): Promise<readonly Done[]> {
  const rows: NodeRow[] = [];
  const { space_id: toSpaceId, id: parentId } = target.node;
  for (const [fromSpaceId, group] of Map.groupBy(named, ({ node }) => node.space_id)) {
    const places = group.map(({ node, name }) => ({
      id: node.id,
      parentId,
      name,
      nameKey: nameKey(name),
      nameSort: nameSort(name),
    }));
    const moved =
      fromSpaceId === toSpaceId
        ? moveRows(tx, { spaceId: toSpaceId, now, places })
        : transferNodes(tx, {
            passage: { fromSpaceId, toSpaceId },
            places,
            now,
            actor,
            role: roleInSpace(target),
          });
    rows.push(...(await moved));
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return named.map(({ node }) => ({
    ok: true,
    from: node,
    row: defined(byId.get(node.id), 'a locked node was not moved'),
  }));
}
