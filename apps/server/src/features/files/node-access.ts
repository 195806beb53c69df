import { defined } from '@coffer/kit';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type LockedSpace, lockSpace } from '../spaces/index.ts';
import { isLiving, type NodeAccess, type NodeRow } from './model.ts';
import { may } from './policy.ts';
import { listSpaceIds, listWithAncestors } from './store.ts';

/** Who asks, and when: what a policy needs besides the node. */
export interface Asking {
  readonly actor: { readonly id: string };
  readonly now: Date;
}

/** The nodes of these ids that lie in spaces of the actor, trashed or not, each with its folders. */
export async function listAccesses(
  db: Db | Tx,
  actor: { readonly id: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, NodeAccess>> {
  const rows = await listWithAncestors(db, { ids, userId: actor.id });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const accesses = ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined
      ? []
      : [[id, { node: row, ancestors: ancestorsOf(row, byId), role: row.role }] as const];
  });
  return new Map(accesses);
}

function ancestorsOf(node: NodeRow, byId: ReadonlyMap<string, NodeRow>): readonly NodeRow[] {
  const ancestors: NodeRow[] = [];
  let parentId = node.parent_id;
  while (parentId !== null && ancestors.length < byId.size) {
    const parent = defined(byId.get(parentId), 'a node is read together with every folder above it');
    ancestors.push(parent);
    parentId = parent.parent_id;
  }
  return ancestors.toReversed();
}

/** A node that the actor may see and that does not lie in the trash. Anything else is not there. */
export async function findNode(db: Db | Tx, asking: Asking, id: string): Promise<NodeAccess | undefined> {
  const access = (await listAccesses(db, asking.actor, [id])).get(id);
  return access !== undefined && isVisible(access, asking) ? access : undefined;
}

/** True when the actor may see the node and it does not lie in the trash. */
export function isVisible(access: NodeAccess, asking: Asking): boolean {
  return isLiving(access) && may({ ...asking, role: access.role }, 'see', access.node);
}

/** The same as {@link findNode}, with the space locked first: what was seen stays true until the transaction ends. */
export async function lockNode(
  tx: Tx,
  asking: Asking,
  id: string,
): Promise<(NodeAccess & { readonly space: LockedSpace }) | undefined> {
  const spaceId = (await listSpaceIds(tx, { ids: [id], userId: asking.actor.id })).get(id);
  const space = spaceId === undefined ? undefined : await lockSpace(tx, spaceId);
  if (space === undefined) return undefined;
  const access = await findNode(tx, asking, id);
  return access === undefined ? undefined : { ...access, space };
}
