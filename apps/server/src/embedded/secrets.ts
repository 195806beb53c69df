import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeAtomically } from './atomic-file.ts';
import { hasCode } from './system-error.ts';

const Key32 = z.base64().refine((text) => Buffer.from(text, 'base64').length === 32, 'must encode 32 bytes');
const KeyPair = z.strictObject({
  accessKeyId: z.string().regex(/^[A-Z0-9]{20}$/),
  secretAccessKey: z.string().regex(/^[A-Za-z0-9_-]{40}$/),
});

const Secrets = z.strictObject({
  /** Base64, 32 bytes: encrypts Coffer's secrets in the database, for example provider tokens and webhook secrets. */
  masterKey: Key32,
  /** Base64, 32 bytes: encrypts the pool's secrets, for example private keys and password verifiers. */
  poolEncryptionKey: Key32,
  storeKeyPair: KeyPair,
  /** The credentials of the server for administrative calls to the pool. */
  poolAdminKeyPair: KeyPair,
  /** Cognito's format: token verifiers accept only AWS region names. */
  poolId: z.string().regex(/^us-east-1_[A-Za-z0-9]{9}$/),
  poolClientId: z.string().regex(/^[a-z0-9]{26}$/),
  poolClientSecret: z.string().regex(/^[a-z0-9]{51}$/),
});

/**
 * Generated once per installation. Without them, the encrypted secrets in the databases are lost, including all
 * passwords.
 */
export type Secrets = Readonly<z.infer<typeof Secrets>>;

const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export async function readSecrets(path: string): Promise<Secrets | 'missing' | 'damaged'> {
  try {
    const parsed = Secrets.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.data : 'damaged';
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'missing';
    if (error instanceof SyntaxError || hasCode(error, 'EISDIR')) return 'damaged';
    throw error;
  }
}

export async function createSecrets(path: string): Promise<Secrets> {
  const secrets = Secrets.parse({
    masterKey: randomBytes(32).toString('base64'),
    poolEncryptionKey: randomBytes(32).toString('base64'),
    storeKeyPair: newKeyPair(),
    poolAdminKeyPair: newKeyPair(),
    poolId: `us-east-1_${randomText(ALPHANUMERIC, 9)}`,
    poolClientId: randomText(LOWER, 26),
    poolClientSecret: randomText(LOWER, 51),
  } satisfies Secrets);
  await writeAtomically(path, `${JSON.stringify(secrets, undefined, 2)}\n`);
  return secrets;
}

function newKeyPair(): Secrets['storeKeyPair'] {
  return {
    accessKeyId: `CFR${randomText(UPPER, 17)}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
}

function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
