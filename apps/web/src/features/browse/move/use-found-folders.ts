import { LIMITS, type NodeId, type SearchHit, type SpaceId } from '@coffer/contracts';
import { useState } from 'react';
import { searchQuery } from '../../../api/search/search.ts';
import { rightsOf } from '../../../api/spaces/space-rights.ts';
import { type QueryResult, useQuery } from '../../../api/calls/use-query.ts';
import { useSettled } from '../../../lib/hooks/use-settled.ts';

const SHOWN = '30';

interface Where {
  /** Undefined searches all spaces, and what others share. */
  readonly spaceId: SpaceId | undefined;
  readonly movedIds: ReadonlySet<NodeId>;
}

export interface FoundFolder {
  readonly hit: SearchHit;
  /** Whether the folder is being moved, or lies inside a folder that is. */
  readonly isMoved: boolean;
}

export interface FoundFolders {
  /**
   * While the next search is running, these are the results for the earlier text, so that the list does not flicker.
   */
  readonly folders: readonly FoundFolder[] | undefined;
  /** False while `folders` are the results for an earlier text. */
  readonly isCurrent: boolean;
  /** Whether more folders match than are shown. */
  readonly hasMore: boolean;
  readonly failed: Pick<QueryResult<unknown>, 'failure' | 'refetch'> | undefined;
}

/** Finds folders by name into which the person may add items. */
export function useFoundFolders(typed: string, { spaceId, movedIds }: Where): FoundFolders {
  const asked = useSettled(typed.trim()).slice(0, LIMITS.searchLengthMax);
  const query = {
    q: asked,
    kind: 'folder',
    limit: SHOWN,
    ...(spaceId !== undefined && { space: spaceId }),
  } as const;
  const { data, failure, refetch } = useQuery(searchQuery(query), { isEnabled: asked !== '' });
  const [shown, setShown] = useState(data);
  if (data !== undefined && data !== shown) setShown(data);
  const page = data ?? shown;
  return {
    folders: page?.items
      .filter(({ node: { role } }) => role !== undefined && rightsOf(role).mayAdd)
      .map((hit) => ({
        hit,
        isMoved: [hit.node, ...hit.path].some(({ id }) => movedIds.has(id)),
      })),
    isCurrent: data !== undefined && asked === typed.trim(),
    hasMore: (page?.next ?? null) !== null,
    failed: data === undefined && failure !== undefined ? { failure, refetch } : undefined,
  };
}
