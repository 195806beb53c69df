import { fileURLToPath } from 'node:url';
import { LIMITS } from '@coffer/contracts';
import { DAY_MS, err, HOUR_MS, MINUTE_MS, ok, type Result, SECOND_MS, systemClock } from '@coffer/kit';
import type { Config } from './config.ts';
import { openDataFolder } from './embedded/data-folder.ts';
import type { StartError } from './embedded/start-errors.ts';
import { accountRoutes } from './features/account/routes.ts';
import { contentRoutes } from './features/content/routes.ts';
import { purgeTrash } from './features/files/index.ts';
import { filesRoutes } from './features/files/routes.ts';
import { deleteDueBlobs } from './features/ledger/index.ts';
import {
  authenticate,
  issueWelcomeCode,
  retryRevocations,
  signOutFromIssuer,
  sweepSessions,
} from './features/session/index.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { spacesRoutes } from './features/spaces/routes.ts';
import {
  deleteDueStrays,
  examineRegularly,
  receiptKeys,
  runStorageJobs,
  scrub,
} from './features/storage/index.ts';
import { storageRoutes } from './features/storage/routes.ts';
import { expireUploads, reconcileUploads } from './features/uploads/index.ts';
import { uploadsRoutes } from './features/uploads/routes.ts';
import { type App, createApp } from './http/app.ts';
import { createReadiness } from './http/health.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { type Listener, listen } from './http/listen.ts';
import { createPages } from './http/pages.ts';
import { createRelay } from './http/relay.ts';
import type { Route } from './http/route.ts';
import { createWebFiles } from './http/web-files.ts';
import { asLeader } from './platform/db/leader.ts';
import { pingDatabase } from './platform/db/ping.ts';
import type { Log } from './platform/log/log.ts';
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts';
import { examineIdentityRegularly } from './run/examine-identity.ts';
import { startLoop } from './run/loop.ts';
import { needsDataFolder } from './run/parts.ts';
import { startServices } from './run/start-services.ts';
import type { Services } from './services.ts';

/** What the operator is told when the application is about to serve. */
export interface Announcement {
  readonly url: string;
  /** While nobody is administrator: the link that makes one. For the eyes of the operator alone. */
  readonly welcomeLink: string | undefined;
}

export interface StartOptions {
  readonly log: Log;
  /** Called once, before the first request is served. */
  readonly announce: (announcement: Announcement) => void;
}

/** The application while it runs. */
export interface Running {
  /** Settles when a part has ended for good; the application is of no use then. */
  readonly lost: Promise<StartError>;
  /** Ends everything in the order that loses nothing: requests, background work, pool and store, the database last. */
  stop(): Promise<void>;
}

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const DRAIN_MS = 8 * SECOND_MS;

/** Starts everything that the configuration names. What was started before a failure is stopped again. */
export async function startCoffer(
  config: Config,
  options: StartOptions,
): Promise<Result<Running, StartError>> {
  const stack = new AsyncDisposableStack();
  try {
    const started = await startOn(stack, config, options);
    if (!started.ok) await stack.disposeAsync();
    return started;
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function startOn(
  stack: AsyncDisposableStack,
  config: Config,
  { log, announce }: StartOptions,
): Promise<Result<Running, StartError>> {
  const lost = Promise.withResolvers<StartError>();
  const folder = needsDataFolder(config) ? await openDataFolder(config.dataFolder) : ok(undefined);
  if (!folder.ok) return folder;
  stack.defer(() => folder.value?.close());
  if (folder.value?.isDiskNearlyFull === true) {
    log.warn('disk_nearly_full', { freeBytes: folder.value.freeBytes });
  }
  const listener = await openListener(config);
  if (!listener.ok) return listener;
  stack.defer(async () => await listener.value.close(0));

  const context = { config, folder: folder.value, clock: systemClock, log, onLost: lost.resolve };
  const services = await startServices(stack, context);
  if (!services.ok) return services;
  startBackground(stack, services.value);
  const app = buildApp(services.value, listener.value);
  const code = await issueWelcomeCode(services.value);
  announce({
    url: config.url,
    welcomeLink: code === undefined ? undefined : `${config.url}/welcome#${code}`,
  });
  listener.value.serve(app.fetch);
  const stop = async (): Promise<void> => {
    await listener.value.close(DRAIN_MS);
    await stack.disposeAsync();
  };
  return ok({ lost: lost.promise, stop });
}

async function openListener(config: Config): Promise<Result<Listener, StartError>> {
  const listener = await listen({
    host: config.listenHost,
    port: config.listenPort,
    // A relayed part may arrive slowly; no longer than its address is good.
    ...(config.isRelay ? { requestMs: LIMITS.partUrlLifeMs } : {}),
  });
  if (listener.ok) return listener;
  switch (listener.error.code) {
    case 'port_taken':
      return err({ code: 'port_taken', port: config.listenPort, setting: 'COFFER_PORT' });
    case 'host_unknown': {
      const message = 'is no address of this machine; use 127.0.0.1, or 0.0.0.0 for all of its addresses';
      return err({ code: 'config_invalid', issues: [{ name: 'COFFER_HOST', message }] });
    }
  }
}

/** Every call of the API. */
function routesOf(services: Services): readonly Route[] {
  return [
    ...sessionRoutes(services),
    ...accountRoutes(services),
    ...spacesRoutes(services),
    ...filesRoutes(services),
    ...uploadsRoutes(services),
    ...contentRoutes(services),
    ...storageRoutes(services),
  ];
}

function buildApp(services: Services, listener: Listener): App {
  const { blobs, clock, db, pool } = services;
  const metrics = metricsOf(listener);
  return createApp(services, routesOf(services), {
    authenticate: async (cookieValue, call) => await authenticate(services, cookieValue, call),
    metrics,
    relay: blobs.relay === undefined ? undefined : createRelay(blobs.relay, metrics),
    receiptKeys: async () => await receiptKeys(services),
    backChannelLogout: async (issuerId, token) => await signOutFromIssuer(services, { issuerId, token }),
    readiness: createReadiness(
      {
        database: async () => ((await pingDatabase(db)).ok ? undefined : 'database_unavailable'),
        store: async () => codeOf(await blobs.ping()),
        pool: async () => codeOf(await pool.ping()),
      },
      clock,
    ),
    pages: createPages(createWebFiles(WEB_FOLDER), blobs.publicOrigin),
  });
}

function codeOf(result: Result<void, { readonly code: string }>): string | undefined {
  return result.ok ? undefined : result.error.code;
}

function metricsOf(listener: Listener): Metrics {
  const metrics = createMetrics();
  metrics.gauge('coffer_http_received_bytes', 'Bytes received on connections of people.', listener.bytesRead);
  metrics.gauge('coffer_http_sent_bytes', 'Bytes sent on connections of people.', listener.bytesWritten);
  return metrics;
}

/** What happens without being asked for. Each may run on several servers at once; the longer ones take turns. */
function startBackground(stack: AsyncDisposableStack, services: Services): void {
  const { db, log } = services;
  const loops = [
    {
      name: 'uploads_expiry',
      everyMs: MINUTE_MS,
      work: async () => await asLeader(db, 'uploads', async () => await expireUploads(services)),
    },
    {
      name: 'quarantine',
      everyMs: MINUTE_MS,
      work: async () => await asLeader(db, 'quarantine', async () => await deleteDueBlobs(services)),
    },
    {
      name: 'storage_jobs',
      everyMs: 5 * SECOND_MS,
      work: async () => await asLeader(db, 'storage', async () => await runStorageJobs(services)),
    },
    {
      name: 'scrub',
      everyMs: MINUTE_MS,
      work: async (signal: AbortSignal) =>
        await asLeader(db, 'scrub', async () => await scrub(services, signal)),
    },
    {
      name: 'store_examination',
      everyMs: DAY_MS,
      work: async () => await examineRegularly(services),
    },
    {
      name: 'identity_examination',
      everyMs: DAY_MS,
      work: async () => await examineIdentityRegularly(services),
    },
    {
      name: 'strays',
      everyMs: HOUR_MS,
      work: async () => await asLeader(db, 'strays', async () => await deleteDueStrays(services)),
    },
    {
      name: 'trash',
      everyMs: HOUR_MS,
      work: async () => await asLeader(db, 'trash', async () => await purgeTrash(services)),
    },
    { name: 'uploads_unsettled', everyMs: HOUR_MS, work: async () => await reconcileUploads(services) },
    { name: 'revocations', everyMs: 15 * SECOND_MS, work: async () => await retryRevocations(services) },
    { name: 'sessions', everyMs: 10 * MINUTE_MS, work: async () => await sweepSessions(services) },
    { name: 'idempotency_keys', everyMs: 10 * MINUTE_MS, work: async () => await forgetOldKeys(services) },
  ].map((options) => startLoop({ ...options, log }));
  stack.defer(async () => {
    await Promise.all(loops.map(async (loop) => await loop.stop()));
  });
}
