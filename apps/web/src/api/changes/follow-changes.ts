import type { ChangeEvent } from '@coffer/contracts';
import { backoffMs } from '../../lib/retry/backoff.ts';
import { type Ending, readChanges } from './change-connection.ts';

export interface FollowOptions {
  readonly personId: string;
  /** Changes before this second are known: Unix time, by the clock of the server. */
  readonly since: number;
  readonly onEvent: (event: ChangeEvent) => void;
  /** The server says that the session is over. */
  readonly onEnded: () => void;
  readonly signal: AbortSignal;
}

const HIDDEN_MS = 60_000;
const PAUSE_MAX_MS = 30_000;
const BACKOFF = { firstMs: 1_000, maxMs: PAUSE_MAX_MS, jitter: 0.5 };

/** An event as the connected page passes it on. */
interface PassedEvent {
  readonly id: string;
  readonly event: ChangeEvent | undefined;
}

/**
 * Follows changes while the page is visible, and for a minute after. One tab of the browser holds the connection and
 * forwards to the others, because HTTP/1.1 allows only six. The first tab that becomes visible catches up by itself.
 */
export function followChanges(options: FollowOptions): void {
  let lastId = String(options.since);
  let following: AbortController | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const handleVisibility = (): void => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') {
      hiding = setTimeout(() => following?.abort(), HIDDEN_MS);
      return;
    }
    if (following !== undefined && !following.signal.aborted) return;
    following = new AbortController();
    const signal = AbortSignal.any([options.signal, following.signal]);
    void follow({ ...options, signal }, { read: () => lastId, write: (id) => (lastId = id) });
  };
  document.addEventListener('visibilitychange', handleVisibility, { signal: options.signal });
  options.signal.addEventListener('abort', () => clearTimeout(hiding));
  handleVisibility();
}

interface Position {
  readonly read: () => string;
  readonly write: (id: string) => void;
}

async function follow(options: FollowOptions, position: Position): Promise<void> {
  const { personId, signal } = options;
  const name = `coffer.changes.${personId}`;
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<PassedEvent>) => {
    position.write(data.id);
    if (data.event !== undefined) options.onEvent(data.event);
  });
  const take = (passed: PassedEvent): void => {
    position.write(passed.id);
    if (passed.event !== undefined) options.onEvent(passed.event);
  };
  const lead = async (): Promise<void> => {
    await stayConnected(options, position, (passed) => {
      take(passed);
      channel.postMessage(passed);
    });
  };
  try {
    // Without TLS there are no locks: each page has its own connection.
    if (!('locks' in navigator)) await lead();
    else if (!(await asLeader(name, { ifAvailable: true }, lead))) {
      await catchUp(options, position, take);
      await asLeader(name, { signal }, lead);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}

/** False when another page leads. */
async function asLeader(name: string, options: LockOptions, lead: () => Promise<void>): Promise<boolean> {
  return await navigator.locks.request(name, options, async (lock) => {
    if (lock === null) return false;
    await lead();
    return true;
  });
}

/** Until nothing is missing. What the leader passes on meanwhile must not move the beginning. */
async function catchUp(
  options: FollowOptions,
  position: Position,
  take: (passed: PassedEvent) => void,
): Promise<void> {
  const ready = new AbortController();
  const signal = AbortSignal.any([options.signal, ready.signal]);
  let from = position.read();
  await stayConnected({ ...options, signal }, { read: () => from, write: (id) => (from = id) }, (passed) => {
    from = passed.id;
    take(passed);
    if (passed.event?.type === 'ready') ready.abort();
  });
}

async function stayConnected(
  { signal, onEnded }: FollowOptions,
  position: Position,
  take: (passed: PassedEvent) => void,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const ending = await readChanges({
      lastId: position.read(),
      signal,
      onEvent: (id, event) => {
        failures = 0;
        take({ id, event });
      },
    });
    if (signal.aborted) return;
    if (ending === 'not_signed_in') onEnded();
    failures += 1;
    await pause(pauseMs(ending, failures), signal);
  }
}

function pauseMs(ending: Ending, failures: number): number {
  const isFinal = ending === 'refused' || ending === 'not_signed_in';
  return isFinal ? backoffMs({ ...BACKOFF, firstMs: PAUSE_MAX_MS }, 0) : backoffMs(BACKOFF, failures - 1);
}

/** Ends early when the network comes back. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('online', () => resolve(), { signal: over.signal });
    signal.addEventListener('abort', () => resolve(), { signal: over.signal });
  });
  over.abort();
}
