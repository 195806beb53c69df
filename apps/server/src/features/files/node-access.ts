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

/** Those of the nodes that the actor may see and that do not lie in the trash. Anything else is not there. */
export async function findNodes(
  db: Db | Tx,
  asking: Asking,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NodeAccess>> {
  const accesses = await listAccesses(db, asking.actor, ids);
  return new Map([...accesses].filter(([, access]) => isVisible(access, asking)));
}

/** The same for one node. */
export async function findNode(db: Db | Tx, asking: Asking, id: string): Promise<NodeAccess | undefined> {
  return (await findNodes(db, asking, [id])).get(id);
}

/** True when the actor may see the node and it does not lie in the trash. */
export function isVisible(access: NodeAccess, asking: Asking): boolean {
  return isLiving(access) && may({ ...asking, role: access.role }, 'see', access.node);
}

/** The same as {@link findNodes} for nodes of one space, which is locked first: what was seen stays true until the transaction ends. */
export async function lockNodes(
  tx: Tx,
  asking: Asking,
  input: { readonly spaceId: string; readonly ids: readonly string[] },
): Promise<{ readonly space: LockedSpace; readonly nodes: ReadonlyMap<string, NodeAccess> } | undefined> {
  const space = await lockSpace(tx, input.spaceId);
  if (space === undefined) return undefined;
  const found = await findNodes(tx, asking, input.ids);
  return { space, nodes: new Map([...found].filter(([, access]) => access.node.space_id === space.id)) };
}

/** The same for one node of any space. */
export async function lockNode(
  tx: Tx,
  asking: Asking,
  id: string,
): Promise<(NodeAccess & { readonly space: LockedSpace }) | undefined> {
  const spaceId = (await listSpaceIds(tx, { ids: [id], userId: asking.actor.id })).get(id);
  const locked = spaceId === undefined ? undefined : await lockNodes(tx, asking, { spaceId, ids: [id] });
  const access = locked?.nodes.get(id);
  return locked === undefined || access === undefined ? undefined : { ...access, space: locked.space };
}
