import { join } from 'node:path';
import { type Clock, defined, err, ok, type Result } from '@coffer/kit';
import type { Config } from '../config/config.ts';
import { isUnused, openDataFolder } from '../embedded/data-folder.ts';
import { findRunningDatabase } from '../embedded/embedded-database.ts';
import { runningPool } from '../embedded/embedded-pool.ts';
import { otherOwnerOrHost } from '../embedded/owner.ts';
import { readSecrets, type Secrets } from '../embedded/secrets.ts';
import { describeStartError, exitCodeOf, type StartError } from '../embedded/start-errors.ts';
import { MIGRATIONS } from '../migrations/migrations.ts';
import { migrate, pendingMigrations } from '../platform/db/migrate.ts';
import { createSettings, defaultsOf } from '../platform/db/settings.ts';
import { createCognitoPool } from '../platform/identity/cognito-pool.ts';
import { createIdMaker } from '../platform/ids.ts';
import type { Log } from '../platform/log/log.ts';
import { createCipher } from '../platform/secrets/cipher.ts';
import type { Services } from '../services.ts';
import { createIssuers } from './issuers.ts';
import {
  knownById,
  needsDataFolder,
  openDatabase,
  type PartContext,
  startDatabase,
  startPool,
} from './parts.ts';

/** The parts that a command needs. It may run while the server runs, and without the object store. */
export type Installation = Pick<
  Services,
  'cipher' | 'clock' | 'config' | 'db' | 'issuers' | 'log' | 'newId' | 'pool' | 'settings'
>;

export interface Unopened {
  readonly exitCode: number;
  readonly message: string;
}

interface Given {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

const OTHER_ACCOUNT = 77;
const NOT_READY = 75;
const NEVER_STARTED = 66;

/** Connects to the parts of a running server, or starts them while the command runs. */
export async function openInstallation(
  stack: AsyncDisposableStack,
  given: Given,
): Promise<Result<Installation, Unopened>> {
  const { config } = given;
  if (!needsDataFolder(config)) return await openParts(stack, { ...given, folder: undefined, onLost });
  if (await isUnused(config.dataFolder)) {
    return unopened(NEVER_STARTED, `There is no Coffer in ${config.dataFolder} yet. Start it once first.`);
  }
  if ((await otherOwnerOrHost(config.dataFolder)) !== undefined) {
    return unopened(
      OTHER_ACCOUNT,
      `${config.dataFolder} belongs to another account. Run this as the account that runs Coffer.`,
    );
  }
  const folder = await openDataFolder(config.dataFolder);
  if (folder.ok) {
    stack.defer(() => folder.value.close());
    return await openParts(stack, { ...given, folder: folder.value, onLost });
  }
  return folder.error.code === 'data_locked' ? await openBeside(stack, given) : notStarted(folder.error);
}

async function openParts(
  stack: AsyncDisposableStack,
  context: PartContext,
): Promise<Result<Installation, Unopened>> {
  const address = await startDatabase(context);
  if (!address.ok) return notStarted(address.error);
  stack.defer(address.value.stop);
  const { connectionString, poolConnectionString } = address.value.value;
  const database = await openDatabase(context, connectionString);
  if (!database.ok) return notStarted(database.error);
  stack.defer(database.value.stop);
  const { db } = database.value.value;
  if (context.folder === undefined) {
    // A server on another host may be running, so the schema is not migrated.
    const current = await demandCurrentSchema(db);
    if (!current.ok) return current;
  } else {
    const migrated = await migrate(db, MIGRATIONS);
    if (!migrated.ok) return notStarted(migrated.error);
  }
  const pool = await startPool(anyPort(context), poolConnectionString);
  if (!pool.ok) return notStarted(pool.error);
  stack.defer(pool.value.stop);
  return ok(installation(context, { db, pool: pool.value.value.pool, secrets: context.folder?.secrets }));
}

async function openBeside(
  stack: AsyncDisposableStack,
  given: Given,
): Promise<Result<Installation, Unopened>> {
  const { config, clock, log } = given;
  const secrets = await readSecrets(join(config.dataFolder, 'secrets.json'));
  const connectionString =
    config.database.kind === 'url'
      ? config.database.connectionString
      : await findRunningDatabase(join(config.dataFolder, 'database'));
  if (secrets === 'missing' || secrets === 'damaged' || connectionString === undefined) {
    return unopened(NOT_READY, 'Coffer is just starting or stopping. Try again in a moment.');
  }
  const database = await openDatabase({ ...given, folder: undefined, onLost }, connectionString);
  if (!database.ok) return notStarted(database.error);
  stack.defer(database.value.stop);
  const { db } = database.value.value;
  const current = await demandCurrentSchema(db);
  if (!current.ok) return current;
  const pool =
    config.pool.kind === 'cognito'
      ? createCognitoPool({ ...config.pool, clock, log })
      : poolBeside(config.pool.port, { secrets, clock, log });
  return ok(installation(given, { db, pool, secrets }));
}

/** The client of the embedded pool, which this process does not start. */
export function poolBeside(
  port: number,
  { secrets, clock, log }: { readonly secrets: Secrets; readonly clock: Clock; readonly log: Log },
): Services['pool'] {
  const access = runningPool(secrets, port);
  const pool = createCognitoPool({ ...access, admin: secrets.poolAdminKeyPair, clock, log });
  return knownById(pool, access.poolId);
}

function installation(
  { config, clock, log }: Given,
  parts: Pick<Services, 'db' | 'pool'> & { readonly secrets: Secrets | undefined },
): Installation {
  const key = defined(
    config.masterKey ?? parts.secrets?.masterKey,
    'there is no master key in the settings or the data folder',
  );
  return {
    config,
    clock,
    log,
    db: parts.db,
    settings: createSettings({ clock, log, defaults: defaultsOf(config) }),
    pool: parts.pool,
    issuers: createIssuers(config, { clock, log }),
    cipher: createCipher(Buffer.from(key, 'base64')),
    newId: createIdMaker(clock),
  };
}

/** Fails unless the schema is current. Migrating it would break a running server of another version. */
async function demandCurrentSchema(db: Services['db']): Promise<Result<undefined, Unopened>> {
  const pending = await pendingMigrations(db, MIGRATIONS);
  if (!pending.ok) return notStarted(pending.error);
  if (pending.value.length === 0) return ok(undefined);
  return unopened(NOT_READY, 'The running Coffer has another version. Restart it first.');
}

/** Starts the pool on any free port: the configured one may be in use, and only this command needs the pool. */
function anyPort(context: PartContext): PartContext {
  const { pool } = context.config;
  return pool.kind === 'embedded'
    ? { ...context, config: { ...context.config, pool: { ...pool, port: 0 } } }
    : context;
}

function notStarted(error: StartError): Result<never, Unopened> {
  return unopened(exitCodeOf(error), describeStartError(error));
}

function unopened(exitCode: number, message: string): Result<never, Unopened> {
  return err({ exitCode, message });
}

function onLost(): void {}
