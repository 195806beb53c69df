import { type ChangeEvent, FIRST_ROUTES, LIMITS } from '@coffer/contracts';
import { createEventReader } from './event-reader.ts';

/**
 * How a connection ended: it broke after it was open, the server refused it, the session is over, or there was no
 * response.
 */
export type Ending = 'cut' | 'refused' | 'not_signed_in' | 'unreachable';

interface ConnectionOptions {
  readonly lastId: string;
  readonly signal: AbortSignal;
  readonly onEvent: (id: string, event: ChangeEvent | undefined) => void;
}

const CHECK_MS = 5_000;
/** Heartbeats come more often than this. After a longer silence the connection is dead. */
const SILENCE_MAX_MS = 2.5 * LIMITS.changeBeatEveryMs;

/**
 * Reads one response of `GET /changes` until it ends. Not an `EventSource`, which hides heartbeats and HTTP statuses.
 */
export async function readChanges({ lastId, signal, onEvent }: ConnectionOptions): Promise<Ending> {
  const dead = new AbortController();
  const watch = watchSilence(() => dead.abort());
  let isOpen = false;
  try {
    // oxlint-disable-next-line no-restricted-globals -- the response is a stream, which `call` would read to its end
    const response = await fetch(`/api/v1${FIRST_ROUTES.followChanges.path}`, {
      headers: { accept: 'text/event-stream', 'last-event-id': lastId },
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.any([signal, dead.signal]),
    });
    if (!response.ok || response.body === null) {
      return response.status === 401 ? 'not_signed_in' : 'refused';
    }
    isOpen = true;
    const read = createEventReader();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'cut';
      watch.heard();
      for (const { id = lastId, event } of read(decoder.decode(value, { stream: true }))) {
        if (event?.type === 'ended') return 'not_signed_in';
        onEvent(id, event);
      }
    }
  } catch {
    return isOpen ? 'cut' : 'unreachable';
  } finally {
    watch.stop();
  }
}

/** Uses the wall clock, because monotonic clocks may stop while the computer sleeps. */
function watchSilence(onSilence: () => void): { readonly heard: () => void; readonly stop: () => void } {
  let heardAt = Date.now();
  const over = new AbortController();
  const check = (): void => {
    if (Date.now() - heardAt > SILENCE_MAX_MS) onSilence();
  };
  const timer = setInterval(check, CHECK_MS);
  document.addEventListener('visibilitychange', check, { signal: over.signal });
  addEventListener('offline', onSilence, { signal: over.signal });
  return {
    heard: () => {
      heardAt = Date.now();
    },
    stop: () => {
      clearInterval(timer);
      over.abort();
    },
  };
}
