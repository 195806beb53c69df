import { nameKey } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { type NodeRow, nameSort } from '../model.ts';
import type { CopiedRow, NewCopy } from '../store/copy.ts';
import { listNodeRows, trashRows } from '../store/nodes.ts';
import { raiseLevels } from '../store/levels.ts';
import { insertCopies } from './insert-copies.ts';
import type { Copying, Planned } from './plan-copies.ts';

/** Copied nodes by the id of their root. Each list begins with the root and has folders before their children. */
export type Copied = ReadonlyMap<string, readonly CopiedRow[]>;

export interface Written {
  readonly planned: Planned;
  readonly row: NodeRow;
  readonly items: number;
}

/** Writes all copies with a few statements for each source space, whatever the number of items. */
export async function writeCopies(
  copying: Copying & { readonly newId: () => string },
  planned: readonly Planned[],
  copied: Copied,
): Promise<readonly Written[]> {
  const { tx, actor, now, target, newId } = copying;
  const spaceId = target.node.space_id;
  const replacedIds = planned.flatMap(({ replaced }) => (replaced === undefined ? [] : [replaced.id]));
  if (replacedIds.length > 0) await trashRows(tx, { spaceId, ids: replacedIds, by: actor.id, now });
  const trees = planned.map((each) => {
    const rows = defined(copied.get(each.access.node.id), 'a planned copy was not read');
    return {
      planned: each,
      copies: copiesOf({ parentId: target.node.id, name: each.name, newId }, rows),
      rows,
    };
  });
  for (const [fromSpaceId, group] of Map.groupBy(trees, (tree) => tree.planned.access.node.space_id)) {
    const all = group.flatMap(({ rows, copies }) =>
      copies.map((copy, index) => ({ copy, fromBlobId: rows[index]?.blob_id ?? null })),
    );
    await insertCopies(tx, { fromSpaceId, target, all, actor, now });
  }
  const folders = trees.filter(({ planned: { access } }) => access.node.kind === 'folder');
  if (folders.length > 0) {
    const levels = Math.max(...folders.map(({ copies }) => 1 + rootOf(copies).levels));
    await raiseLevels(tx, { place: target, levels });
  }
  const rows = await listNodeRows(
    tx,
    trees.map(({ copies }) => rootOf(copies).id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return trees.map((tree) => ({
    planned: tree.planned,
    row: defined(byId.get(rootOf(tree.copies).id), 'an inserted copy was not found'),
    items: tree.copies.length,
  }));
}

function rootOf(copies: readonly NewCopy[]): NewCopy {
  return defined(copies[0], 'a copied tree has no root');
}

function copiesOf(
  root: { readonly parentId: string; readonly name: string; readonly newId: () => string },
  rows: readonly CopiedRow[],
): readonly NewCopy[] {
  const idOf = new Map(rows.map((row) => [row.id, root.newId()]));
  const levels = levelsOf(rows);
  return rows.map((row) => {
    const isRoot = row.id === row.root_id;
    const { name } = root;
    return {
      fromId: row.id,
      id: defined(idOf.get(row.id), 'a copied node has no new id'),
      parentId: isRoot
        ? root.parentId
        : defined(idOf.get(row.parent_id ?? ''), 'the parent of a copied node has no new id'),
      name: isRoot ? { name, key: nameKey(name), sort: nameSort(name) } : undefined,
      levels: levels.get(row.id) ?? 0,
      file:
        row.version_id === null
          ? undefined
          : { fromVersionId: row.version_id, versionId: root.newId(), blobId: root.newId() },
    };
  });
}

/** The number of folder levels below each folder. */
function levelsOf(rows: readonly CopiedRow[]): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const row of rows.toReversed()) {
    if (row.kind === 'file' || row.parent_id === null) continue;
    const below = 1 + (levels.get(row.id) ?? 0);
    levels.set(row.parent_id, Math.max(levels.get(row.parent_id) ?? 0, below));
  }
  return levels;
}
