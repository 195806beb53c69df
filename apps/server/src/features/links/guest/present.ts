import type { GuestNode, NodeView } from '@coffer/contracts';

export function presentGuestNode(node: NodeView): GuestNode {
  const { id, kind, name, sizeBytes, mediaType, modifiedAt, versionId, revision, isDamaged } = node;
  const shown = { id, kind, name, sizeBytes, mediaType, modifiedAt, versionId, revision };
  return isDamaged === undefined ? shown : { ...shown, isDamaged };
}
