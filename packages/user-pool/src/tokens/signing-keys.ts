import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { assert, type Clock, DAY_MS, defined, HOUR_MS, SECOND_MS } from '@coffer/kit';
import type { Vault } from '../crypto/vault.ts';
import type { Db } from '../store/database/database.ts';
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
  readonly activeAt: Date;
  readonly retiredAt: Date | null;
}

/**
 * Separate RSA keys for ID and access tokens, so that neither is accepted as the other. [Note: Key rotation] A key is
 * published before it signs, and until its last token expires, for cached copies of `jwks.json`.
 */
export interface SigningKeys {
  ensure(poolId: string): Promise<void>;
  list(poolId: string): Promise<readonly SigningKey[]>;
  get(poolId: string, usage: KeyUsage): Promise<SigningKey>;
  find(poolId: string, usage: KeyUsage, kid: string): Promise<SigningKey | undefined>;
}

export const USAGES = ['id', 'access'] as const;
/** Tokens live a day at most; one hour covers clock skew and caches. */
export const RETIRED_KEPT_MS = DAY_MS + HOUR_MS;
const MODULUS_BITS = 2048;
const CACHE_SECONDS = 60;
const RELOAD_MS = SECOND_MS;
const generate = promisify(generateKeyPair);

interface Loaded {
  readonly keys: readonly SigningKey[];
  readonly loadedAt: number;
}

export function createSigningKeys(deps: {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
}): SigningKeys {
  const cache = new Map<string, Loaded>();

  async function load(poolId: string): Promise<Loaded> {
    const now = deps.clock.now().getTime();
    const rows = await listSigningKeys(deps.db, poolId, new Date(now - RETIRED_KEPT_MS));
    const loaded = { keys: rows.map((row) => openKey(deps.vault, row)), loadedAt: now };
    if (rows.length > 0) cache.set(poolId, loaded);
    else cache.delete(poolId);
    return loaded;
  }

  async function read(poolId: string, maxAgeMs: number): Promise<Loaded> {
    const cached = cache.get(poolId);
    const isFresh = cached !== undefined && Math.abs(deps.clock.now().getTime() - cached.loadedAt) < maxAgeMs;
    return isFresh ? cached : await load(poolId);
  }

  return {
    list: async (poolId) => (await read(poolId, CACHE_SECONDS * SECOND_MS)).keys,
    async get(poolId, usage) {
      const { keys } = await read(poolId, CACHE_SECONDS * SECOND_MS);
      const now = deps.clock.now();
      const own = keys.filter((key) => key.usage === usage);
      const found = own.find(
        ({ activeAt, retiredAt }) => activeAt <= now && (retiredAt === null || retiredAt > now),
      );
      // The clock was set back, so the oldest key signs.
      return defined(found ?? own.at(-1), 'the pool has no signing keys');
    },
    async find(poolId, usage, kid) {
      const matches = (key: SigningKey) => key.kid === kid && key.usage === usage;
      const { keys } = await read(poolId, CACHE_SECONDS * SECOND_MS);
      return keys.find(matches) ?? (await read(poolId, RELOAD_MS)).keys.find(matches);
    },
    async ensure(poolId) {
      const now = deps.clock.now();
      const rows = await listSigningKeys(deps.db, poolId, now);
      const present = rows.filter(({ retiredAt }) => retiredAt === null).map(({ usage }) => usage);
      for (const usage of USAGES.filter((each) => !present.includes(each))) {
        await insertSigningKey(
          deps.db,
          await makeSigningKey(deps.vault, { poolId, usage, activeAt: now }),
          now,
        );
      }
      cache.delete(poolId);
    },
  };
}

export async function makeSigningKey(
  vault: Vault,
  key: { readonly poolId: string; readonly usage: KeyUsage; readonly activeAt: Date },
): Promise<SigningKeyRow> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: MODULUS_BITS });
  const kid = randomBytes(24).toString('base64url');
  const { n, e } = publicKey.export({ format: 'jwk' });
  assert(typeof n === 'string' && typeof e === 'string', 'the RSA key has no modulus or exponent');
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    ...key,
    kid,
    publicJwk: { kty: 'RSA', n, e },
    privateSealed: vault.seal(signingKeyContext(key.poolId, kid), pkcs8),
    retiredAt: null,
  };
}

function openKey(vault: Vault, row: SigningKeyRow): SigningKey {
  const pkcs8 = vault.open(signingKeyContext(row.poolId, row.kid), row.privateSealed);
  const privateKey = createPrivateKey({ format: 'der', type: 'pkcs8', key: pkcs8 });
  const { kid, usage, publicJwk, activeAt, retiredAt } = row;
  return { kid, usage, publicJwk, activeAt, retiredAt, privateKey, publicKey: createPublicKey(privateKey) };
}

export function signingKeyContext(poolId: string, kid: string): string {
  return `signing key|${poolId}|${kid}`;
}
