import { assert, defined, err, ok, type Result } from '@coffer/kit';
import type { StartError } from '../embedded/start-errors.ts';
import { MIGRATIONS } from '../migrations/migrations.ts';
import { connectDatabase } from '../platform/db/connect.ts';
import { type CommitHints, openCommitHints } from '../platform/db/hints.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createSettings, defaultsOf } from '../platform/db/settings.ts';
import type { Issuers } from '../platform/identity/issuers.ts';
import { createIdMaker } from '../platform/ids.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { createCipher } from '../platform/secrets/cipher.ts';
import type { Services } from '../services.ts';
import {
  openDatabase,
  type Part,
  type PartContext,
  startBlobs,
  startDatabase,
  type StartedPool,
  startPool,
} from './parts.ts';

/** Connections for background work. Each leader occupies one. */
const BACKGROUND_CONNECTIONS = 10;

export interface StartedServices {
  readonly services: Services;
  /** Services with separate connections, so that requests and background work do not wait for each other. */
  readonly backgroundServices: Services;
  readonly commitHints: CommitHints;
}

export async function startServices(
  stack: AsyncDisposableStack,
  context: PartContext,
): Promise<Result<StartedServices, StartError>> {
  const { config, clock, log } = context;
  const [blobs, address] = await Promise.all([startBlobs(context), startDatabase(context)]);
  // Parts stop in reverse order, so the database is registered first.
  register(stack, address, blobs);
  if (!blobs.ok) return blobs;
  if (!address.ok) return address;

  const { connectionString, poolConnectionString } = address.value.value;
  const [pool, database] = await Promise.all([
    startPool(context, poolConnectionString),
    openMigrated(context, connectionString),
  ]);
  register(stack, pool, database);
  // If the database fails, the embedded pool fails too. The database's error is the cause.
  if (!database.ok) return database;
  if (!pool.ok) return pool;

  const background = connectDatabase({
    connectionString,
    log,
    connectionsMax: BACKGROUND_CONNECTIONS,
    // While Coffer is idle, loops query one after another. Each would find the connection of the last one closed.
    connectionsMin: 1,
  });
  stack.defer(background.close);
  const mail = await openMailer(config);
  if (mail !== undefined) stack.defer(mail.close);
  const services: Services = {
    clock,
    config,
    db: database.value.value.db,
    settings: createSettings({ clock, log, defaults: defaultsOf(config) }),
    blobs: blobs.value.value,
    pool: pool.value.value.pool,
    mail,
    issuers: await openIssuers(context, hasOwnPages(config) ? pool.value.value : undefined),
    cipher: createCipher(masterKey(context)),
    log,
    newId: createIdMaker(clock),
  };
  const commitHints = openCommitHints({ connectionString, databases: [services.db, background.db], log });
  commitHints.onHint(services.settings.forget);
  stack.defer(commitHints.close);
  return ok({ services, backgroundServices: { ...services, db: background.db }, commitHints });
}

/** Creates the mailer. Its library is loaded only if mail is configured. */
async function openMailer({ mail }: PartContext['config']): Promise<Mailer | undefined> {
  if (mail === undefined) return undefined;
  const { createMailer } = await import('../platform/mail/mailer.ts');
  return createMailer(mail);
}

/** Creates the issuers. The OpenID Connect library is loaded only if there are any. */
async function openIssuers(
  { config, clock, log }: PartContext,
  ownPages: StartedPool | undefined,
): Promise<Issuers> {
  if (config.issuers.length === 0 && ownPages === undefined) return new Map();
  const { createIssuers } = await import('./issuers.ts');
  return createIssuers(config, { clock, log }, ownPages);
}

function hasOwnPages({ pool }: PartContext['config']): boolean {
  return pool.kind === 'embedded' && pool.pagesUrl !== undefined;
}

async function openMigrated(context: PartContext, connectionString: string): ReturnType<typeof openDatabase> {
  const opened = await openDatabase(context, connectionString);
  if (!opened.ok) return opened;
  try {
    const migrated = await migrate(opened.value.value.db, MIGRATIONS);
    if (migrated.ok) {
      for (const name of migrated.value.applied) context.log.info('migration_applied', { name });
      return opened;
    }
    await opened.value.stop();
    return err(migrated.error);
  } catch (error) {
    await opened.value.stop();
    throw error;
  }
}

function register(stack: AsyncDisposableStack, ...parts: readonly Result<Part<unknown>, StartError>[]): void {
  for (const part of parts) if (part.ok) stack.defer(part.value.stop);
}

function masterKey({ config, folder }: PartContext): Uint8Array {
  const base64 = config.masterKey ?? folder?.secrets.masterKey;
  const key = Buffer.from(
    defined(base64, 'there is no master key in the settings or the data folder'),
    'base64',
  );
  assert(key.length === 32, 'the master key does not have 32 bytes');
  return key;
}
