import { generateKeyPairSync } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import {
  generateAuthenticationOptions,
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { usernameKey } from '../accounts/names.ts';
import { equalInConstantTime } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Pool } from '../store/pools.ts';
import { findWebAuthnCredential, listWebAuthnCredentials } from '../store/web-authn-credentials.ts';
import { type AssertionJson, readClientData } from './credential-json.ts';
import { CEREMONY_LIFE_MS, CREDENTIALS_MAX, refuseBrokenInput, userHandleOf } from './registration.ts';
import { isAllowedOrigin, type RelyingParty, userVerificationOf } from './relying-party.ts';

/** A passkey has shown itself; `recordCredentialUse` must accept it before it counts. */
export interface Assertion {
  readonly poolId: string;
  readonly credentialId: string;
  readonly signCount: number;
  readonly isBackedUp: boolean;
  readonly isUserVerified: boolean;
}

/**
 * CREDENTIAL_REQUEST_OPTIONS: what a page gives to `navigator.credentials.get()`. A name that nobody has, and a user
 * without passkeys, are shown a made-up one that is the same each time.
 */
export async function createAssertionOptions(
  deps: Pick<Deps, 'db' | 'vault'>,
  start: {
    readonly pool: Pool;
    readonly relyingParty: RelyingParty;
    readonly name: string;
    /** `sub`, or the one of a made-up user. */
    readonly subject: string;
    readonly challenge: string;
  },
): Promise<string> {
  const { pool, relyingParty, subject, challenge } = start;
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

/** Of the shape that the common synchronised passkeys have. */
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
 * Checks an assertion (WebAuthn level 3 §7.2): of this user, for this challenge, on a page of ours, with a counter that
 * went up. One refusal for every fault: what was wrong is nobody's business. Made-up users and unknown passkeys cost the
 * same, by a key that nobody has.
 */
export async function verifyAssertion(
  deps: Pick<Deps, 'db'>,
  attempt: {
    readonly pool: Pool;
    readonly relyingParty: RelyingParty;
    /** `sub`, or the one of a made-up user. */
    readonly subject: string;
    readonly challenge: string;
    readonly response: AssertionJson;
    readonly isVerificationRequired: boolean;
  },
): Promise<Result<Assertion, PoolError>> {
  const { pool, relyingParty, subject, challenge, response } = attempt;
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
        publicKey: new Uint8Array(credential?.publicKey ?? nobodysKey()),
        counter: credential?.signCount ?? 0,
      },
    });
  } catch (cause) {
    verified = refuseBrokenInput(cause);
  }
  const isOwn = credential !== undefined && credential.relyingPartyId === relyingParty.id;
  if (verified?.verified !== true || !isOwn) return err(errors.incorrectCredentials);
  const { newCounter, userVerified, credentialBackedUp, credentialDeviceType } = verified.authenticationInfo;
  // Whether it may be copied is decided when it is made, for good.
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

/** An authenticator may leave the handle out; one that it gives must be the account's. */
function isHandleOf(subject: string, handle: string | undefined): boolean {
  if (handle === undefined || handle === '') return true;
  return equalInConstantTime(userHandleOf(subject), Buffer.from(handle, 'base64url'));
}

/** COSE (RFC 9052 §7) before the two coordinates of an ES256 key: EC2, ES256, P-256, and 32 bytes each. */
const COSE_X = Buffer.from('a5010203262001215820', 'hex');
const COSE_Y = Buffer.from('225820', 'hex');
let nobodysCose: Buffer | undefined;

/** A key whose private half is thrown away. */
function nobodysKey(): Buffer {
  if (nobodysCose !== undefined) return nobodysCose;
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  });
  nobodysCose = Buffer.concat([COSE_X, Buffer.from(x, 'base64url'), COSE_Y, Buffer.from(y, 'base64url')]);
  return nobodysCose;
}
