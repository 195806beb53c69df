import { NodeId, type NodeView, SpaceId, type TreePage, VersionId, presentRole } from '@coffer/contracts';
import type { NodeAccess, NodeRow } from './model.ts';

export function presentNode(row: NodeRow): NodeView {
  const isFile = row.kind === 'file';
  return {
    id: NodeId.parse(row.id),
    spaceId: SpaceId.parse(row.space_id),
    parentId: row.parent_id === null ? null : NodeId.parse(row.parent_id),
    kind: row.kind,
    name: row.name,
    sizeBytes: isFile ? row.size_bytes : null,
    mediaType: isFile ? row.media_type : null,
    modifiedAt: row.modified_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    revision: row.revision,
    versionId: row.current_version_id === null ? null : VersionId.parse(row.current_version_id),
    trashedAt: row.trashed_at === null ? null : row.trashed_at.toISOString(),
    ...(row.is_damaged ? { isDamaged: true as const } : {}),
  };
}

/** Includes the actor's role. An item shared without its folder has no parent. */
export function presentAccess({ node, ancestors, role }: NodeAccess): NodeView {
  const isRoot = ancestors.at(-1)?.role === undefined;
  return { ...presentNode(node), ...(isRoot ? { parentId: null } : {}), role: presentRole(role) };
}

export function presentTreeEntry(row: NodeRow): TreePage['items'][number] {
  const { id, parentId, kind, name, sizeBytes, modifiedAt, versionId, isDamaged } = presentNode(row);
  const entry = { id, parentId, kind, name, sizeBytes, modifiedAt, versionId };
  return isDamaged === undefined ? entry : { ...entry, isDamaged };
}
