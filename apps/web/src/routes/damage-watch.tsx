import type { NodeId, NodeView, SpaceId } from '@coffer/contracts';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { nodeKeys } from '../api/nodes.ts';
import { spaceQuery } from '../api/spaces.ts';
import { useQuery, useQueryCache } from '../api/use-query.ts';
import type * as Code from '../features/browse/damage/index.ts';
import { NOTICES } from '../features/shell/index.ts';
import { bringUpChoice } from '../features/transfer/index.ts';
import { matchPath } from '../lib/match-path.ts';
import { usePath } from '../lib/use-location.ts';

/** The space whose files are looked at, and who looks. */
export interface DamageWatchProps {
  readonly personId: string;
  readonly space: { readonly id: SpaceId; readonly rootId: NodeId };
}

/** How soon a page in sight hears of what was found meanwhile. All bytes are read again once in a month. */
const LOOK_MS = 5 * 60_000;

/**
 * Tells above the files of a space what of them is damaged, wherever they lie. That is known with the use of the space, which every page asks for:
 * opening a folder asks nothing more.
 */
export function DamageWatch({ personId, space }: DamageWatchProps) {
  const path = usePath();
  const cache = useQueryCache();
  const count = useQuery(spaceQuery(space.id)).data?.damagedFiles ?? 0;
  const [toldCount, setToldCount] = useState(0);
  const code = useNoticeCode(count > 0, path);
  useLooks(space.id);
  useEffect(() => {
    // What has just been found is marked in the list of its folder too.
    if (count > 0) void cache.invalidate(nodeKeys.lists);
  }, [cache, count]);
  const place = document.getElementById(NOTICES);
  const isHere = matchPath('/s/:space/:node?/:view?', path)?.['space'] === space.id;
  if (code === undefined || place === null || !isHere) return null;
  const hrefOf = (nodeId: NodeId): string =>
    nodeId === space.rootId ? `/s/${space.id}` : `/s/${space.id}/${nodeId}`;
  const handleUpload = (node: NodeView, file: File): void => {
    const folderId = node.parentId ?? space.rootId;
    void bringUpChoice({ personId, folderId }, [named(file, node.name)]);
  };
  return createPortal(
    <code.DamageNotice
      spaceId={space.id}
      count={count}
      toldCount={toldCount}
      onTold={setToldCount}
      path={path}
      hrefOf={hrefOf}
      viewHrefOf={(nodeId) => `/s/${space.id}/${nodeId}/view`}
      onUpload={handleUpload}
    />,
    place,
  );
}

/** The code of the notice, once there was something to tell. What could not be fetched is asked for again on the next page. */
function useNoticeCode(isNeeded: boolean, path: string): typeof Code | undefined {
  const [code, setCode] = useState<typeof Code>();
  const tried = useRef<string>(undefined);
  const isMissing = isNeeded && code === undefined;
  useEffect(() => {
    if (!isMissing || tried.current === path) return;
    tried.current = path;
    const fetchCode = async (): Promise<void> => {
      const [result] = await Promise.allSettled([import('../features/browse/damage/index.ts')]);
      if (result.status === 'fulfilled') setCode(result.value);
    };
    void fetchCode();
  }, [isMissing, path]);
  return code;
}

/** Asks again and again while somebody looks. Whoever comes back to the page has been asked for already. */
function useLooks(spaceId: SpaceId): void {
  const cache = useQueryCache();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void cache.refetch(spaceQuery(spaceId));
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [cache, spaceId]);
}

/** The same bytes under the name of the file whose place they are to take. */
function named(file: File, name: string): File {
  return file.name === name
    ? file
    : new File([file], name, { type: file.type, lastModified: file.lastModified });
}
