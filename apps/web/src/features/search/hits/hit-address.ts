import type { LocatedNode, NodeId } from '@coffer/contracts';

/** URL of the folder, or of the file over the list of its folder. Trashed items lead to the trash. */
export function hitAddress({ node, space, isTrashed }: LocatedNode): string {
  const view = node.kind === 'file' ? '/view' : '';
  if (space === null) return `/shared/${node.id}${view}`;
  if (isTrashed) return `/trash/${space.id}`;
  return `/s/${space.id}/${node.id}${view}`;
}

/** URL of the list that contains the hit, with its row selected where possible. */
export function folderAddress({ node, space, isTrashed }: LocatedNode): string {
  if (space === null)
    return node.parentId === null ? '/shared' : `/shared/${node.parentId}?select=${node.id}`;
  if (isTrashed) return `/trash/${space.id}`;
  const isInRoot = node.parentId === null || node.parentId === space.rootId;
  return `/s/${space.id}${isInRoot ? '' : `/${node.parentId}`}?select=${node.id}`;
}

/** URL of the results in all spaces, or in one folder. */
export function resultsAddress(q: string, folder?: NodeId): string {
  return `/search?${new URLSearchParams({ q, ...(folder !== undefined && { folder }) }).toString()}`;
}
