import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, defined, err, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { Config } from '../config.ts';
import type { DataFolder } from '../embedded/data-folder.ts';
import { startEmbeddedDatabase } from '../embedded/embedded-database.ts';
import { startEmbeddedPool } from '../embedded/embedded-pool.ts';
import { startEmbeddedStore } from '../embedded/embedded-store.ts';
import type { StartError } from '../embedded/start-errors.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { createS3Blobs } from '../platform/blobs/s3-blobs.ts';
import { type Database, connectDatabase } from '../platform/db/connect.ts';
import { pingDatabase } from '../platform/db/ping.ts';
import { createCognitoPool } from '../platform/identity/cognito-pool.ts';
import type { Pool } from '../platform/identity/pool.ts';
import type { Log } from '../platform/log/log.ts';

/** What every part needs to start. */
export interface PartContext {
  readonly config: Config;
  /** Undefined when nothing is embedded and every secret is given. */
  readonly folder: DataFolder | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** A part ended for good without having been asked to. */
  readonly onLost: (error: StartError) => void;
}

/** A part that runs, and how to end it. */
export interface Part<T> {
  readonly value: T;
  readonly stop: () => Promise<void>;
}

type Started<T> = Promise<Result<Part<T>, StartError>>;

const TRIES_MAX = 10;
const TRY_PAUSE_MS = SECOND_MS;

/** Where the databases are; undefined for the pool when it is not ours. */
export interface DatabaseAddress {
  readonly connectionString: string;
  readonly poolConnectionString: string | undefined;
}

export async function startDatabase(context: PartContext): Started<DatabaseAddress> {
  const { config, log } = context;
  if (config.database.kind === 'url') {
    const { connectionString } = config.database;
    // The embedded pool keeps its tables in a schema of its own, so that it may share the database.
    return ok({ value: { connectionString, poolConnectionString: connectionString }, stop: nothingToStop });
  }
  const started = await startEmbeddedDatabase({
    folder: folderOf(context).databaseFolder,
    pgBin: config.database.pgBin,
    runAs: config.database.pgUser,
    log,
    onLost: () => context.onLost({ code: 'database_failed', reason: 'it ended while Coffer was running' }),
  });
  if (!started.ok) return started;
  const { connectionString, poolConnectionString } = started.value;
  return ok({
    value: { connectionString, poolConnectionString },
    stop: async () => await started.value.stop(),
  });
}

/** Opens connections, and waits ten seconds for a database that is starting beside us. */
export async function openDatabase(context: PartContext, connectionString: string): Started<Database> {
  const database = connectDatabase({ connectionString, log: context.log });
  for (let tries = 1; ; tries += 1) {
    const pinged = await pingDatabase(database.db);
    if (pinged.ok) break;
    if (tries >= TRIES_MAX || pinged.error.isLasting) {
      await database.close();
      return err({ code: 'database_unreachable', reason: pinged.error.reason });
    }
    context.log.warn('database_waited_for', { tries });
    await sleep(TRY_PAUSE_MS);
  }
  return ok({ value: database, stop: database.close });
}

/** The object store: the embedded one is started; one elsewhere is waited for, ten seconds at most. */
export async function startBlobs(context: PartContext): Started<Blobs> {
  const { config, clock, log } = context;
  const relayOrigin = config.isRelay ? config.url : undefined;
  if (config.store.kind === 's3') {
    const corsOrigin = config.isRelay ? undefined : config.url;
    const blobs = await openBlobs({
      ...config.store,
      corsOrigin,
      pageOrigin: config.url,
      relayOrigin,
      clock,
      log,
    });
    return blobs.ok ? ok({ value: blobs.value, stop: nothingToStop }) : blobs;
  }
  const folder = folderOf(context);
  const child = await startEmbeddedStore({
    folder: folder.storeFolder,
    port: config.store.port,
    keyPair: folder.secrets.storeKeyPair,
    corsOrigins: [config.url],
    log,
    logsRequests: config.logLevel === 'debug',
    onLost: () => context.onLost({ code: 'store_failed', reason: 'it ended again and again' }),
  });
  if (!child.ok) return child;
  const { endpoint, region, bucket } = child.value;
  const stop = async (): Promise<void> => await child.value.stop();
  const blobs = await openBlobs({
    endpoint,
    publicEndpoint: config.store.publicUrl,
    pageOrigin: config.url,
    relayOrigin,
    region,
    bucket,
    prefix: 'coffer',
    ...folder.secrets.storeKeyPair,
    forcePathStyle: true,
    clock,
    log,
  });
  if (blobs.ok) return ok({ value: blobs.value, stop });
  await stop();
  return blobs;
}

type BlobsOptions = Parameters<typeof createS3Blobs>[0];

async function openBlobs(options: BlobsOptions): Promise<Result<Blobs, StartError>> {
  for (let tries = 1; ; tries += 1) {
    const blobs = await createS3Blobs(options);
    if (blobs.ok) return blobs;
    if (blobs.error.code === 'store_refused') {
      return err({ code: 'store_unusable', diagnosis: blobs.error.diagnosis });
    }
    if (tries >= TRIES_MAX) return err({ code: 'store_unusable', diagnosis: 'unreachable' });
    options.log.warn('store_waited_for', { tries });
    await sleep(TRY_PAUSE_MS);
  }
}

/** The user pool with the address that its discovery document is below. */
export interface StartedPool {
  readonly pool: Pool;
  readonly issuerUrl: string;
  /** What a client needs to reach it. */
  readonly access: PoolAccess;
}

export type PoolAccess = Omit<Extract<Config['pool'], { readonly kind: 'cognito' }>, 'kind'>;

/** One elsewhere is not asked: sign-ins tell when it is away, and everything else works without it. */
export async function startPool(
  context: PartContext,
  connectionString: string | undefined,
): Started<StartedPool> {
  const { config, clock, log } = context;
  if (config.pool.kind === 'cognito') {
    const pool = createCognitoPool({ ...config.pool, clock, log });
    return ok({ value: { pool, issuerUrl: pool.issuer, access: config.pool }, stop: nothingToStop });
  }
  const { secrets } = folderOf(context);
  const child = await startEmbeddedPool({
    connectionString: defined(connectionString, 'the embedded pool has a database'),
    port: config.pool.port,
    appUrl: config.url,
    signInMethods: config.signInMethods,
    mail: config.pool.mail,
    secrets,
    log,
    onLost: () => context.onLost({ code: 'pool_failed', reason: 'it ended again and again' }),
  });
  if (!child.ok) return child;
  const access = { ...child.value, admin: secrets.poolAdminKeyPair };
  const pool = createCognitoPool({ ...access, clock, log });
  return ok({
    value: { pool: knownById(pool, access.poolId), issuerUrl: pool.issuer, access },
    stop: async () => await child.value.stop(),
  });
}

/**
 * [Note: Issuer of the embedded pool] People are told apart by issuer and subject. The embedded pool's issuer is its address, and that changes
 * with COFFER_POOL_PORT; everybody would come back as a stranger. Tokens are verified against the address, rows name the pool by its id.
 */
function knownById(pool: Pool, poolId: string): Pool {
  const issuer = `urn:coffer:pool:${poolId}`;
  return {
    ...pool,
    issuer,
    verifyIdToken: async (idToken) => {
      const verified = await pool.verifyIdToken(idToken);
      return verified.ok ? ok({ ...verified.value, issuer }) : verified;
    },
  };
}

/** Whether this configuration keeps anything in the data folder. */
export function needsDataFolder(config: Config): boolean {
  return (
    config.database.kind === 'embedded' ||
    config.store.kind === 'embedded' ||
    config.pool.kind === 'embedded' ||
    config.masterKey === undefined
  );
}

function folderOf({ folder }: PartContext): DataFolder {
  return defined(folder, 'embedded parts have a data folder');
}

async function nothingToStop(): Promise<void> {
  await Promise.resolve();
}
