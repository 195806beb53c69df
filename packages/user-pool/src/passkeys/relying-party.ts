import { err, ok, type Result } from '@coffer/kit';
import { errors, type PoolError } from '../errors.ts';
import type { PoolSettings } from '../settings.ts';
import type { Pool } from '../store/pools.ts';

/** Whom a pool's passkeys are for (WebAuthn level 3 §4, "relying party"). */
export interface RelyingParty {
  /** A host name; passkeys are bound to it for good. */
  readonly id: string;
  readonly name: string;
}

/** The relying party, or why the pool has no passkeys. */
export function getRelyingParty(pool: Pool): Result<RelyingParty, PoolError> {
  const { webAuthn } = pool.settings;
  if (!usesPasskeys(pool.settings)) return err(errors.webAuthnNotEnabled);
  if (webAuthn.relyingPartyId === undefined) return err(errors.webAuthnConfigurationMissing);
  return ok({ id: webAuthn.relyingPartyId, name: pool.name });
}

/** Passkeys are in use as a first factor, or as a second one. */
function usesPasskeys(settings: PoolSettings): boolean {
  return settings.firstFactors.includes('WEB_AUTHN') || countsAsTwo(settings);
}

/** A passkey that has verified its user proves two factors: having it, and a finger or a PIN. */
export function countsAsTwo(settings: PoolSettings): boolean {
  return settings.webAuthn.factorConfiguration === 'MULTI_FACTOR_WITH_USER_VERIFICATION';
}

/**
 * What authenticators are asked for. Where the pool has no second factors a passkey is the only one and must verify
 * its user. The answer is the same for everybody in a pool: it must not tell one user from another.
 */
export function userVerificationOf(settings: PoolSettings): 'required' | 'preferred' {
  return settings.mfaConfiguration === 'OFF' ? 'required' : settings.webAuthn.userVerification;
}

/**
 * Whether a page may use the passkeys. Without a list: the host of the relying party itself over https, on any port,
 * and over http where that is localhost, which browsers hold for secure. Subdomains must be listed.
 */
export function isAllowedOrigin(settings: PoolSettings, origin: string): boolean {
  const { origins, relyingPartyId } = settings.webAuthn;
  if (origins !== undefined) return origins.some((allowed) => new URL(allowed).origin === origin);
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: canonical } = new URL(origin);
  if (canonical !== origin || hostname !== relyingPartyId) return false;
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
}
