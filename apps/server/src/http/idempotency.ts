import { createHash } from 'node:crypto';
import { SERVER_LIMITS } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import {
  findKey,
  forgetKeys,
  freeKey,
  keepAnswer,
  type KeyUse,
  takeKey,
} from '../platform/db/idempotency.ts';
import type { Once } from '../platform/db/once.ts';
import type { Services } from '../services.ts';
import type { Failure } from '../operation.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const FORGET_BATCHES_MAX = 100;
const TRIES_MAX = 3;
const KEY = /^[\x21-\x7e]{8,100}$/;

export function idempotencyKeyOf(headers: Headers): Result<string | undefined, Failure> {
  const key = headers.get('idempotency-key');
  if (key === null || KEY.test(key)) return ok(key ?? undefined);
  return err({ code: 'invalid_request', issues: [{ path: 'Idempotency-Key', code: 'wrong_format' }] });
}

/**
 * Runs a creating call once per person and key, for 24 hours: the same request gets the same response, a concurrent one
 * waits, and another request with the key is rejected. Rejections are not stored: they changed nothing, so a retry is
 * harmless.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export async function answerOnce(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  request: {
    readonly userId: string;
    readonly key: string;
    readonly operation: string;
    readonly status: number;
    readonly input: unknown;
  },
  run: (once: Once) => Promise<Result<Answer, Failure>>,
): Promise<Result<Answer & { readonly isRepeated: boolean }, Failure>> {
  const { userId, key, operation, status } = request;
  const use: KeyUse = { userId, key, operation, requestHash: hashOf(operation, request.input) };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    try {
      const result = await run(onceUnder(use, { clock, status }));
      return result.ok ? ok({ ...result.value, isRepeated: false }) : result;
    } catch (error) {
      if (!(error instanceof KeyWasUsed)) throw error;
    }
    const known = await findKey(db, use);
    // The first call failed and freed the key.
    if (known === undefined) continue;
    if (known.operation !== operation || known.requestHash !== use.requestHash) {
      return err({ code: 'idempotency_mismatch' });
    }
    return ok({ status: known.status, body: known.body, isRepeated: true });
  }
  return err({ code: 'rate_limited', facts: { retry_after: 1 } });
}

class KeyWasUsed extends Error {}

function onceUnder(
  use: KeyUse,
  { clock, status }: { readonly clock: Services['clock']; readonly status: number },
): Once {
  return {
    begin: async (tx) => {
      const now = clock.now();
      const expiredBefore = new Date(now.getTime() - SERVER_LIMITS.idempotencyKeyLifeMs);
      if (!(await takeKey(tx, use, { now, expiredBefore }))) throw new KeyWasUsed();
    },
    keep: async (db, answer) => {
      if (answer === undefined) await freeKey(db, use);
      else await keepAnswer(db, use, { status, body: answer });
    },
  };
}

function hashOf(operation: string, input: unknown): string {
  return createHash('sha256')
    .update(`${operation}\n${canonical(input)}`)
    .digest('hex');
}

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

export async function forgetOldKeys({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const expiredBefore = new Date(clock.now().getTime() - SERVER_LIMITS.idempotencyKeyLifeMs);
  for (let batches = 0; batches < FORGET_BATCHES_MAX; batches += 1) {
    if ((await forgetKeys(db, expiredBefore)) === 0) return;
  }
}
