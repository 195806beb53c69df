import { LIMITS, type BrowserProbePlan, type StoreDiagnosis } from '@coffer/contracts';
import { callOrThrow } from './client.ts';

export type StoreProbe = BrowserProbePlan['probes'][number];

export interface ProbeAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
}

/** The probe got no visible response (network, TLS or CORS), or timed out. */
type NoAnswer = 'unreachable' | 'slow';

export interface ProbeOutcome {
  readonly name: StoreProbe['name'];
  readonly diagnosis: StoreDiagnosis | undefined;
  readonly status: number | null;
  readonly tookMs: number;
}

export interface BrowserExamination {
  readonly examinedAt: Date;
  readonly outcomes: readonly ProbeOutcome[];
  /** Browser clock minus server clock. */
  readonly clockAheadMs: number;
}

const TIME_LIMIT_MS = 20_000;
const LARGE_TIME_LIMIT_MS = 120_000;

/** In sequence, because some probes read what earlier ones wrote. */
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
    if (typeof answer !== 'object') break;
  }
  const clockAheadMs = (asked + answered) / 2 - new Date(plan.serverTime).getTime();
  return { examinedAt: new Date(), outcomes, clockAheadMs };
}

export function diagnosisOf(
  { expected, diagnoses }: Pick<StoreProbe, 'expected' | 'diagnoses'>,
  answer: ProbeAnswer | NoAnswer,
): StoreDiagnosis | undefined {
  if (typeof answer !== 'object') return diagnoses[answer];
  if (!expected.statuses.includes(answer.status)) return diagnoses.refused;
  if (expected.exposed.some((name) => answer.header(name) === null)) return diagnoses.hidden;
  return expected.body === null || expected.body === answer.body ? undefined : diagnoses.different;
}

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
