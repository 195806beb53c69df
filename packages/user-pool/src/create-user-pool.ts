import { type Clock, err, MINUTE_MS, ok, type Result, systemClock } from '@coffer/kit';
import type { PoolConfig } from 'pg';
import { sealClientSecret } from './accounts/clients.ts';
import { createVault, type Vault, type VaultKey } from './crypto/vault.ts';
import { type Delivery, noDelivery } from './delivery/delivery.ts';
import { type Sender, startSending } from './delivery/sender.ts';
import type { Deps } from './deps.ts';
import { createHandler, type Handler } from './http/handler.ts';
import type { AdminCredential } from './http/sig-v4.ts';
import { type LimitsInput, limitsSchema } from './limits/limits.ts';
import { type Log, silentLog } from './log.ts';
import { sealDecoyVerifier } from './passwords/credential.ts';
import {
  clientSettingsSchema,
  type DeclaredPool,
  type DeclaredPoolInput,
  declaredPoolSchema,
  poolSettingsSchema,
} from './settings.ts';
import { connectDatabase, type Database, type Db } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { keepSetting, saveClient, savePool } from './store/pools.ts';
import { sweep } from './store/sweep.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';

const SWEEP_EVERY_MS = MINUTE_MS;
/** SQLSTATE classes and codes of the network that say that there is no database to work with. */
const UNAVAILABLE =
  /^(08...|28...|3D000|42501|57P0[123]|53300|ECONNREFUSED|ENOENT|ENOTFOUND|EACCES|ETIMEDOUT|ECONNRESET|EAI_AGAIN)$/;

export interface UserPoolOptions {
  /** As `pg` takes it; for a Unix socket `host` is its folder. */
  readonly database: PoolConfig;
  /** The key that seals secrets in the database. */
  readonly encryptionKey: VaultKey;
  /** Keys that older rows may be sealed under, the oldest first. */
  readonly previousKeys?: readonly VaultKey[];
  /** Where the pool is reached, without a slash at the end: `iss` is `<baseUrl>/<poolId>`. */
  readonly baseUrl: string;
  readonly adminCredentials: readonly AdminCredential[];
  /** Made or brought up to date at start. What is in the database and not here stays as it is. */
  readonly pools: readonly DeclaredPoolInput[];
  /** Left out: what Cognito documents. */
  readonly limits?: LimitsInput;
  /** How messages leave; left out: they stay in the outbox, which can be read on this machine. */
  readonly delivery?: Delivery;
  readonly clock?: Clock;
  readonly log?: Log;
}

export type StartError =
  | { readonly code: 'database_unavailable'; readonly message: string }
  | { readonly code: 'schema_newer'; readonly message: string }
  | { readonly code: 'encryption_key_mismatch'; readonly message: string }
  | { readonly code: 'client_id_taken'; readonly message: string };

export interface UserPool {
  /** Answers a request. `connection.address` is whom failed tries are counted for. */
  readonly fetch: Handler;
  /** Sends what waits in the outbox now, instead of in a moment; ends when each message has been tried. */
  deliverMessages(): Promise<void>;
  /** Ends the work in the background and the database connections. Call it when no request is running. */
  close(): Promise<void>;
}

/**
 * Starts the user pools in this process: migrates their schema, makes what is declared, and answers requests.
 * Several processes may share one database.
 */
export async function createUserPool(options: UserPoolOptions): Promise<Result<UserPool, StartError>> {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? silentLog;
  const database = connectDatabase(options.database, () => log.error('database_connection_lost'));
  const vault = createVault(options.encryptionKey, options.previousKeys);
  const signingKeys = createSigningKeys({ db: database.db, vault, clock });
  const deps: Deps = {
    clock,
    log,
    vault,
    signingKeys,
    db: database.db,
    limits: limitsSchema.parse(options.limits ?? {}),
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    decoyVerifierSealed: sealDecoyVerifier(vault),
  };
  const prepared = await prepareDatabase(
    deps,
    options.pools.map((pool) => declaredPoolSchema.parse(pool)),
  );
  if (!prepared.ok) {
    await database.close();
    return prepared;
  }
  const stopSweeping = sweepRegularly(deps);
  const sender = startSending(deps, {
    database: options.database,
    delivery: options.delivery ?? noDelivery,
  });
  return ok({
    fetch: createHandler({ ...deps, adminCredentials: options.adminCredentials }),
    deliverMessages: () => sender.flush(),
    close: () => closeAll(stopSweeping, sender, database),
  });
}

async function prepareDatabase(
  deps: Deps,
  pools: readonly DeclaredPool[],
): Promise<Result<void, StartError>> {
  try {
    const migrated = await migrate(deps.db);
    if (!migrated.ok)
      return err({
        code: 'schema_newer',
        message: 'The database belongs to a later version of the user pool.',
      });
    if (!(await isOwnKey(deps.db, deps.vault)))
      return err({
        code: 'encryption_key_mismatch',
        message: 'The database was written with another encryption key.',
      });
    for (const pool of pools) {
      const declared = await declarePool(deps, pool);
      if (!declared.ok) return declared;
    }
    return ok(undefined);
  } catch (cause) {
    if (!isUnavailable(cause)) throw cause;
    return err({
      code: 'database_unavailable',
      message: 'The database cannot be reached or refuses the user.',
    });
  }
}

/** Holds the key against a value that the first start has sealed. */
async function isOwnKey(db: Db, vault: Vault): Promise<boolean> {
  const name = 'key_check';
  const sealed = await keepSetting(db, name, vault.seal(name, Buffer.from(name)));
  try {
    return vault.open(name, sealed).toString() === name;
  } catch (cause) {
    // A key that is unknown fails the invariant of the vault; a key that is wrong fails authentication.
    if (cause instanceof Error) return false;
    throw cause;
  }
}

async function declarePool(deps: Deps, declared: DeclaredPool): Promise<Result<void, StartError>> {
  const { id, name, clients, ...settings } = declared;
  const now = deps.clock.now();
  const pool = { id, name, settings: poolSettingsSchema.parse(settings) };
  const saved = await deps.db.transaction().execute(async (tx): Promise<Result<void, StartError>> => {
    await savePool(tx, pool, now);
    for (const { id: clientId, name: clientName, secret, ...clientSettings } of clients) {
      const client = {
        id: clientId,
        name: clientName,
        poolId: id,
        secretSealed: secret === undefined ? undefined : sealClientSecret(deps.vault, clientId, secret),
        settings: clientSettingsSchema.parse(clientSettings),
      };
      if (!(await saveClient(tx, client, now)))
        return err({ code: 'client_id_taken', message: `Client ${clientId} belongs to another pool.` });
    }
    return ok(undefined);
  });
  if (saved.ok) await deps.signingKeys.ensure(id);
  return saved;
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

/** Deletes what has expired, once a minute; a failure is told and tried again. */
function sweepRegularly(deps: Deps): () => Promise<void> {
  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = sweepOnce(deps).finally(() => {
      isRunning = false;
    });
  }, SWEEP_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function sweepOnce(deps: Deps): Promise<void> {
  try {
    const count = await sweep(deps.db, deps.clock.now());
    if (count > 0) deps.log.info('swept', { count });
  } catch {
    deps.log.error('sweep_failed');
  }
}

async function closeAll(
  stopSweeping: () => Promise<void>,
  sender: Sender,
  database: Database,
): Promise<void> {
  await stopSweeping();
  await sender.stop();
  await database.close();
}
