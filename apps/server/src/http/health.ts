import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, SECOND_MS } from '@coffer/kit';

/** An error code or a warning. Undefined if healthy. */
export type HealthAnswer = string | { readonly warning: string } | undefined;

export type HealthCheck = () => Promise<HealthAnswer>;

export interface Readiness {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, { readonly state: 'ok' | 'failed'; readonly code?: string }>>;
}

const TIMEOUT_MS = 3 * SECOND_MS;
const KEPT_MS = SECOND_MS;

/** Runs the checks, with a timeout of 3 s each. The result is cached for a second to limit the load. */
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
    isReady: answers.every(([, answer]) => typeof answer !== 'string'),
    checks: Object.fromEntries(answers.map(([name, answer]) => [name, present(answer)])),
  };
}

function present(answer: HealthAnswer): Readiness['checks'][string] {
  if (answer === undefined) return { state: 'ok' };
  return typeof answer === 'string'
    ? { state: 'failed', code: answer }
    : { state: 'ok', code: answer.warning };
}

async function ask(check: HealthCheck): Promise<HealthAnswer> {
  const timer = new AbortController();
  try {
    return await Promise.race([check(), sleep(TIMEOUT_MS, 'timeout', { signal: timer.signal })]);
  } catch {
    // The checked component logs the reason itself.
    return 'unavailable';
  } finally {
    timer.abort();
  }
}
