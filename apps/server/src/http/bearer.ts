import { OPERATION_SCOPES, type OperationName } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { type Actor, type Failure, hasScope } from '../operation.ts';

const BEARER = /^bearer(?:\s+|$)(.*)$/i;

/**
 * The bearer token of a request. Other schemes are ignored, because they belong to proxies in front.
 * @see RFC 6750 section 2.1
 */
export function bearerOf(headers: Headers): string | undefined {
  return BEARER.exec(headers.get('authorization') ?? '')?.[1];
}

/** Checks that a token has the scope of the operation. */
export function withinScopes(operation: OperationName, actor: Actor | undefined): Result<undefined, Failure> {
  if (actor?.scopes === undefined) return ok(undefined);
  const scope = OPERATION_SCOPES[operation];
  if (scope === 'any') return ok(undefined);
  if (scope === 'closed') return err({ code: 'token_not_accepted' });
  return hasScope(actor, scope) ? ok(undefined) : err({ code: 'scope_missing', facts: { scope } });
}
