import { matchPage, type NodeId, type NodeView, type SpaceId } from '@coffer/contracts';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { nodeKeys } from '../api/nodes.ts';
import { invalidate } from '../api/calls/query-cache.ts';
import { spaceQuery } from '../api/spaces.ts';
import { useQuery, useQueryCache } from '../api/calls/use-query.ts';
import type * as Code from '../features/browse/damage/index.ts';
import { NOTICES } from '../features/shell/index.ts';
import { uploadFiles } from '../features/transfer/index.ts';
import { usePath } from '../lib/hooks/use-location.ts';

export interface DamageWatchProps {
  readonly personId: string;
  readonly space: { readonly id: SpaceId; readonly rootId: NodeId };
}

/** Short enough, because a full scan of all bytes takes a month. */
const LOOK_MS = 5 * 60_000;

/** Watches for damaged files. Their number comes with the usage of the space, which every page requests anyway. */
export function DamageWatch({ personId, space }: DamageWatchProps) {
  const path = usePath();
  const cache = useQueryCache();
  const count = useQuery(spaceQuery(space.id)).data?.damagedFiles ?? 0;
  const [toldCount, setToldCount] = useState(0);
  const code = useNoticeCode(count > 0, path);
  useLooks(space.id);
  useEffect(() => {
    if (count > 0) void invalidate(cache, nodeKeys.lists);
  }, [cache, count]);
  const place = document.getElementById(NOTICES);
  const isHere = matchPage('/s/:space/:node?/:view?', path)?.['space'] === space.id;
  if (code === undefined || place === null || !isHere) return null;
  const hrefOf = (nodeId: NodeId): string =>
    nodeId === space.rootId ? `/s/${space.id}` : `/s/${space.id}/${nodeId}`;
  const handleUpload = (node: NodeView, file: File): void => {
    const folderId = node.parentId ?? space.rootId;
    void uploadFiles({ personId, folderId }, [named(file, node.name)]);
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

/** Loads the code of the notice. If that fails, the next page retries it. */
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

function useLooks(spaceId: SpaceId): void {
  const cache = useQueryCache();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void invalidate(cache, spaceQuery(spaceId).queryKey);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [cache, spaceId]);
}

function named(file: File, name: string): File {
  return file.name === name
    ? file
    : new File([file], name, { type: file.type, lastModified: file.lastModified });
}
