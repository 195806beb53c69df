import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, defined, err, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { Config } from '../config/config.ts';
import type { EmbeddedPoolConfig } from '../config/pool.ts';
import type { DataFolder } from '../embedded/data-folder.ts';
import { startEmbeddedDatabase } from '../embedded/embedded-database.ts';
import { startEmbeddedPool } from '../embedded/embedded-pool.ts';
import { EMBEDDED_INTEGRITY, startEmbeddedStore } from '../embedded/embedded-store.ts';
import type { PoolPages } from '../embedded/pool-rules.ts';
import type { StartError } from '../embedded/start-errors.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { createS3Blobs } from '../platform/blobs/s3-blobs.ts';
import { type Database, connectDatabase } from '../platform/db/connect.ts';
import { pingDatabase } from '../platform/db/ping.ts';
import { createCognitoPool } from '../platform/identity/cognito-pool.ts';
import type { Pool } from '../platform/identity/pool.ts';
import type { Log } from '../platform/log/log.ts';
import { redirectsOf } from './examined-issuers.ts';

export interface PartContext {
  readonly config: Config;
  readonly folder: DataFolder | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a part ends permanently without being stopped. */
  readonly onLost: (error: StartError) => void;
}

export interface Part<T> {
  readonly value: T;
  readonly stop: () => Promise<void>;
}

type Started<T> = Promise<Result<Part<T>, StartError>>;

const TRIES_MAX = 10;
const TRY_PAUSE_MS = SECOND_MS;
const POSTGRES_MAJOR_MIN = 15;

/** The database. `poolConnectionString` is undefined if the user pool is external. */
export interface DatabaseAddress {
  readonly connectionString: string;
  readonly poolConnectionString: string | undefined;
  /** Whether other processes may run under the account of the embedded PostgreSQL. */
  readonly isAccountShared: boolean;
}

export async function startDatabase(context: PartContext): Started<DatabaseAddress> {
  const { config, log } = context;
  if (config.database.kind === 'url') {
    const { connectionString } = config.database;
    const value = { connectionString, poolConnectionString: connectionString, isAccountShared: false };
    return ok({ value, stop: nothingToStop });
  }
  const started = await startEmbeddedDatabase({
    folder: folderOf(context).databaseFolder,
    pgBin: config.database.pgBin,
    runAs: config.database.pgUser,
    log,
    onLost: () => context.onLost({ code: 'database_failed', reason: 'it ended while Coffer was running' }),
  });
  if (!started.ok) return started;
  const { connectionString, poolConnectionString, isAccountShared } = started.value;
  return ok({
    value: { connectionString, poolConnectionString, isAccountShared },
    stop: async () => await started.value.stop(),
  });
}

export interface OpenDatabase extends Database {
  /** Of PostgreSQL. */
  readonly version: string;
}

/** Connects to the database. Waits up to ten seconds for one that is starting. */
export async function openDatabase(context: PartContext, connectionString: string): Started<OpenDatabase> {
  const database = connectDatabase({ connectionString, log: context.log });
  for (let tries = 1; ; tries += 1) {
    const pinged = await pingDatabase(database.db);
    if (pinged.ok) {
      const version = pinged.value;
      if (Number.parseInt(version, 10) >= POSTGRES_MAJOR_MIN)
        return ok({ value: { ...database, version }, stop: database.close });
      await database.close();
      return err({ code: 'database_too_old', version, majorMin: POSTGRES_MAJOR_MIN });
    }
    if (tries >= TRIES_MAX || pinged.error.isLasting) {
      await database.close();
      return err({ code: 'database_unreachable', reason: pinged.error.reason });
    }
    context.log.warn('database_waited_for', { tries });
    await sleep(TRY_PAUSE_MS);
  }
}

/** Opens the store. Waits up to ten seconds for an external one. */
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
    if (!blobs.ok) return blobs;
    const checked = await refuseUnsigned(context, blobs.value);
    return checked.ok ? ok({ value: blobs.value, stop: nothingToStop }) : checked;
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
    known: EMBEDDED_INTEGRITY,
    clock,
    log,
  });
  if (blobs.ok) return ok({ value: blobs.value, stop });
  await stop();
  return blobs;
}

/** Rejects a store that does not check signatures, because anyone who reaches it could read and change everything. */
async function refuseUnsigned({ config, log }: PartContext, blobs: Blobs): Promise<Result<void, StartError>> {
  const checks = await blobs.checksSignatures();
  if (!checks.ok) {
    log.warn('store_signatures_unknown', { code: checks.error.code });
    return ok(undefined);
  }
  if (checks.value) return ok(undefined);
  if (!config.allowUnsignedStore) return err({ code: 'store_unsigned' });
  log.warn('store_unsigned');
  return ok(undefined);
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

export interface StartedPool {
  readonly pool: Pool;
  readonly issuerUrl: string;
  readonly access: PoolAccess;
}

export type PoolAccess = Omit<Extract<Config['pool'], { readonly kind: 'cognito' }>, 'kind'>;

/** Starts the user pool. An external one is not contacted, because only sign-ins need it. */
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
    connectionString: defined(connectionString, 'the embedded pool has no database'),
    port: config.pool.port,
    appUrl: config.url,
    signInMethods: config.signInMethods,
    mail: config.pool.mail,
    sms: config.pool.sms,
    corsOrigins: config.pool.corsOrigins,
    secondFactor: config.pool.secondFactor,
    signUpDomains: config.pool.signUpDomains,
    pages: pagesOf(config.pool, config.url),
    secrets,
    log,
    onLost: () => context.onLost({ code: 'pool_failed', reason: 'it ended again and again' }),
  });
  if (!child.ok) return child;
  const access = { ...child.value, jwksUrl: undefined, admin: secrets.poolAdminKeyPair };
  const pool = createCognitoPool({ ...access, clock, log });
  return ok({
    value: { pool: knownById(pool, access.poolId), issuerUrl: pool.issuer, access },
    stop: async () => await child.value.stop(),
  });
}

function pagesOf({ pagesUrl }: EmbeddedPoolConfig, url: string): PoolPages | undefined {
  return pagesUrl === undefined ? undefined : { url: pagesUrl, ...redirectsOf(url) };
}

/**
 * [Note: Issuer of the embedded pool] Accounts are identified by issuer and subject. The issuer of the embedded pool is
 * its URL, which changes with COFFER_POOL_PORT. Tokens are verified against the URL, but rows store the id of the pool.
 */
export function knownById(pool: Pool, poolId: string): Pool {
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

export function needsDataFolder(config: Config): boolean {
  return (
    config.database.kind === 'embedded' ||
    config.store.kind === 'embedded' ||
    config.pool.kind === 'embedded' ||
    config.masterKey === undefined
  );
}

function folderOf({ folder }: PartContext): DataFolder {
  return defined(folder, 'embedded parts have no data folder');
}

async function nothingToStop(): Promise<void> {
  await Promise.resolve();
}
