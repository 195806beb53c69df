import { USER_SCOPE } from '../../tokens/issue.ts';

/** Excludes scopes of resource servers. */
export const SCOPES = ['openid', 'email', 'phone', 'profile', USER_SCOPE] as const;
const NEEDS_OPENID = new Set(['email', 'phone', 'profile']);

/**
 * The distinct scopes in requested order; by default all scopes of the client. Undefined if the client lacks one, or if
 * `openid` is missing for a scope with claims.
 */
export function parseScope(allowed: readonly string[], asked: string | undefined): string | undefined {
  const scopes = asked === undefined ? allowed : [...new Set(asked.split(' ').filter((name) => name !== ''))];
  const known: readonly string[] = SCOPES;
  if (scopes.length === 0) return undefined;
  if (!scopes.every((scope) => allowed.includes(scope) && known.includes(scope))) return undefined;
  if (!scopes.includes('openid') && scopes.some((scope) => NEEDS_OPENID.has(scope))) return undefined;
  return scopes.join(' ');
}
