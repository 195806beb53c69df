import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@coffer/contracts';
import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import {
  claimKey,
  findKey,
  forgetKeys,
  type KeyUse,
  keepAnswer,
  releaseKey,
} from '../platform/db/idempotency.ts';
import type { Services } from '../services.ts';
import type { Failure } from './route.ts';

/** A success that can be told again. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const FORGET_BATCHES_MAX = 100;
const WAIT_STEP_MS = 100;
const WAITS_MAX = 100;
/** Longer than any call may take: a call that is still running after this was lost with its process. */
const LOST_AFTER_MS = 90 * SECOND_MS;
const KEY = /^[\x21-\x7e]{8,100}$/;

/** The key of a request, if it has one. */
export function idempotencyKeyOf(headers: Headers): Result<string | undefined, Failure> {
  const key = headers.get('idempotency-key');
  if (key === null || KEY.test(key)) return ok(key ?? undefined);
  return err({ code: 'invalid_request', issues: [{ path: 'Idempotency-Key', code: 'wrong_format' }] });
}

/**
 * Runs a creating call once for each key of a person, for 24 hours. The same request again gets the same answer; another request with
 * the key is refused; one that arrives while the first is running waits for it (10 s at most, then it is told to come back).
 * Signed URLs are not told again. [Note: Repeated signatures]
 *
 * Only successes are kept. A refused call changed nothing, so asking again is harmless and may succeed by then.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export async function answerOnce(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  request: {
    readonly userId: string;
    readonly key: string;
    readonly operation: string;
    readonly input: unknown;
  },
  run: () => Promise<Result<Answer, Failure>>,
): Promise<Result<Answer & { readonly isRepeated: boolean }, Failure>> {
  const use: KeyUse = { ...request, requestHash: hashOf(request.operation, request.input) };
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    const now = clock.now();
    const isClaimed = await claimKey(db, use, {
      now,
      expiredBefore: new Date(now.getTime() - LIMITS.idempotencyKeyLifeMs),
      lostBefore: new Date(now.getTime() - LOST_AFTER_MS),
    });
    if (isClaimed) return await runClaimed(db, { use, claimedAt: now }, run);
    const known = await findKey(db, use);
    if (known === undefined) continue;
    if (known.operation !== use.operation || known.requestHash !== use.requestHash) {
      return err({ code: 'idempotency_mismatch' });
    }
    if (known.status !== null) return ok({ status: known.status, body: known.body, isRepeated: true });
    await sleep(WAIT_STEP_MS);
  }
  return err({ code: 'rate_limited', facts: { retry_after: 1 } });
}

async function runClaimed(
  db: Services['db'],
  { use, claimedAt }: { readonly use: KeyUse; readonly claimedAt: Date },
  run: () => Promise<Result<Answer, Failure>>,
): Promise<Result<Answer & { readonly isRepeated: boolean }, Failure>> {
  let isKept = false;
  try {
    const result = await run();
    if (!result.ok) return result;
    await keepAnswer(db, use, {
      claimedAt,
      status: result.value.status,
      body: withoutSigned(result.value.body),
    });
    isKept = true;
    return ok({ ...result.value, isRepeated: false });
  } finally {
    if (!isKept) await releaseKey(db, use, claimedAt);
  }
}

/**
 * [Note: Repeated signatures] A key lives for a day, a signed URL for a quarter of an hour: whoever repeats a call later would get URLs that
 * the store refuses, and until then they would lie in the database for everybody who can read it. A list of signed requests is therefore
 * kept empty; its reader asks for signatures when it needs them, as for every later part.
 */
function withoutSigned(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutSigned);
  if (typeof body !== 'object' || body === null) return body;
  const told = 'items' in body ? { ...body, items: withoutSigned(body.items) } : body;
  return 'signed' in told ? { ...told, signed: [] } : told;
}

function hashOf(operation: string, input: unknown): string {
  return createHash('sha256')
    .update(`${operation}\n${canonical(input)}`)
    .digest('hex');
}

/** JSON with sorted members: two requests that say the same have the same text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Background work: forgets keys whose 24 hours are over. */
export async function forgetOldKeys({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const expiredBefore = new Date(clock.now().getTime() - LIMITS.idempotencyKeyLifeMs);
  for (let batches = 0; batches < FORGET_BATCHES_MAX; batches += 1) {
    if ((await forgetKeys(db, expiredBefore)) === 0) return;
  }
}
