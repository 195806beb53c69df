import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { assert, type Clock, defined, SECOND_MS } from '@coffer/kit';
import type { Vault } from '../crypto/vault.ts';
import type { Db } from '../store/database.ts';
import {
  insertSigningKey,
  type KeyUsage,
  listSigningKeys,
  type PublicJwk,
  type SigningKeyRow,
} from '../store/signing-keys.ts';

export interface SigningKey {
  readonly kid: string;
  readonly usage: KeyUsage;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly publicJwk: PublicJwk;
}

/** The two RSA keys of each pool: one signs ID tokens, the other access tokens, so that neither passes for the other. */
export interface SigningKeys {
  /** Makes what is missing. Called for each declared pool at start. */
  ensure(poolId: string): Promise<void>;
  list(poolId: string): Promise<readonly SigningKey[]>;
  get(poolId: string, usage: KeyUsage): Promise<SigningKey>;
}

const USAGES = ['id', 'access'] as const;
const MODULUS_BITS = 2048;
/** So long a process may go on with keys that another one has replaced. */
const CACHE_SECONDS = 60;
const generate = promisify(generateKeyPair);

export function createSigningKeys(deps: {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
}): SigningKeys {
  const cache = new Map<string, { readonly keys: readonly SigningKey[]; readonly loadedAt: number }>();

  async function list(poolId: string): Promise<readonly SigningKey[]> {
    const now = deps.clock.now().getTime();
    const cached = cache.get(poolId);
    if (cached !== undefined && Math.abs(now - cached.loadedAt) < CACHE_SECONDS * SECOND_MS)
      return cached.keys;
    const rows = await listSigningKeys(deps.db, poolId);
    const keys = rows.map((row) => openKey(deps.vault, row));
    if (keys.length > 0) cache.set(poolId, { keys, loadedAt: now });
    return keys;
  }

  return {
    list,
    async get(poolId, usage) {
      const found = (await list(poolId)).find((key) => key.usage === usage);
      return defined(found, 'every declared pool has its signing keys');
    },
    async ensure(poolId) {
      const present = (await listSigningKeys(deps.db, poolId)).map(({ usage }) => usage);
      for (const usage of USAGES.filter((each) => !present.includes(each))) {
        await insertSigningKey(deps.db, await makeKey(deps.vault, poolId, usage), deps.clock.now());
      }
      cache.delete(poolId);
    },
  };
}

async function makeKey(vault: Vault, poolId: string, usage: KeyUsage): Promise<SigningKeyRow> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: MODULUS_BITS });
  const kid = randomBytes(24).toString('base64url');
  const { n, e } = publicKey.export({ format: 'jwk' });
  assert(typeof n === 'string' && typeof e === 'string', 'an RSA key has a modulus and an exponent');
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    kid,
    poolId,
    usage,
    publicJwk: { kty: 'RSA', n, e },
    privateSealed: vault.seal(keyContext(poolId, kid), pkcs8),
  };
}

function openKey(vault: Vault, row: SigningKeyRow): SigningKey {
  const pkcs8 = vault.open(keyContext(row.poolId, row.kid), row.privateSealed);
  const privateKey = createPrivateKey({ format: 'der', type: 'pkcs8', key: pkcs8 });
  return {
    kid: row.kid,
    usage: row.usage,
    privateKey,
    publicKey: createPublicKey(privateKey),
    publicJwk: row.publicJwk,
  };
}

function keyContext(poolId: string, kid: string): string {
  return `signing key|${poolId}|${kid}`;
}
