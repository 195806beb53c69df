import type { LocatedNode, NodeId } from '@coffer/contracts';

/** The folder, or the file over the list of its folder. Trashed items lead to the trash. */
export function hitAddress({ node, space, isTrashed }: LocatedNode): string {
  const view = node.kind === 'file' ? '/view' : '';
  if (space === null) return `/shared/${node.id}${view}`;
  if (isTrashed) return `/trash/${space.id}`;
  return `/s/${space.id}/${node.id}${view}`;
}

/** The list that the hit is in, with its row selected. */
export function folderAddress({ node, space, isTrashed }: LocatedNode): string {
  if (space === null)
    return node.parentId === null ? '/shared' : `/shared/${node.parentId}?select=${node.id}`;
  if (isTrashed) return `/trash/${space.id}`;
  const isInRoot = node.parentId === null || node.parentId === space.rootId;
  return `/s/${space.id}${isInRoot ? '' : `/${node.parentId}`}?select=${node.id}`;
}

/** In all spaces, or in one folder. */
export function resultsAddress(q: string, folder?: NodeId): string {
  return `/search?${new URLSearchParams({ q, ...(folder !== undefined && { folder }) }).toString()}`;
}
