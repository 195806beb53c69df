import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { assert } from '@coffer/kit';

/** Encrypts values with a key that is not stored in the database. */
export interface Cipher {
  /** `purpose` is authenticated: a value copied to another column or row does not decrypt. */
  seal(plain: string, purpose: string): string;
  /** @throws UnsealError */
  open(sealed: string, purpose: string): string;
}

export class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

export function tryOpen(cipher: Cipher, sealed: string, purpose: string): string | undefined {
  try {
    return cipher.open(sealed, purpose);
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a random nonce (NIST SP 800-38D); layout `v1.<base64url(nonce ‖ tag ‖ ciphertext)>`. `key` is 32 bytes.
 * @see https://csrc.nist.gov/pubs/sp/800/38/d/final
 */
export function createCipher(key: Uint8Array): Cipher {
  assert(key.length === 32, 'the master key must have 32 bytes');
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed.startsWith('v1.') ? sealed.slice(3) : '', 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES)
        throw new UnsealError('the value is too short to be a sealed one');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new UnsealError('the sealed value could not be decrypted', { cause });
      }
    },
  };
}
