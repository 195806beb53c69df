import type { Space, SpaceId } from '@coffer/contracts';
import { useEffect } from 'react';
import { apiErrorOf } from '../api/calls/error.ts';
import { invalidate } from '../api/calls/query-cache.ts';
import { spaceKeys } from '../api/spaces.ts';
import { useQueryCache } from '../api/calls/use-query.ts';
import { navigate } from '../lib/address/navigation.ts';
import { showToast } from '../ui/feedback/toast-store.ts';
import { hasUnsaved } from './gone.ts';
import { useText } from './texts.ts';

/** Leaves an open space to which the person has lost access. */
export function useLostSpace(
  space: Space | undefined,
  failure: { readonly cause: unknown } | undefined,
): void {
  const text = useText();
  const cache = useQueryCache();
  const code = failure === undefined ? undefined : apiErrorOf(failure.cause).code;
  const name = code === 'space_not_found' ? space?.name : undefined;
  const id = space?.id;
  // Each check of the space fails anew, so that unsaved work is asked about again.
  const cause = failure?.cause;
  useEffect(() => {
    if (cause === undefined || name === undefined || id === undefined || hasUnsaved()) return;
    showToast({ key: `lost-${id}`, text: text('routes.lostSpace', { name }) });
    navigate('/', { isReplacing: true });
    cache.removeQueries({ queryKey: spaceKeys.one(id) });
    void invalidate(cache, spaceKeys.list);
  }, [name, id, text, cache, cause]);
}

/** Checks the space when a folder is suddenly gone, because the whole space may be gone. */
export function useAccessCheck(spaceId: SpaceId, code: string | undefined): void {
  const cache = useQueryCache();
  useEffect(() => {
    if (code === 'node_not_found') void invalidate(cache, spaceKeys.one(spaceId));
  }, [cache, spaceId, code]);
}
