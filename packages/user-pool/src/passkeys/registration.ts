import { createHash, randomBytes } from 'node:crypto';
import { assert, err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { equalInConstantTime } from '../crypto/ids.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import type { Pool } from '../store/pools.ts';
import type { WebAuthnCredential } from '../store/web-authn-credentials.ts';
import type { ClientData, RegistrationJson } from './credential-json.ts';
import { nameCredential } from './friendly-name.ts';
import { isAllowedOrigin, type RelyingParty, userVerificationOf } from './relying-party.ts';

// `@simplewebauthn/server` is imported where it is used: its 330 modules would double the start of a pool.

/** The limit of Cognito, per user. */
export const CREDENTIALS_MAX = 20;
export const CEREMONY_LIFE_MS = 5 * MINUTE_MS;
const CHALLENGE_SIZE_BYTES = 32;
/** EdDSA, ES256, RS256 (IANA COSE algorithms). */
const ALGORITHMS = [-8, -7, -257];
const KNOWN_TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

export function createChallenge(): string {
  return randomBytes(CHALLENGE_SIZE_BYTES).toString('base64url');
}

/** `user.id` of WebAuthn: the 16 bytes of `sub`, without personal data. */
export function userHandleOf(subject: string): Buffer {
  return Buffer.from(subject.replaceAll('-', ''), 'hex');
}

export async function createRegistrationOptions(start: {
  readonly pool: Pool;
  readonly relyingParty: RelyingParty;
  readonly account: Account;
  readonly credentials: readonly WebAuthnCredential[];
  readonly challenge: string;
}): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { pool, relyingParty, account, credentials, challenge } = start;
  const name = account.attributes['email'] ?? account.username;
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return await generateRegistrationOptions({
    rpName: relyingParty.name,
    rpID: relyingParty.id,
    userID: new Uint8Array(userHandleOf(account.id)),
    userName: name,
    userDisplayName: account.attributes['name'] ?? name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CEREMONY_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: credentials.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: userVerificationOf(pool.settings),
    },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Verifies a registration (WebAuthn level 3 §7.1). The caller has already looked up and consumed the challenge. */
export async function verifyRegistration(attempt: {
  readonly pool: Pool;
  readonly relyingParty: RelyingParty;
  readonly account: Account;
  readonly response: RegistrationJson;
  readonly clientData: ClientData;
  readonly now: Date;
}): Promise<Result<WebAuthnCredential, PoolError>> {
  const { pool, relyingParty, account, response, clientData, now } = attempt;
  const isForeignPage = clientData.crossOrigin === true || clientData.topOrigin !== undefined;
  if (isForeignPage || !isAllowedOrigin(pool.settings, clientData.origin))
    return err(errors.webAuthnOriginNotAllowed);
  const attested = await readAttestation(response.response.attestationObject);
  if (attested === undefined) return err(errors.webAuthnCredentialNotSupported);
  const relyingPartyHash = createHash('sha256').update(relyingParty.id, 'utf8').digest();
  if (!equalInConstantTime(attested.rpIdHash, relyingPartyHash))
    return err(errors.webAuthnRelyingPartyMismatch);
  const verified = await verify(attempt);
  if (verified === undefined) return err(errors.webAuthnCredentialNotSupported);
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = verified;
  if (credential.id !== response.id) return err(errors.webAuthnCredentialNotSupported);
  const isMultiDevice = credentialDeviceType === 'multiDevice';
  const attachment = response.authenticatorAttachment ?? null;
  return ok({
    id: credential.id,
    poolId: pool.id,
    accountId: account.id,
    relyingPartyId: relyingParty.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    isMultiDevice,
    isBackedUp: credentialBackedUp,
    aaguid,
    transports: [...new Set(response.response.transports)].filter((name) => KNOWN_TRANSPORTS.has(name)),
    attachment,
    friendlyName: nameCredential({ aaguid, isMultiDevice, attachment }),
    createdAt: now,
  });
}

/**
 * Accepts attestation `none` and self attestation. Certificates are not requested, and checking them would fetch URLs
 * that they name.
 */
async function readAttestation(encoded: string): Promise<{ readonly rpIdHash: Uint8Array } | undefined> {
  const { decodeAttestationObject, parseAuthenticatorData } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(encoded, 'base64url')));
    const format = attestation.get('fmt');
    const isPlain = format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'));
    return isPlain ? parseAuthenticatorData(attestation.get('authData')) : undefined;
  } catch (cause) {
    return refuseBrokenInput(cause);
  }
}

async function verify(attempt: {
  readonly pool: Pool;
  readonly relyingParty: RelyingParty;
  readonly response: RegistrationJson;
  readonly clientData: ClientData;
}): Promise<VerifiedRegistrationResponse['registrationInfo']> {
  const { pool, relyingParty, response, clientData } = attempt;
  const { clientDataJSON, attestationObject } = response.response;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const verified = await verifyRegistrationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: clientData.challenge,
      expectedOrigin: clientData.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: userVerificationOf(pool.settings) === 'required',
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return verified.registrationInfo;
  } catch (cause) {
    return refuseBrokenInput(cause);
  }
}

/** The library throws plain errors for invalid input. */
export function refuseBrokenInput(cause: unknown): undefined {
  assert(cause instanceof Error, 'a library threw something other than an Error');
  return undefined;
}
