import { defined, err, ok, type Result } from '@coffer/kit';
import type { StartError } from '../../embedded/start-errors.ts';
import { isEmpty } from '../../features/journal/store/staging.ts';
import { findUnfinished } from '../../features/journal/store/unfinished.ts';
import { MIGRATIONS } from '../../migrations/migrations.ts';
import type { Db } from '../../platform/db/db.ts';
import { migrate, pendingMigrations } from '../../platform/db/migrate.ts';
import { createSettings, defaultsOf } from '../../platform/db/settings.ts';
import { createCognitoPool } from '../../platform/identity/cognito-pool.ts';
import { createIdMaker } from '../../platform/ids.ts';
import { poolBeside } from '../../run/open-installation.ts';
import { openDatabase, type PartContext, startBlobs, startDatabase, startPool } from '../../run/parts.ts';
import type { Services } from '../../services.ts';

type Opened = Pick<Services, 'blobs' | 'clock' | 'config' | 'db' | 'newId' | 'pool' | 'settings'>;
type NotEmpty = { readonly code: 'database_not_empty' };

/**
 * Opens what a rebuild needs. Changes nothing before it has seen that the database is empty, because an older server may
 * be using it; in a dry run neither tables nor the pool are made.
 */
export async function openForRebuild(
  stack: AsyncDisposableStack,
  context: PartContext,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<Result<Opened, StartError | NotEmpty>> {
  const { config, clock, log } = context;
  const address = await startDatabase(context);
  if (!address.ok) return address;
  stack.defer(address.value.stop);
  const database = await openDatabase(context, address.value.value.connectionString);
  if (!database.ok) return database;
  stack.defer(database.value.stop);
  const { db } = database.value.value;
  const prepared = await prepare(db, isDryRun);
  if (!prepared.ok) return prepared;
  const blobs = await startBlobs(context);
  if (!blobs.ok) return blobs;
  stack.defer(blobs.value.stop);
  const pool = isDryRun ? undefined : await startPool(context, address.value.value.poolConnectionString);
  if (pool?.ok === false) return pool;
  if (pool !== undefined) stack.defer(pool.value.stop);
  return ok({
    blobs: blobs.value.value,
    clock,
    config,
    db,
    newId: createIdMaker(clock),
    pool: pool === undefined ? poolNotStarted(context) : pool.value.value.pool,
    settings: createSettings({ clock, log, defaults: defaultsOf(config) }),
  });
}

async function prepare(db: Db, isDryRun: boolean): Promise<Result<unknown, StartError | NotEmpty>> {
  const pending = await pendingMigrations(db, MIGRATIONS);
  if (!pending.ok) return pending;
  const isOurs = (await isEmpty(db)) || (await findUnfinished(db)) !== undefined;
  if (!isOurs) return err({ code: 'database_not_empty' });
  return isDryRun ? ok(undefined) : await migrate(db, MIGRATIONS);
}

function poolNotStarted({ config, folder, clock, log }: PartContext): Services['pool'] {
  if (config.pool.kind === 'cognito') return createCognitoPool({ ...config.pool, clock, log });
  const { secrets } = defined(folder, 'the embedded pool has no data folder');
  return poolBeside(config.pool.port, { secrets, clock, log });
}
