import { err, ok, type Result } from '@coffer/kit';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import type { Pool } from '../store/pools.ts';
import { listWebAuthnCredentials } from '../store/web-authn-credentials.ts';
import { countsAsTwo, getRelyingParty } from './relying-party.ts';

/**
 * Whether a user may have the passkey count as two factors (`WebAuthnMfaSettings`): the pool must allow it, and there
 * must be a passkey, and another second factor for the day that it is lost.
 */
export async function checkPasskeyMfa(
  deps: Pick<Deps, 'db'>,
  pool: Pool,
  user: { readonly account: Account; readonly hasOtherFactor: boolean },
): Promise<Result<void, PoolError>> {
  const relyingParty = getRelyingParty(pool);
  if (!relyingParty.ok) return err(errors.invalidParameter(relyingParty.error.message));
  if (!countsAsTwo(pool.settings)) return err(errors.webAuthnIsOneFactor);
  const page = { limit: 1, after: undefined };
  const own = await listWebAuthnCredentials(deps.db, user.account.id, page);
  if (own.length === 0) return err(errors.webAuthnNotSetUp);
  return user.hasOtherFactor ? ok(undefined) : err(errors.webAuthnNeedsOtherFactor);
}
