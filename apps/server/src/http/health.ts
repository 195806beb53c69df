import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, SECOND_MS } from '@coffer/kit';

/** One thing that the server cannot work without. Answers an error code, or undefined when all is well. */
export type HealthCheck = () => Promise<string | undefined>;

export interface Readiness {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, { readonly state: 'ok' | 'failed'; readonly code?: string }>>;
}

const TIMEOUT_MS = 3 * SECOND_MS;
const KEPT_MS = SECOND_MS;

/** Asks all checks at once, each for 3 s at most. An answer is kept for a second, so that nobody can wear the parts out by asking. */
export function createReadiness(
  checks: Readonly<Record<string, HealthCheck>>,
  clock: Clock,
): () => Promise<Readiness> {
  let kept: { readonly atMs: number; readonly answer: Promise<Readiness> } | undefined;
  return async () => {
    const nowMs = clock.now().getTime();
    if (kept === undefined || Math.abs(nowMs - kept.atMs) >= KEPT_MS)
      kept = { atMs: nowMs, answer: askAll(checks) };
    return await kept.answer;
  };
}

async function askAll(checks: Readonly<Record<string, HealthCheck>>): Promise<Readiness> {
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await ask(check)] as const),
  );
  return {
    isReady: answers.every(([, code]) => code === undefined),
    checks: Object.fromEntries(
      answers.map(([name, code]) => [name, code === undefined ? { state: 'ok' } : { state: 'failed', code }]),
    ),
  };
}

async function ask(check: HealthCheck): Promise<string | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([check(), sleep(TIMEOUT_MS, 'timeout', { signal: timer.signal })]);
  } catch {
    // What failed is told by the part's own log; here it only counts that it did.
    return 'unavailable';
  } finally {
    timer.abort();
  }
}
