import { LIMITS, nameKey } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import type { Db, Tx } from '../../../../platform/db/db.ts';
import type { NodeAccess, NodeRow } from '../../model.ts';
import { type Asking, listAccesses } from '../../node-access.ts';
import { listChildrenByKey } from '../../store/nodes.ts';
import { findPastPath } from '../past-path.ts';
import type { Past } from '../read-past.ts';
import { type PastTree, readPastTree, type TreeFailure } from './past-tree.ts';
import { type Plan, planSteps } from './plan-steps.ts';
import { TreeModel } from './tree-model.ts';

/** Plans the steps that restore the folder to the moment. Changes nothing. */
export async function planRestore(
  db: Db | Tx,
  asking: Asking,
  { folder, past }: { readonly folder: NodeAccess; readonly past: Past },
): Promise<Result<Plan, TreeFailure>> {
  const { knownFrom } = await findPastPath(db, asking, { access: folder, past });
  if (knownFrom != null) {
    return { ok: false, error: { code: 'unknown', knownFrom: new Date(knownFrom.at) } };
  }
  const tree = await readPastTree(db, asking, { rootId: folder.node.id, past });
  if (!tree.ok) return tree;
  const model = await modelOf(db, asking, { folder, tree: tree.value });
  const { spaceId } = past;
  return ok(planSteps({ tree: tree.value, model, spaceId, unique: asking.now.getTime() }));
}

async function modelOf(
  db: Db | Tx,
  asking: Asking,
  { folder, tree }: { readonly folder: NodeAccess; readonly tree: PastTree },
): Promise<TreeModel> {
  const { space_id: spaceId } = folder.node;
  const model = new TreeModel();
  // A folder that is in another space now cannot take anything back.
  const add = ({ id, parent_id: parentId, name, trashed_at: trashedAt, space_id }: NodeRow): void => {
    if (space_id !== spaceId) return;
    model.add(id, { parentId: parentId ?? '', name, isTrashed: trashedAt !== null });
  };
  const addAll = ({ node, ancestors }: NodeAccess): void => {
    for (const each of [...ancestors, node]) add(each);
  };
  addAll(folder);
  for (const { id, parent_id: parentId, name } of tree.same)
    model.add(id, { parentId, name, isTrashed: false });
  const places = [...tree.changed.values()].flatMap(({ access, was }) => {
    if (access !== undefined) addAll(access);
    return was === undefined || access === undefined ? [] : [was];
  });
  const outside = places.map(({ parentId }) => parentId).filter((id) => !model.has(id));
  for (const access of (await listAccesses(db, asking, [...new Set(outside)])).values()) addAll(access);
  for (let at = 0; at < places.length; at += LIMITS.pageSizeMax) {
    const some = places.slice(at, at + LIMITS.pageSizeMax);
    const slots = some.map(({ parentId, name }) => ({ parentId, nameKey: nameKey(name) }));
    for (const row of await listChildrenByKey(db, spaceId, slots)) add(row);
  }
  return model;
}
