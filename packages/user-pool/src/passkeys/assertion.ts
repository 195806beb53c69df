import { generateKeyPairSync } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import type { VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import { usernameKey } from '../accounts/names.ts';
import { equalInConstantTime } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Pool } from '../store/pools.ts';
import { findWebAuthnCredential, listWebAuthnCredentials } from '../store/web-authn-credentials.ts';
import { type AssertionJson, readClientData } from './credential-json.ts';
import { CEREMONY_LIFE_MS, CREDENTIALS_MAX, refuseBrokenInput, userHandleOf } from './registration.ts';
import { isAllowedOrigin, type RelyingParty, userVerificationOf } from './relying-party.ts';

/** A verified assertion. It counts only once `recordCredentialUse` has accepted it. */
export interface Assertion {
  readonly poolId: string;
  readonly credentialId: string;
  readonly signCount: number;
  readonly isBackedUp: boolean;
  readonly isUserVerified: boolean;
}

/**
 * CREDENTIAL_REQUEST_OPTIONS, for `navigator.credentials.get()`. Unknown users and users without passkeys get a stable
 * decoy.
 */
export async function createAssertionOptions(
  deps: Pick<Deps, 'db' | 'vault'>,
  start: {
    readonly pool: Pool;
    readonly relyingParty: RelyingParty;
    readonly name: string;
    /** The `sub`, also of a decoy user. */
    readonly subject: string;
    readonly challenge: string;
  },
): Promise<string> {
  const { pool, relyingParty, subject, challenge } = start;
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const page = { limit: CREDENTIALS_MAX, after: undefined };
  const own = await listWebAuthnCredentials(deps.db, subject, page);
  const usable = own.filter(({ relyingPartyId }) => relyingPartyId === relyingParty.id);
  const shown = usable.length > 0 ? usable : [inventCredential(deps.vault, pool, start.name)];
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CEREMONY_LIFE_MS,
    userVerification: userVerificationOf(pool.settings),
    allowCredentials: shown.map(({ id, transports }) => ({ id, transports: [...transports] })),
  });
  return JSON.stringify(options);
}

const INVENTED_SIZES_BYTES = [16, 20, 32] as const;

function inventCredential(
  vault: Deps['vault'],
  pool: Pool,
  name: string,
): { readonly id: string; readonly transports: readonly string[] } {
  const bytes = vault.mac('decoy passkey', `${pool.id}\0${usernameKey(pool, name)}`);
  const length = vault.mac('decoy passkey size', `${pool.id}\0${usernameKey(pool, name)}`).readUInt8(0);
  const size = INVENTED_SIZES_BYTES[length % INVENTED_SIZES_BYTES.length] ?? 16;
  return { id: bytes.subarray(0, size).toString('base64url'), transports: ['hybrid', 'internal'] };
}

/**
 * Checks user, challenge, origin, signature and counter (WebAuthn level 3 §7.2). Every fault gets the same error, and
 * unknown users and passkeys cost the same time.
 */
export async function verifyAssertion(
  deps: Pick<Deps, 'db'>,
  attempt: {
    readonly pool: Pool;
    readonly relyingParty: RelyingParty;
    readonly subject: string;
    readonly challenge: string;
    readonly response: AssertionJson;
    readonly isVerificationRequired: boolean;
  },
): Promise<Result<Assertion, PoolError>> {
  const { pool, relyingParty, subject, challenge, response } = attempt;
  // Loaded before any branch, so that the first call of a process does not reveal anything by its timing.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const owner = { poolId: pool.id, accountId: subject };
  const credential = await findWebAuthnCredential(deps.db, owner, response.id);
  const clientData = readClientData(response.response.clientDataJSON);
  const isOwnPage =
    clientData !== undefined &&
    clientData.crossOrigin !== true &&
    clientData.topOrigin === undefined &&
    isAllowedOrigin(pool.settings, clientData.origin);
  if (!isOwnPage || !isHandleOf(subject, response.response.userHandle))
    return err(errors.incorrectCredentials);
  const { clientDataJSON, authenticatorData, signature } = response.response;
  let verified: VerifiedAuthenticationResponse | undefined;
  try {
    verified = await verifyAuthenticationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: clientData.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: attempt.isVerificationRequired,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(credential?.publicKey ?? decoyKey()),
        counter: credential?.signCount ?? 0,
      },
    });
  } catch (cause) {
    verified = refuseBrokenInput(cause);
  }
  const isOwn = credential !== undefined && credential.relyingPartyId === relyingParty.id;
  if (verified?.verified !== true || !isOwn) return err(errors.incorrectCredentials);
  const { newCounter, userVerified, credentialBackedUp, credentialDeviceType } = verified.authenticationInfo;
  // Backup eligibility of a credential never changes.
  if ((credentialDeviceType === 'multiDevice') !== credential.isMultiDevice)
    return err(errors.incorrectCredentials);
  return ok({
    poolId: pool.id,
    credentialId: credential.id,
    signCount: newCounter,
    isBackedUp: credentialBackedUp,
    isUserVerified: userVerified,
  });
}

/** The user handle is optional. If it is sent, it must match. */
function isHandleOf(subject: string, handle: string | undefined): boolean {
  if (handle === undefined || handle === '') return true;
  return equalInConstantTime(userHandleOf(subject), Buffer.from(handle, 'base64url'));
}

/** COSE (RFC 9052 §7) prefixes of the coordinates of an ES256 key. */
const COSE_X = Buffer.from('a5010203262001215820', 'hex');
const COSE_Y = Buffer.from('225820', 'hex');
let decoyCose: Buffer | undefined;

function decoyKey(): Buffer {
  if (decoyCose !== undefined) return decoyCose;
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  });
  decoyCose = Buffer.concat([COSE_X, Buffer.from(x, 'base64url'), COSE_Y, Buffer.from(y, 'base64url')]);
  return decoyCose;
}
