import { type Clock, err, MINUTE_MS, ok, type Result, systemClock } from '@coffer/kit';
import { sealClientSecret } from './accounts/clients.ts';
import { type CustomAuthError, loadCustomModules } from './challenges/custom-module.ts';
import { type Delivery, noDelivery } from './delivery/delivery.ts';
import { type Sender, startSending } from './delivery/sender.ts';
import type { Deps } from './deps.ts';
import { createHandler, type Handler } from './http/handler.ts';
import type { AdminCredential } from './http/sig-v4.ts';
import { type LimitsInput, limitsSchema } from './limits/limits.ts';
import { type Log, silentLog } from './log.ts';
import { type DatabaseOptions, openDatabase, type OpenError, tellUnavailable } from './open-database.ts';
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
import type { Database } from './store/database.ts';
import { createMending } from './store/mend-future.ts';
import { saveClient, savePool } from './store/pools.ts';
import { sweep } from './store/sweep.ts';
import { rotateAgedKeys } from './tokens/rotate-keys.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';

const SWEEP_EVERY_MS = MINUTE_MS;
const SIGNING_KEY_AGE_DAYS = 90;
export interface UserPoolOptions extends DatabaseOptions {
  /** Where the pool is reached, without a slash at the end: `iss` is `<baseUrl>/<poolId>`. */
  readonly baseUrl: string;
  /** `publicUrl`: where browsers find the hosted pages; left out, it is `baseUrl`. */
  readonly hosted?: { readonly publicUrl?: string | undefined } | undefined;
  readonly adminCredentials: readonly AdminCredential[];
  /** What administrators sign for, and the first part of the ids of new pools. Left out: us-east-1. */
  readonly region?: string;
  /** Made or brought up to date at start. What is in the database and not here stays as it is. */
  readonly pools: readonly DeclaredPoolInput[];
  /** Signing keys are replaced when they have signed so long; null: only by `rotate-keys`. Left out: 90. */
  readonly signingKeyAgeDays?: number | null;
  /** Left out: what Cognito documents. */
  readonly limits?: LimitsInput;
  /** How messages leave; left out: they stay in the outbox, which can be read on this machine. */
  readonly delivery?: Delivery;
  readonly clock?: Clock;
  readonly log?: Log;
}

export type StartError =
  | OpenError
  | CustomAuthError
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
  const declared = await tellUnavailable(() => declarePools(deps, options.pools));
  if (!declared.ok) {
    await database.close();
    return declared;
  }
  const { signingKeyAgeDays = SIGNING_KEY_AGE_DAYS } = options;
  const stopSweeping = sweepRegularly(deps, signingKeyAgeDays);
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

/** Mends what a clock has spoilt, deletes what has expired and replaces keys that are old, once a minute; a failure is told and tried again. */
function sweepRegularly(deps: Deps, signingKeyAgeDays: number | null): () => Promise<void> {
  const mend = createMending(deps);
  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = sweepOnce(deps, { mend, signingKeyAgeDays }).finally(() => {
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
  { mend, signingKeyAgeDays }: { mend: () => Promise<void>; signingKeyAgeDays: number | null },
): Promise<void> {
  try {
    await mend();
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
