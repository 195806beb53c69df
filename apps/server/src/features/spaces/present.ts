import { NodeId, type Space, SpaceId } from '@coffer/contracts';
import type { SpaceRow } from './model.ts';

export function presentSpace(row: SpaceRow): Space {
  return {
    id: SpaceId.parse(row.id),
    name: row.name,
    kind: row.kind,
    rootId: NodeId.parse(row.root_id),
    role: row.role,
    quotaBytes: row.quota_bytes,
    usedBytes: row.used_bytes,
    reservedBytes: row.reserved_bytes,
    heldBytes: row.held_bytes,
  };
}
