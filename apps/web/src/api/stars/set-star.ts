import type { NodeId, Stars } from '@coffer/contracts';
import { callOrThrow } from '../calls/client.ts';
import type { QueryCache } from '../calls/query-cache.ts';
import { nodeKeys } from '../nodes.ts';
import { awaitChange, starsQuery } from './stars.ts';

interface Turn {
  /** The change being sent. */
  readonly sent: boolean;
  /** The person's last choice. */
  wanted: boolean;
  readonly done: Promise<void>;
}

/** Sends one change of a star at a time; of those made while waiting only the last is sent. */
const turns = new Map<NodeId, Turn>();

/**
 * Shown at once, and reverted if the server rejects it. An open list of stars keeps its rows until it is opened again.
 */
export async function setStar(cache: QueryCache, nodeId: NodeId, isStarred: boolean): Promise<void> {
  const { queryKey } = starsQuery();
  const show = (isShown: boolean): void =>
    void cache.setQueryData(queryKey, (stars: Stars | undefined) => {
      const others = stars?.ids.filter((id) => id !== nodeId) ?? [];
      return { ids: isShown ? [nodeId, ...others] : others };
    });
  // Sent before anything is awaited, so that a reload does not lose it.
  const done = take(nodeId, isStarred);
  awaitChange(done);
  await cache.cancelQueries({ queryKey });
  show(turns.get(nodeId)?.wanted ?? isStarred);
  try {
    await done;
  } catch (cause) {
    show(!isStarred);
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
  const work = async (): Promise<void> => {
    try {
      await send(nodeId, isStarred);
    } finally {
      turns.delete(nodeId);
    }
    if (turn.wanted !== isStarred) await begin(nodeId, turn.wanted);
  };
  const turn: Turn = { sent: isStarred, wanted: isStarred, done: Promise.resolve().then(work) };
  turns.set(nodeId, turn);
  return turn.done;
}

/** The browser finishes it even when the page is left. */
async function send(nodeId: NodeId, isStarred: boolean): Promise<void> {
  await callOrThrow(isStarred ? 'addStar' : 'removeStar', { params: { nodeId }, isKeptAlive: true });
}

/** Sends queued changes now, because the page is about to close. */
function flush(): void {
  for (const [nodeId, { sent, wanted }] of turns) {
    if (sent !== wanted) void Promise.allSettled([send(nodeId, wanted)]);
  }
}

globalThis.addEventListener('pagehide', flush);
