import { err, ok, type Result } from '@coffer/kit';
import { errors, type PoolError } from '../errors.ts';
import type { PoolSettings } from '../settings.ts';
import type { Pool } from '../store/pools.ts';

/** See WebAuthn level 3 §4, "relying party". */
export interface RelyingParty {
  /** A host name; passkeys are bound to it permanently. */
  readonly id: string;
  readonly name: string;
}

export function getRelyingParty(pool: Pool): Result<RelyingParty, PoolError> {
  const { webAuthn } = pool.settings;
  if (!usesPasskeys(pool.settings)) return err(errors.webAuthnNotEnabled);
  if (webAuthn.relyingPartyId === undefined) return err(errors.webAuthnConfigurationMissing);
  return ok({ id: webAuthn.relyingPartyId, name: pool.name });
}

function usesPasskeys(settings: PoolSettings): boolean {
  return settings.firstFactors.includes('WEB_AUTHN') || countsAsTwo(settings);
}

/** A passkey with user verification proves possession and a biometric or PIN. */
export function countsAsTwo(settings: PoolSettings): boolean {
  return settings.webAuthn.factorConfiguration === 'MULTI_FACTOR_WITH_USER_VERIFICATION';
}

/**
 * Without MFA the passkey is the only factor and must verify its user. The same for every user, so that it reveals
 * nothing about one.
 */
export function userVerificationOf(settings: PoolSettings): 'required' | 'preferred' {
  return settings.mfaConfiguration === 'OFF' ? 'required' : settings.webAuthn.userVerification;
}

/**
 * Without a list: the relying party's host over https on any port, and http for localhost, which browsers treat as
 * secure. Subdomains must be listed.
 */
export function isAllowedOrigin(settings: PoolSettings, origin: string): boolean {
  const { origins, relyingPartyId } = settings.webAuthn;
  if (origins !== undefined) return origins.some((allowed) => new URL(allowed).origin === origin);
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: canonical } = new URL(origin);
  if (canonical !== origin || hostname !== relyingPartyId) return false;
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
}
