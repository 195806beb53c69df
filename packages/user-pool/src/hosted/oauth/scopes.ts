import { USER_SCOPE } from '../../tokens/issue.ts';

/** The scopes there are. Those of resource servers are not among them. */
export const SCOPES = ['openid', 'email', 'phone', 'profile', USER_SCOPE] as const;
const NEEDS_OPENID = new Set(['email', 'phone', 'profile']);

/**
 * The scopes of a request, each once and in their order, or undefined when one of them is not the client's. Left out:
 * all of the client's. Claims are told to who asks for `openid` only.
 */
export function parseScope(allowed: readonly string[], asked: string | undefined): string | undefined {
  const scopes = asked === undefined ? allowed : [...new Set(asked.split(' ').filter((name) => name !== ''))];
  const known: readonly string[] = SCOPES;
  if (scopes.length === 0) return undefined;
  if (!scopes.every((scope) => allowed.includes(scope) && known.includes(scope))) return undefined;
  if (!scopes.includes('openid') && scopes.some((scope) => NEEDS_OPENID.has(scope))) return undefined;
  return scopes.join(' ');
}
