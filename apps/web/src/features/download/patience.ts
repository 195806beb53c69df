import { MINUTE_MS, type Result } from '@coffer/kit';
import { type DownloadFailure, type DownloadPorts, DownloadStopped } from './ports.ts';

const BACKOFF_FIRST_MS = 400;
const PAUSE_MAX_MS = MINUTE_MS;
/** Failures that pass by themselves: also where the answer was lost, or a proxy gave one of its own. */
const PASSING = new Set([
  'offline',
  'timed_out',
  'unreadable_answer',
  'rate_limited',
  'store_unavailable',
  'database_unavailable',
  'pool_unavailable',
  'issuer_unavailable',
]);

/** Whom a download waits for, by itself and as long as it takes. */
export type WaitingFor = 'store' | 'server' | 'person';

export type Patience = Pick<DownloadPorts, 'sleep' | 'stirred' | 'signedIn' | 'random'> & {
  readonly onWait: (whom: WaitingFor) => void;
};

/**
 * Repeats a call while its failure is one that passes, however long that takes: nobody sits beside a download of many hours to begin it
 * again. A session that has ended fails nothing either: the call waits until its person is back.
 * Rejects with {@link DownloadStopped}, or with the signal's reason.
 */
export async function patiently<T>(
  ports: Patience,
  signal: AbortSignal,
  call: () => Promise<Result<T, DownloadFailure>>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const answer = await call();
    signal.throwIfAborted();
    if (answer.ok) return answer.value;
    const { code, retryAfterMs } = answer.error;
    if (code === 'not_signed_in') {
      ports.onWait('person');
      await ports.signedIn(signal);
      tries = 0;
    } else if (PASSING.has(code)) {
      ports.onWait(code === 'store_unavailable' ? 'store' : 'server');
      tries = await pause(ports, { tries, atLeastMs: retryAfterMs }, signal);
    } else throw new DownloadStopped(answer.error);
  }
}

/**
 * Full jitter: between zero and an upper bound that doubles up to a minute; never shorter than the server wants, as long as that is not
 * absurd. It ends at once when something has changed for the browser. Resolves with the tries that count from now on.
 */
export async function pause(
  { sleep, stirred, random }: Patience,
  { tries, atLeastMs = 0 }: { readonly tries: number; readonly atLeastMs?: number | undefined },
  signal: AbortSignal,
): Promise<number> {
  const backoff = random() * Math.min(PAUSE_MAX_MS, BACKOFF_FIRST_MS * 2 ** tries);
  const ms = Math.max(backoff, Math.min(atLeastMs, PAUSE_MAX_MS));
  const end = new AbortController();
  const giveUp = (): void => end.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([
      sleep(ms, end.signal).then(() => tries),
      // Where it fails once more, it is soon tried again: a network takes a moment.
      stirred(end.signal).then(() => 0),
    ]);
  } finally {
    signal.removeEventListener('abort', giveUp);
    end.abort();
  }
}
