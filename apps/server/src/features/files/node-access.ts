import { type SpaceRole, strongest } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type LockedSpace, lockSpace } from '../spaces/index.ts';
import { isLiving, type NodeAccess, type PlacedNode } from './model.ts';
import { may } from './policy.ts';
import { listSpaceIds, listWithAncestors, type RowWithRoles } from './store/nodes.ts';

export interface Asking {
  readonly actor: { readonly id: string };
  readonly now: Date;
}

/**
 * Reads nodes with their folders and the actor's roles, including trashed nodes. Omits nodes on which the actor has no
 * role.
 */
export async function listAccesses(
  db: Db | Tx,
  { actor, now }: Asking,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NodeAccess>> {
  const rows = await listWithAncestors(db, { ids, userId: actor.id, now });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const foldersOf = new Map<string | null, Inherited>();
  const accesses = ids.flatMap((id): (readonly [string, NodeAccess])[] => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const above = foldersOf.get(row.parent_id) ?? inherit(ancestorsOf(row, byId));
    foldersOf.set(row.parent_id, above);
    const { roles } = descend(above, row);
    const role = strongest(roles);
    return role === undefined ? [] : [[id, { node: row, ancestors: above.folders, role }]];
  });
  return new Map(accesses);
}

/** The state and rights that a node inherits. */
interface Inherited {
  readonly folders: readonly PlacedNode[];
  readonly roles: readonly SpaceRole[];
  readonly isLiving: boolean;
}

function inherit(folders: readonly RowWithRoles[]): Inherited {
  let above: Inherited = { folders: [], roles: [], isLiving: true };
  for (const folder of folders) {
    const { roles, isLiving: isLivingHere } = descend(above, folder);
    const placed = { ...folder, role: strongest(roles) };
    above = { folders: [...above.folders, placed], roles, isLiving: isLivingHere };
  }
  return above;
}

/** What the children of a node inherit. A grant on a trashed node gives no role until the node is restored. */
function descend(above: Inherited, row: RowWithRoles): Pick<Inherited, 'roles' | 'isLiving'> {
  const isLivingHere = above.isLiving && row.trashed_at === null;
  const ofSpace = row.parent_id === null ? row.space_roles : [];
  const granted = isLivingHere ? (row.granted_roles ?? []) : [];
  return { roles: [...above.roles, ...ofSpace, ...granted], isLiving: isLivingHere };
}

function ancestorsOf(node: RowWithRoles, byId: ReadonlyMap<string, RowWithRoles>): readonly RowWithRoles[] {
  const ancestors: RowWithRoles[] = [];
  let parentId = node.parent_id;
  while (parentId !== null && ancestors.length < byId.size) {
    const parent = defined(byId.get(parentId), 'a parent folder was not read with its node');
    ancestors.push(parent);
    parentId = parent.parent_id;
  }
  return ancestors.toReversed();
}

/** Like `listAccesses`, but omits trashed and invisible nodes. */
export async function findNodes(
  db: Db | Tx,
  asking: Asking,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NodeAccess>> {
  const accesses = await listAccesses(db, asking, ids);
  return new Map([...accesses].filter(([, access]) => isVisible(access, asking)));
}

export async function findNode(db: Db | Tx, asking: Asking, id: string): Promise<NodeAccess | undefined> {
  return (await findNodes(db, asking, [id])).get(id);
}

/**
 * Finds a file that was trashed directly, for people who see it in the trash list through a role in the space itself.
 */
export async function findTrashedFile(
  db: Db | Tx,
  asking: Asking,
  id: string,
): Promise<NodeAccess | undefined> {
  const access = (await listAccesses(db, asking, [id])).get(id);
  if (access === undefined) return undefined;
  const { node, ancestors } = access;
  const role = ancestors[0]?.role;
  if (role === undefined) return undefined;
  const isInTrash = node.kind === 'file' && node.trashed_at !== null && node.purge_began_at === null;
  return isInTrash && may({ ...asking, role }, 'see', node) ? access : undefined;
}

export function isVisible(access: NodeAccess, asking: Asking): boolean {
  return isLiving(access) && may({ ...asking, role: access.role }, 'see', access.node);
}

/** Like {@link findNodes} for one space, which is first locked until the transaction ends. */
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

/**
 * The space of a node. Undefined if the actor has no access to it; read before the space is locked, so callers must
 * look the node up again in this space.
 */
export async function findSpaceIdOf(
  db: Db,
  actor: { readonly id: string },
  nodeId: string,
): Promise<string | undefined> {
  return (await listSpaceIds(db, { ids: [nodeId], userId: actor.id })).get(nodeId);
}

export async function lockNode(
  tx: Tx,
  asking: Asking,
  { spaceId, id }: { readonly spaceId: string | undefined; readonly id: string },
): Promise<(NodeAccess & { readonly space: LockedSpace }) | undefined> {
  const locked = spaceId === undefined ? undefined : await lockNodes(tx, asking, { spaceId, ids: [id] });
  const access = locked?.nodes.get(id);
  return locked === undefined || access === undefined ? undefined : { ...access, space: locked.space };
}
