import { LIMITS, type NodeId, type NodeView, type OperationResponse } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

type FileOfVersions = Pick<NodeView, 'id' | 'parentId'>;
type Versions = OperationResponse<'listVersions'>;

/** The current version is always among the first. */
export const VERSIONS_FIRST = 100;

/** The key contains the parent folder, because a change there may be a new version. */
export function versionsKey({ id, parentId }: FileOfVersions) {
  return [...nodeKeys.all, 'versions', id, parentId] as const;
}

/** The newest versions, at least `count` if there are so many. */
export function versionsQuery(file: FileOfVersions, count: number = VERSIONS_FIRST) {
  return queryOptions({
    queryKey: [...versionsKey(file), count] as const,
    queryFn: async ({ signal }) => await readVersions(file.id, count, signal),
  });
}

async function readVersions(nodeId: NodeId, count: number, signal: AbortSignal): Promise<Versions> {
  const limit = String(Math.min(count, LIMITS.pageSizeMax));
  const params = { nodeId };
  let page = await callOrThrow('listVersions', { params, query: { limit }, signal });
  const items = [...page.items];
  while (page.next != null && items.length < count) {
    page = await callOrThrow('listVersions', { params, query: { limit, after: page.next }, signal });
    items.push(...page.items);
  }
  return { ...page, items };
}
