import { useEffect, useEffectEvent } from 'react';
import { createChangeApplier } from '../../api/changes/apply-changes.ts';
import { followChanges } from '../../api/changes/follow-changes.ts';
import { retryFailed } from '../../api/calls/retry-failed.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';

export interface LiveChangesProps {
  readonly personId: string;
  /** Server time at which the data on the page was requested. */
  readonly serverTime: string;
  readonly onSessionEnd: () => Promise<void>;
}

/** Applies changes by others while the person is signed in (docs/decisions/0068-changes-as-they-happen.md). */
export function LiveChanges({ personId, serverTime, onSessionEnd }: LiveChangesProps) {
  const cache = useQueryCache();
  const follow = useEffectEvent((signal: AbortSignal) => {
    const applier = createChangeApplier(cache, isInHand);
    followChanges({
      personId,
      since: Math.floor(Date.parse(serverTime) / 1_000),
      onEvent: applier.apply,
      onEnded: () => void onSessionEnd(),
      signal,
    });
    signal.addEventListener('abort', applier.stop);
    retryFailed(cache, signal);
  });
  useEffect(() => {
    const stop = new AbortController();
    follow(stop.signal);
    return () => stop.abort();
  }, []);
  return null;
}

/** Whether something must not be disturbed: text that is being edited, or an open menu. */
function isInHand(): boolean {
  return document.querySelector('[data-grid-editor], [data-unsaved], [role="menu"]') !== null;
}
