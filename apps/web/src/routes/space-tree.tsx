import { isNodeId, matchPage, type NodeId, type Space } from '@coffer/contracts';
import { nodeQuery } from '../api/nodes.ts';
import { useQuery } from '../api/calls/use-query.ts';
import { FolderTree } from '../features/folder-tree/index.ts';
import { usePath } from '../lib/hooks/use-location.ts';

interface SpaceTreeProps {
  readonly space: Pick<Space, 'id' | 'rootId' | 'name'>;
}

export function SpaceTree({ space }: SpaceTreeProps) {
  const { id, rootId, name } = space;
  const page = matchPage('/s/:space/:node?/:view?', usePath());
  const node = page?.['node'];
  const openId = isNodeId(node) && node !== rootId ? node : undefined;
  // An open file is shown over the list of its folder, so that folder is the current one.
  const file = useQuery(nodeQuery(openId ?? rootId), {
    isEnabled: openId !== undefined && page?.['view'] !== undefined,
  });
  const isViewed = page?.['view'] !== undefined;
  const folderId = isViewed ? (file.data?.parentId ?? undefined) : openId;
  const hrefOf = (folder: NodeId): string => (folder === rootId ? `/s/${id}` : `/s/${id}/${folder}`);
  return (
    <FolderTree
      key={rootId}
      rootId={rootId}
      spaceName={name}
      openId={folderId === rootId ? undefined : folderId}
      hrefOf={hrefOf}
    />
  );
}
