import type { ChangeEvent } from '@coffer/contracts';
import { backoffMs } from '../../lib/retry/backoff.ts';
import { type Ending, readChanges } from './change-connection.ts';

export interface FollowOptions {
  readonly personId: string;
  /** Server time in Unix seconds. Changes before it are already known. */
  readonly since: number;
  readonly onEvent: (event: ChangeEvent) => void;
  /** Called when the server reports that the session is over. */
  readonly onEnded: () => void;
  readonly signal: AbortSignal;
}

const HIDDEN_MS = 60_000;
const PAUSE_MAX_MS = 30_000;
const BACKOFF = { firstMs: 1_000, maxMs: PAUSE_MAX_MS, jitter: 0.5 };

/** An event as the connected page forwards it to other pages. */
interface PassedEvent {
  readonly id: string;
  readonly event: ChangeEvent | undefined;
}

/**
 * Follows changes while the page is visible, and for a minute after. HTTP/1.1 allows only six connections, so one tab
 * holds the connection and forwards events to the others.
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
    // The Locks API is missing without TLS, so each page then has its own connection.
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

/** Resolves to false if another page is the leader. */
async function asLeader(name: string, options: LockOptions, lead: () => Promise<void>): Promise<boolean> {
  return await navigator.locks.request(name, options, async (lock) => {
    if (lock === null) return false;
    await lead();
    return true;
  });
}

/** Fetches missed events until none is missing. Events forwarded meanwhile must not advance the starting point. */
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

/** Waits for `ms`, or until the network comes back. */
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
