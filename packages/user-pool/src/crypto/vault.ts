import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { assert, defined } from '@coffer/kit';

const IV_SIZE_BYTES = 12;
const TAG_SIZE_BYTES = 16;
export const VAULT_KEY_SIZE_BYTES = 32;

export interface VaultKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** Encrypts secrets at rest; keys are never in the database. Format: `v1.<key id>.<base64url(iv ‖ tag ‖ text)>`. */
export interface Vault {
  readonly keyId: string;
  /** AES-256-GCM. `context` names row and column, so that a value that was moved elsewhere does not decrypt. */
  seal(context: string, plain: Uint8Array): string;
  /** Throws if the key is unknown, or the value was changed or moved. */
  open(context: string, sealed: string): Buffer;
  /** HMAC-SHA-256 with a separate key for each purpose. */
  mac(purpose: string, text: string): Buffer;
}

/** `macKey` defaults to the oldest key. */
export function createVault(
  active: VaultKey,
  options: { readonly previous?: readonly VaultKey[]; readonly macKey?: Uint8Array } = {},
): Vault {
  const { previous = [] } = options;
  // Key objects, because Node.js converts raw bytes on each call.
  const keys = new Map(
    [...previous, active].map(({ id, key }) => [id, createSecretKey(derive(key, 'seal'))]),
  );
  const activeKey = defined(keys.get(active.id), 'the active key is missing');
  const macKey = createSecretKey(options.macKey ?? deriveMacKey(previous[0] ?? active));

  return {
    keyId: active.id,
    seal(context, plain) {
      const iv = randomBytes(IV_SIZE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', activeKey, iv);
      cipher.setAAD(Buffer.from(context, 'utf8'));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return `v1.${active.id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(context, sealed) {
      const [version, keyId, body] = sealed.split('.');
      assert(
        version === 'v1' && keyId !== undefined && body !== undefined,
        'a sealed value has an unknown format',
      );
      const key = keys.get(keyId);
      assert(key !== undefined, 'the key of a sealed value is not configured');
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_SIZE_BYTES), {
        authTagLength: TAG_SIZE_BYTES,
      });
      decipher.setAAD(Buffer.from(context, 'utf8'));
      decipher.setAuthTag(bytes.subarray(IV_SIZE_BYTES, IV_SIZE_BYTES + TAG_SIZE_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_SIZE_BYTES + TAG_SIZE_BYTES)),
        decipher.final(),
      ]);
    },
    mac: (purpose, text) => createHmac('sha256', macKey).update(`${purpose}\0${text}`, 'utf8').digest(),
  };
}

export function deriveMacKey(key: VaultKey): Buffer {
  return derive(key.key, 'mac');
}

function derive(key: Uint8Array, purpose: string): Buffer {
  assert(key.length === VAULT_KEY_SIZE_BYTES, 'a vault key must have 32 bytes');
  return Buffer.from(hkdfSync('sha256', key, '', `coffer user-pool ${purpose}`, 32));
}
