import type { NodeView, OperationResponse } from '@coffer/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useQuery } from '../../../api/calls/use-query.ts';
import { VERSIONS_FIRST, versionsQuery } from '../../../api/details/versions-query.ts';
import type { Version } from '../../../api/versions.ts';

const FACTOR = 5;

export interface ShownVersions {
  readonly data: OperationResponse<'listVersions'> | undefined;
  readonly failure: { readonly cause: unknown } | undefined;
  readonly refetch: () => Promise<void>;
  readonly isLoadingMore: boolean;
  /** Undefined when all versions are shown. */
  readonly showMore: (() => void) | undefined;
  /** The newest intact version before a damaged current one. `sought` while it may still be found. */
  readonly intact: Version | 'sought' | undefined;
}

/** The newest versions, and more with each `showMore`. If the current one is damaged, loads until an intact one is found. */
export function useVersionList(node: NodeView): ShownVersions {
  const [counts, setCounts] = useState({ now: VERSIONS_FIRST, before: VERSIONS_FIRST });
  const earlier = useQuery(versionsQuery(node, counts.before), { isEnabled: false });
  const now = useQuery(versionsQuery(node, counts.now));
  const data = now.data ?? earlier.data;
  const showMore = (): void => setCounts({ now: counts.now * FACTOR, before: counts.now });
  const hasMore = data !== undefined && data.next !== null;
  const intact = data === undefined ? undefined : intactBeforeDamage(data.items);
  const isSought = intact === undefined && hasMore && data.items.some(isDamagedCurrent);
  if (isSought && now.data !== undefined) showMore();
  return {
    data,
    failure: now.data === undefined ? now.failure : undefined,
    refetch: now.refetch,
    isLoadingMore: data !== undefined && now.data === undefined && now.failure === undefined,
    showMore: hasMore ? showMore : undefined,
    intact: isSought ? 'sought' : intact,
  };
}

const isDamagedCurrent = ({ isCurrent, damage }: Version): boolean => isCurrent && damage !== null;

function intactBeforeDamage(versions: readonly Version[]): Version | undefined {
  const current = versions.find(isDamagedCurrent);
  if (current === undefined) return undefined;
  return versions.find(({ number, damage }) => number < current.number && damage === null);
}

/** Focuses the list when the focused button disappears with the last page. */
export function useFocusAfterAll(list: RefObject<HTMLElement | null>, hasMore: boolean): void {
  const had = useRef(hasMore);
  useEffect(() => {
    if (had.current && !hasMore && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
    had.current = hasMore;
  }, [hasMore, list]);
}
