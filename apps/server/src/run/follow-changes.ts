import { LIMITS } from '@coffer/contracts';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { type ChangeFeed, createChangeFeed, pruneChanges } from '../features/changes/index.ts';
import type { CommitHints } from '../platform/db/hints.ts';
import { isDatabaseUnavailable } from '../platform/db/unavailable.ts';
import type { Services } from '../services.ts';
import { startLoop } from './loop.ts';

/** How often changes are read if no hint arrives. */
const LOOK_EVERY_MS = SECOND_MS;

/** Starts the feed of changes. Hints only make it faster, because a connection pooler may drop them. */
export function followChanges(
  stack: AsyncDisposableStack,
  services: Services,
  hints: Pick<CommitHints, 'onHint'>,
): ChangeFeed {
  const { log } = services;
  const feed = createChangeFeed(services);
  // Failures are ignored here. The next round of the loop reports them.
  hints.onHint(() => void Promise.allSettled([feed.look()]));
  const loops = [
    startLoop({ name: 'changes', everyMs: LOOK_EVERY_MS, work: whenReachable(feed.look), log }),
    startLoop({
      name: 'change_streams',
      everyMs: LIMITS.changeBeatEveryMs,
      work: whenReachable(feed.beat),
      log,
    }),
    startLoop({
      name: 'changes_pruning',
      everyMs: 10 * MINUTE_MS,
      work: async () => await pruneChanges(services),
      log,
    }),
  ];
  stack.defer(async () => {
    feed.close();
    await Promise.all(loops.map(async (loop) => await loop.stop()));
  });
  return feed;
}

/**
 * Runs `work`, and ignores an unavailable database. A failed round would delay the next ones, but after an outage the
 * feed must resume at once.
 */
function whenReachable(work: () => Promise<void>): () => Promise<void> {
  return async () => {
    try {
      await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  };
}
