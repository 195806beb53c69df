import type { NodeId, Stars } from '@coffer/contracts';
import { sleep } from '../../lib/waiting.ts';
import { callOrThrow } from '../calls/client.ts';
import type { QueryCache } from '../calls/query-cache.ts';
import { nodeKeys } from '../nodes.ts';
import { awaitChange, starsQuery } from './stars.ts';

interface Turn {
  /** The last value sent to the server; undefined after a failed call. */
  sent: boolean | undefined;
  /** The person's latest choice since then. */
  wanted: boolean | undefined;
  /** Resolves when the latest choice was sent. */
  done: Promise<void>;
}

/**
 * Changes in faster succession are sent as one. Otherwise a request of a closing page could be overtaken by the next
 * one.
 */
const QUIET_MS = 400;

/** Pending star changes, by node. */
const turns = new Map<NodeId, Turn>();

/**
 * Shows the change at once, and reverts it if the server rejects it. An open list of stars keeps its rows until it is
 * opened again.
 */
export async function setStar(cache: QueryCache, nodeId: NodeId, isStarred: boolean): Promise<void> {
  const { queryKey } = starsQuery();
  const show = (isShown: boolean): void =>
    void cache.setQueryData(queryKey, (stars: Stars | undefined) => {
      const others = stars?.ids.filter((id) => id !== nodeId) ?? [];
      return { ids: isShown ? [nodeId, ...others] : others };
    });
  // Queued before the first `await`, so that a reload does not lose the change.
  const done = take(nodeId, isStarred);
  awaitChange(done);
  await cache.cancelQueries({ queryKey });
  show(lastChoiceOf(nodeId) ?? isStarred);
  try {
    await done;
  } catch (cause) {
    show(turns.get(nodeId)?.wanted ?? !isStarred);
    throw cause;
  }
  await cache.invalidateQueries({ queryKey: [...nodeKeys.all, 'starred'], refetchType: 'none' });
}

function take(nodeId: NodeId, isStarred: boolean): Promise<void> {
  const turn = turns.get(nodeId);
  if (turn === undefined) return begin(nodeId, isStarred);
  turn.wanted = isStarred;
  return turn.done;
}

function begin(nodeId: NodeId, isStarred: boolean): Promise<void> {
  const sending = send(nodeId, isStarred);
  const turn: Turn = { sent: isStarred, wanted: undefined, done: sending };
  turn.done = finish(nodeId, turn, sending);
  // Later callers observe this promise. Without any, its rejection must not be reported as unhandled.
  void Promise.allSettled([turn.done]);
  turns.set(nodeId, turn);
  return sending;
}

async function finish(nodeId: NodeId, turn: Turn, sending: Promise<void>): Promise<void> {
  const [end] = await Promise.allSettled([sending]);
  if (end.status === 'rejected') turn.sent = undefined;
  for (let seen; ; seen = turn.wanted) {
    await sleep(QUIET_MS);
    if (turn.wanted === seen) break;
  }
  turns.delete(nodeId);
  if (turn.wanted !== undefined && turn.wanted !== turn.sent) await begin(nodeId, turn.wanted);
}

function lastChoiceOf(nodeId: NodeId): boolean | undefined {
  const turn = turns.get(nodeId);
  return turn?.wanted ?? turn?.sent;
}

/** `isKeptAlive`: the browser completes the request even after the page is closed. */
async function send(nodeId: NodeId, isStarred: boolean): Promise<void> {
  await callOrThrow(isStarred ? 'addStar' : 'removeStar', { params: { nodeId }, isKeptAlive: true });
}

/** Sends queued changes at once, because the page is about to close. */
function flush(): void {
  for (const [nodeId, { sent, wanted }] of turns) {
    if (wanted !== undefined && wanted !== sent) void Promise.allSettled([send(nodeId, wanted)]);
  }
}

globalThis.addEventListener('pagehide', flush);
