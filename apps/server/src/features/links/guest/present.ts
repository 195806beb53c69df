import type { GuestNode, NodeView } from '@coffer/contracts';

export function presentGuestNode(node: NodeView): GuestNode {
  const { id, kind, name, sizeBytes, mediaType, modifiedAt, versionId, revision, isDamaged, picture } = node;
  const shown = { id, kind, name, sizeBytes, mediaType, modifiedAt, versionId, revision };
  return {
    ...shown,
    ...(isDamaged === undefined ? {} : { isDamaged }),
    ...(picture === undefined ? {} : { picture }),
  };
}
