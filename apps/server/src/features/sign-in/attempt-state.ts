import { ERROR_CODES, ISSUE_CODES } from '@coffer/contracts';
import { z } from 'zod';
import type { Failure } from '../../operation.ts';
import type { Cipher } from '../../platform/secrets/cipher.ts';
import { purposes } from '../session/index.ts';
import type { AttemptRow } from './model.ts';

const Parameters = z.record(z.string(), z.string());
const StoredFailure = z.object({
  code: z.enum(ERROR_CODES),
  issues: z.array(z.object({ path: z.string(), code: z.enum(ISSUE_CODES) })).optional(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
});

export function sealParameters(
  cipher: Cipher,
  attemptId: string,
  parameters: Readonly<Record<string, string>>,
): string {
  return cipher.seal(JSON.stringify(parameters), purposes.attemptParameters(attemptId));
}

export function openParameters(cipher: Cipher, attempt: AttemptRow): Readonly<Record<string, string>> {
  const text = cipher.open(attempt.parameters_sealed, purposes.attemptParameters(attempt.id));
  return Parameters.parse(JSON.parse(text));
}

/** Encrypts the pool's Session. Null if there is none, because Cognito sends none with some challenges. */
export function sealPoolSession(
  cipher: Cipher,
  attemptId: string,
  session: string | undefined,
): string | null {
  return session === undefined ? null : cipher.seal(session, purposes.attemptSession(attemptId));
}

export function openPoolSession(cipher: Cipher, attempt: AttemptRow): string | undefined {
  if (attempt.pool_session_sealed === null) return undefined;
  return cipher.open(attempt.pool_session_sealed, purposes.attemptSession(attempt.id));
}

export function serializeFailure(failure: Failure): string {
  return JSON.stringify(failure);
}

export function parseFailure(text: string): Failure {
  const { code, issues, facts } = StoredFailure.parse(JSON.parse(text));
  return { code, ...(issues === undefined ? {} : { issues }), ...(facts === undefined ? {} : { facts }) };
}
