import { LIMITS, type BrowserProbePlan, type StoreDiagnosis } from '@coffer/contracts';
import { callOrThrow } from './client.ts';

export type StoreProbe = BrowserProbePlan['probes'][number];

/** What this browser got to see of an answer. */
export interface ProbeAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
}

/** The browser shows none (no network, no TLS, or no leave by CORS), or none came in time. */
type NoAnswer = 'unreachable' | 'slow';

export interface ProbeOutcome {
  readonly name: StoreProbe['name'];
  /** What is wrong; undefined when it went as it should. */
  readonly diagnosis: StoreDiagnosis | undefined;
  /** Null when no answer could be read. */
  readonly status: number | null;
  readonly tookMs: number;
}

export interface BrowserExamination {
  readonly examinedAt: Date;
  readonly outcomes: readonly ProbeOutcome[];
  /** By how much the clock of this browser is ahead of the server's, or behind when it is negative. */
  readonly clockAheadMs: number;
}

const TIME_LIMIT_MS = 20_000;
/** A large body over a line of a few megabits a second. */
const LARGE_TIME_LIMIT_MS = 120_000;

/** Sends the requests by which the server finds out what only this browser knows, one after the other: one reads what another wrote. */
export async function examineFromHere(): Promise<BrowserExamination> {
  const asked = Date.now();
  const plan = await callOrThrow('planBrowserProbes');
  const answered = Date.now();
  const outcomes: ProbeOutcome[] = [];
  for (const probe of plan.probes) {
    const start = performance.now();
    const answer = await send(probe);
    outcomes.push({
      name: probe.name,
      diagnosis: diagnosisOf(probe, answer),
      status: typeof answer === 'object' ? answer.status : null,
      tookMs: performance.now() - start,
    });
    // Whoever cannot reach it at all need not wait for the same thing again.
    if (typeof answer !== 'object') break;
  }
  const clockAheadMs = (asked + answered) / 2 - new Date(plan.serverTime).getTime();
  return { examinedAt: new Date(), outcomes, clockAheadMs };
}

/** What the outcome of a probe means; undefined when it is the one that was wanted. */
export function diagnosisOf(
  { expected, diagnoses }: Pick<StoreProbe, 'expected' | 'diagnoses'>,
  answer: ProbeAnswer | NoAnswer,
): StoreDiagnosis | undefined {
  if (typeof answer !== 'object') return diagnoses[answer];
  if (!expected.statuses.includes(answer.status)) return diagnoses.refused;
  if (expected.exposed.some((name) => answer.header(name) === null)) return diagnoses.hidden;
  return expected.body === null || expected.body === answer.body ? undefined : diagnoses.different;
}

/** A clock that is further off than this is told. */
export function isClockWrong(clockAheadMs: number): boolean {
  return Math.abs(clockAheadMs) > LIMITS.clockSkewMaxMs;
}

async function send({ method, url, headers, body, filler }: StoreProbe): Promise<ProbeAnswer | NoAnswer> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: filler === null ? body : new Uint8Array(filler.sizeBytes).fill(filler.byte),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(filler === null ? TIME_LIMIT_MS : LARGE_TIME_LIMIT_MS),
    });
    const text = await response.text();
    return { status: response.status, header: (name) => response.headers.get(name), body: text };
  } catch (cause) {
    if (cause instanceof DOMException) return cause.name === 'TimeoutError' ? 'slow' : 'unreachable';
    if (cause instanceof TypeError) return 'unreachable';
    throw cause;
  }
}
