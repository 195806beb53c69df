import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { assert } from '@coffer/kit';
import { z } from 'zod';
import { encodeCbor } from './cbor.ts';

/** Simulates browser and authenticator (WebAuthn level 3 §5.8, §6.1, §6.5), without faults unless configured. */
export interface SoftAuthenticator {
  create(options: unknown, lies?: Lies): RegistrationJson;
  get(options: unknown, lies?: Lies): AssertionJson;
  readonly credentialIds: readonly string[];
}

export interface Lies {
  readonly origin?: string;
  readonly relyingPartyId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isCrossOrigin?: boolean;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly isBackupEligible?: boolean;
  readonly isBackedUp?: boolean;
  readonly signCount?: number;
  readonly userHandle?: string;
  readonly credentialId?: string;
  readonly attestation?: { readonly format: string; readonly certificates?: boolean };
}

export interface SoftAuthenticatorOptions {
  readonly origin: string;
  readonly algorithm?: 'ES256' | 'RS256';
  readonly aaguid?: string;
  readonly attachment?: 'platform' | 'cross-platform';
  readonly transports?: readonly string[];
  readonly canVerify?: boolean;
  /** A synced passkey, whose counter stays 0. */
  readonly isSynchronised?: boolean;
}

export interface RegistrationJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly authenticatorAttachment: string;
  readonly clientExtensionResults: object;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: readonly string[];
  };
}

export interface AssertionJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: object;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle: string;
  };
}

const creationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number() })),
  excludeCredentials: z.array(z.object({ id: z.string() })).default([]),
});
const requestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(z.object({ id: z.string() })).default([]),
});

interface Passkey {
  readonly id: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  signCount: number;
}

const ALGORITHM_IDS = { ES256: -7, RS256: -257 } as const;

export function createAuthenticator(settings: SoftAuthenticatorOptions): SoftAuthenticator {
  const passkeys: Passkey[] = [];
  return {
    get credentialIds() {
      return passkeys.map(({ id }) => id);
    },
    create: (options, lies = {}) => attest({ settings, passkeys, lies }, options),
    get: (options, lies = {}) => answer({ settings, passkeys, lies }, options),
  };
}

interface Ceremony {
  readonly settings: SoftAuthenticatorOptions;
  readonly passkeys: Passkey[];
  readonly lies: Lies;
}

function attest(ceremony: Ceremony, options: unknown): RegistrationJson {
  const { settings, passkeys, lies } = ceremony;
  const { challenge, rp, user, pubKeyCredParams, excludeCredentials } = creationSchema.parse(options);
  const { algorithm = 'ES256' } = settings;
  const isOffered = pubKeyCredParams.some(({ alg }) => alg === ALGORITHM_IDS[algorithm]);
  assert(isOffered, 'the algorithm is not offered');
  const isExcluded = excludeCredentials.some(({ id }) => passkeys.some((own) => own.id === id));
  assert(!isExcluded, 'the user already has a passkey on this authenticator');
  const { privateKey, coseKey } = createKeys(algorithm);
  const id = lies.credentialId ?? randomBytes(32).toString('base64url');
  passkeys.push({ id, userHandle: user.id, privateKey, signCount: 0 });

  const clientData = encodeClientData(ceremony, { type: 'webauthn.create', challenge });
  const idBytes = Buffer.from(id, 'base64url');
  const authData = Buffer.concat([
    sha256(lies.relyingPartyId ?? rp.id),
    Buffer.of(flagsOf(ceremony) | FLAGS.attested),
    uint32(lies.signCount ?? 0),
    Buffer.from((settings.aaguid ?? '0'.repeat(32)).replaceAll('-', ''), 'hex'),
    Buffer.of(idBytes.length >> 8, idBytes.length & 0xff),
    idBytes,
    coseKey,
  ]);
  const statement = new Map<string, Uint8Array | number>();
  if (lies.attestation !== undefined) {
    statement.set('alg', ALGORITHM_IDS[algorithm]);
    statement.set('sig', sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey));
    if (lies.attestation.certificates === true) statement.set('x5c', Buffer.of(0));
  }
  const attestation = encodeCbor(
    new Map<string, string | Uint8Array | typeof statement>([
      ['fmt', lies.attestation?.format ?? 'none'],
      ['attStmt', statement],
      ['authData', authData],
    ]),
  );
  return {
    id,
    rawId: id,
    type: 'public-key',
    authenticatorAttachment: settings.attachment ?? 'platform',
    clientExtensionResults: { credProps: { rk: true } },
    response: {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: settings.transports ?? ['internal'],
    },
  };
}

function answer(ceremony: Ceremony, options: unknown): AssertionJson {
  const { settings, passkeys, lies } = ceremony;
  const { challenge, rpId, allowCredentials } = requestSchema.parse(options);
  const allowed = allowCredentials.map(({ id }) => id);
  const passkey = passkeys.find(({ id }) => allowed.includes(id)) ?? passkeys[0];
  assert(passkey !== undefined, 'no passkey was created before');
  if (settings.isSynchronised !== true) passkey.signCount += 1;
  const clientData = encodeClientData(ceremony, { type: 'webauthn.get', challenge });
  const authenticatorData = Buffer.concat([
    sha256(lies.relyingPartyId ?? rpId),
    Buffer.of(flagsOf(ceremony)),
    uint32(lies.signCount ?? passkey.signCount),
  ]);
  const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
  const id = lies.credentialId ?? passkey.id;
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
      userHandle: lies.userHandle ?? passkey.userHandle,
    },
  };
}

const FLAGS = {
  present: 0x01,
  verified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
} as const;

function flagsOf({ settings, lies }: Ceremony): number {
  const { isSynchronised = false, canVerify = true } = settings;
  return (
    bit(FLAGS.present, lies.isPresent ?? true) |
    bit(FLAGS.verified, lies.isVerified ?? canVerify) |
    bit(FLAGS.backupEligible, lies.isBackupEligible ?? isSynchronised) |
    bit(FLAGS.backedUp, lies.isBackedUp ?? isSynchronised)
  );
}

function bit(flag: number, isSet: boolean): number {
  return isSet ? flag : 0;
}

function encodeClientData(
  { settings, lies }: Ceremony,
  { type, challenge }: { readonly type: string; readonly challenge: string },
): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? settings.origin,
      crossOrigin: lies.isCrossOrigin ?? false,
    }),
  );
}

function createKeys(algorithm: 'ES256' | 'RS256'): {
  readonly privateKey: KeyObject;
  readonly coseKey: Buffer;
} {
  if (algorithm === 'RS256') {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n, e } = publicKey.export({ format: 'jwk' });
    return { privateKey, coseKey: coseMap([3, ALGORITHM_IDS.RS256], [n, e]) };
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  return { privateKey, coseKey: coseMap([2, ALGORITHM_IDS.ES256], [x, y], 1) };
}

/** COSE key (RFC 9052 §7): type, algorithm, optional curve, two parameters. */
function coseMap(
  [type, algorithm]: readonly [number, number],
  numbers: readonly (string | undefined)[],
  curve?: number,
): Buffer {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = numbers.map((text) =>
    Buffer.from(text ?? '', 'base64url'),
  );
  const parameters: readonly (readonly [number, number | Uint8Array])[] =
    curve === undefined
      ? [
          [-1, first],
          [-2, second],
        ]
      : [
          [-1, curve],
          [-2, first],
          [-3, second],
        ];
  return encodeCbor(new Map<number, number | Uint8Array>([[1, type], [3, algorithm], ...parameters]));
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
