import {
  isNodeId,
  isSpaceId,
  isVersionId,
  type NodeView,
  type TreePage,
  presentRole,
} from '@coffer/contracts';
import { assert } from '@coffer/kit';
import type { NodeAccess, NodeRow } from './model.ts';

export function presentNode(row: NodeRow): NodeView {
  const isFile = row.kind === 'file';
  return {
    id: known(row.id, isNodeId),
    spaceId: known(row.space_id, isSpaceId),
    parentId: row.parent_id === null ? null : known(row.parent_id, isNodeId),
    kind: row.kind,
    name: row.name,
    sizeBytes: isFile ? row.size_bytes : null,
    mediaType: isFile ? row.media_type : null,
    modifiedAt: row.modified_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    revision: row.revision,
    versionId: row.current_version_id === null ? null : known(row.current_version_id, isVersionId),
    trashedAt: row.trashed_at === null ? null : row.trashed_at.toISOString(),
    ...(row.is_damaged ? { isDamaged: true as const } : {}),
  };
}

/** Checks an id. A schema would be slow, because a page has a thousand ids. */
function known<T extends string>(value: string, isOfKind: (value: unknown) => value is T): T {
  assert(isOfKind(value), 'an id in the database is not a UUID');
  return value;
}

/** Presents a node with the actor's role. An item shared without its folder has no parent. */
export function presentAccess({ node, ancestors, role }: NodeAccess): NodeView {
  const isRoot = ancestors.at(-1)?.role === undefined;
  return { ...presentNode(node), ...(isRoot ? { parentId: null } : {}), role: presentRole(role) };
}

export function presentTreeEntry(row: NodeRow): TreePage['items'][number] {
  const { id, parentId, kind, name, sizeBytes, modifiedAt, versionId, isDamaged } = presentNode(row);
  const entry = { id, parentId, kind, name, sizeBytes, modifiedAt, versionId };
  return isDamaged === undefined ? entry : { ...entry, isDamaged };
}
