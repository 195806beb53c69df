import type { GuestNode, NodeView } from '@coffer/contracts';

export function presentGuestNode(node: NodeView): GuestNode {
  const { id, kind, name, sizeBytes, mediaType, modifiedAt, versionId, isDamaged } = node;
  const shown = { id, kind, name, sizeBytes, mediaType, modifiedAt, versionId };
  return isDamaged === undefined ? shown : { ...shown, isDamaged };
}
