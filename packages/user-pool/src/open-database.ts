import { err, ok, type Result } from '@coffer/kit';
import type { PoolConfig } from 'pg';
import { createVault, deriveMacKey, type Vault, type VaultKey } from './crypto/vault.ts';
import type { Log } from './log.ts';
import { connectDatabase, type Database, type Db } from './store/database/database.ts';
import { migrate } from './store/database/migrate.ts';
import { keepSetting } from './store/pools.ts';

const UNAVAILABLE =
  /^(08...|28...|3D000|42501|57P0[123]|53300|ECONNREFUSED|ENOENT|ENOTFOUND|EACCES|ETIMEDOUT|ECONNRESET|EAI_AGAIN)$/;

export interface DatabaseOptions {
  /** For a Unix socket, `host` is its directory. */
  readonly database: PoolConfig;
  readonly encryptionKey: VaultKey;
  /** Older keys, the oldest first, needed until `reseal` has run. */
  readonly previousKeys?: readonly VaultKey[];
}

export type OpenError =
  | { readonly code: 'database_unavailable'; readonly message: string }
  | { readonly code: 'schema_newer'; readonly message: string }
  | { readonly code: 'encryption_key_mismatch'; readonly message: string };

export interface OpenDatabase {
  readonly database: Database;
  readonly vault: Vault;
}

export async function openDatabase(
  options: DatabaseOptions,
  log: Log,
): Promise<Result<OpenDatabase, OpenError>> {
  const database = connectDatabase(options.database, () => log.error('database_connection_lost'));
  const opened = await catchUnavailable(async (): Promise<Result<Vault, OpenError>> => {
    const migrated = await migrate(database.db);
    if (!migrated.ok)
      return err({
        code: 'schema_newer',
        message: 'The database belongs to a later version of the user pool.',
      });
    const vault = await openVault(database.db, options);
    return vault === undefined
      ? err({
          code: 'encryption_key_mismatch',
          message: 'The database was written with another encryption key.',
        })
      : ok(vault);
  });
  if (opened.ok) return ok({ database, vault: opened.value });
  await database.close();
  return opened;
}

/** Names of sealed settings; each is also its encryption context. */
export const SEALED_SETTINGS = ['key_check', 'mac_key'] as const;

/**
 * The HMAC key is stored encrypted, so that it survives a change of the encryption key. Undefined if the keys do not
 * belong to this database.
 */
async function openVault(db: Db, options: DatabaseOptions): Promise<Vault | undefined> {
  const { encryptionKey, previousKeys = [] } = options;
  const sealer = createVault(encryptionKey, { previous: previousKeys });
  const [check, mac] = SEALED_SETTINGS;
  const checkSealed = await keepSetting(db, check, sealer.seal(check, Buffer.from(check)));
  const macSealed = await keepSetting(
    db,
    mac,
    sealer.seal(mac, deriveMacKey(previousKeys[0] ?? encryptionKey)),
  );
  try {
    if (sealer.open(check, checkSealed).toString() !== check) return undefined;
    const macKey = sealer.open(mac, macSealed);
    return createVault(encryptionKey, { previous: previousKeys, macKey });
  } catch (cause) {
    if (cause instanceof Error) return undefined;
    throw cause;
  }
}

/** Returns errors of an unavailable database as values, and rethrows all others. */
export async function catchUnavailable<T, E>(
  work: () => Promise<Result<T, E>>,
): Promise<Result<T, E | OpenError>> {
  try {
    return await work();
  } catch (cause) {
    if (!isUnavailable(cause)) throw cause;
    return err({
      code: 'database_unavailable',
      message: 'The database cannot be reached or refuses the user.',
    });
  }
}

function isUnavailable(cause: unknown): boolean {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    if ('code' in error && typeof error.code === 'string' && UNAVAILABLE.test(error.code)) return true;
    if (error.message === 'timeout exceeded when trying to connect') return true;
    if (error.message.startsWith('Connection terminated')) return true;
    if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  }
  return false;
}
