import { type Clock, err, MINUTE_MS, ok, type Result, systemClock } from '@coffer/kit';
import { sealClientSecret } from './accounts/clients.ts';
import { type CustomAuthError, loadCustomModules } from './challenges/custom-module.ts';
import { type Delivery, noDelivery } from './delivery/delivery.ts';
import { type Sender, startSending } from './delivery/sender.ts';
import type { Deps } from './deps.ts';
import type { Access } from './http/access.ts';
import { createHandler, type Handler } from './http/handler.ts';
import type { AdminCredential } from './http/sig-v4.ts';
import { type LimitsInput, limitsSchema } from './limits/limits.ts';
import { type Log, silentLog } from './log.ts';
import { type DatabaseOptions, openDatabase, type OpenError, catchUnavailable } from './open-database.ts';
import { sealDecoyVerifier } from './passwords/credential.ts';
import {
  clientSettingsSchema,
  type DeclaredPool,
  type DeclaredPoolInput,
  declaredPoolSchema,
  poolSettingsSchema,
} from './settings.ts';
import { createExponents } from './srp/exponents.ts';
import { createClients } from './store/clients.ts';
import type { Database } from './store/database/database.ts';
import { createClockRepair } from './store/database/repair-future-times.ts';
import { saveClient, savePool } from './store/pools.ts';
import { sweep } from './store/database/sweep.ts';
import { rotateAgedKeys } from './tokens/rotate-keys.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';

const SWEEP_EVERY_MS = MINUTE_MS;
/** How long there must be no calls before the pool is idle. Longer than any delay that a call leaves to the sweep. */
const IDLE_AFTER_MS = 5 * MINUTE_MS;
const IDLE_SWEEP_EVERY_MS = 10 * MINUTE_MS;
const SIGNING_KEY_AGE_DAYS = 90;
export interface UserPoolOptions extends DatabaseOptions {
  /** Without a trailing slash. `iss` is `<baseUrl>/<poolId>`. */
  readonly baseUrl: string;
  /** `publicUrl`: where browsers find the hosted pages. Default: `baseUrl`. */
  readonly hosted?: { readonly publicUrl?: string | undefined } | undefined;
  readonly corsOrigins?: Access['corsOrigins'];
  readonly hosts?: Access['hosts'];
  readonly adminCredentials: readonly AdminCredential[];
  /** Signing region of administrators, and the prefix of new pool ids. Default: us-east-1. */
  readonly region?: string;
  /** Created or updated at start. Other pools in the database are unchanged. */
  readonly pools: readonly DeclaredPoolInput[];
  /** Days until signing keys are rotated. Null: only by `rotate-keys`. Default: 90. */
  readonly signingKeyAgeDays?: number | null;
  readonly limits?: LimitsInput;
  /** Without it, messages stay in the outbox, which is readable on this machine. */
  readonly delivery?: Delivery;
  readonly clock?: Clock;
  readonly log?: Log;
}

export type StartError =
  | OpenError
  | CustomAuthError
  | { readonly code: 'client_id_taken'; readonly message: string };

export interface UserPool {
  /** Failed attempts are counted for `connection.address`. */
  readonly fetch: Handler;
  deliverMessages(): Promise<void>;
  /** Call this when no request is running. */
  close(): Promise<void>;
}

/** Migrates the schema and creates the declared pools. Several processes can share one database. */
export async function createUserPool(options: UserPoolOptions): Promise<Result<UserPool, StartError>> {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? silentLog;
  const customModules = await loadCustomModules(options.pools);
  if (!customModules.ok) return customModules;
  const opened = await openDatabase(options, log);
  if (!opened.ok) return opened;
  const { database, vault } = opened.value;
  const signingKeys = createSigningKeys({ db: database.db, vault, clock });
  const deps: Deps = {
    clock,
    log,
    vault,
    signingKeys,
    db: database.db,
    clients: createClients(database.db),
    region: options.region ?? 'us-east-1',
    limits: limitsSchema.parse(options.limits ?? {}),
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    publicUrl: (options.hosted?.publicUrl ?? options.baseUrl).replace(/\/+$/, ''),
    customModules: customModules.value,
    decoyVerifierSealed: sealDecoyVerifier(vault),
    exponents: createExponents(),
  };
  const declared = await catchUnavailable(() => declarePools(deps, options.pools));
  if (!declared.ok) {
    await database.close();
    return declared;
  }
  const { signingKeyAgeDays = SIGNING_KEY_AGE_DAYS } = options;
  let calledAtMs = performance.now();
  const isIdle = (): boolean => performance.now() - calledAtMs >= IDLE_AFTER_MS;
  const stopSweeping = sweepRegularly(deps, { signingKeyAgeDays, isIdle });
  const sender = startSending(deps, {
    database: options.database,
    delivery: options.delivery ?? noDelivery,
    isIdle,
  });
  const handle = createHandler({
    ...deps,
    adminCredentials: options.adminCredentials,
    corsOrigins: options.corsOrigins ?? '*',
    hosts: options.hosts,
  });
  return ok({
    fetch: async (request, connection) => {
      calledAtMs = performance.now();
      return await handle(request, connection);
    },
    deliverMessages: () => sender.flush(),
    close: () => closeAll(stopSweeping, sender, database),
  });
}

async function declarePools(
  deps: Deps,
  pools: readonly DeclaredPoolInput[],
): Promise<Result<void, StartError>> {
  for (const pool of pools.map((each) => declaredPoolSchema.parse(each))) {
    const declared = await declarePool(deps, pool);
    if (!declared.ok) return declared;
  }
  return ok(undefined);
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

/** Sweeps once a minute, and less often while there are no calls. Failures are logged and retried. */
function sweepRegularly(
  deps: Deps,
  { signingKeyAgeDays, isIdle }: { signingKeyAgeDays: number | null; isIdle: () => boolean },
): () => Promise<void> {
  const repair = createClockRepair(deps);
  let running = Promise.resolve();
  let isRunning = false;
  let sweptAtMs = performance.now();
  const timer = setInterval(() => {
    if (isRunning || (isIdle() && performance.now() - sweptAtMs < IDLE_SWEEP_EVERY_MS)) return;
    isRunning = true;
    sweptAtMs = performance.now();
    running = sweepOnce(deps, { repair, signingKeyAgeDays }).finally(() => {
      isRunning = false;
    });
  }, SWEEP_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function sweepOnce(
  deps: Deps,
  { repair, signingKeyAgeDays }: { repair: () => Promise<void>; signingKeyAgeDays: number | null },
): Promise<void> {
  try {
    await repair();
    const count = await sweep(deps.db, deps.clock.now());
    if (count > 0) deps.log.info('swept', { count });
    const rotated = signingKeyAgeDays === null ? [] : await rotateAgedKeys(deps, signingKeyAgeDays);
    for (const pool of rotated) deps.log.info('keys_rotated', { pool });
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
