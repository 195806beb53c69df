import { fileURLToPath } from 'node:url';
import { LIMITS } from '@coffer/contracts';
import { DAY_MS, err, HOUR_MS, MINUTE_MS, ok, type Result, SECOND_MS, systemClock } from '@coffer/kit';
import manifest from '../package.json' with { type: 'json' };
import type { Config } from './config/config.ts';
import { openDataFolder } from './embedded/data-folder.ts';
import { createDiskReserve, type DiskReserve } from './embedded/disk-reserve.ts';
import type { StartError } from './embedded/start-errors.ts';
import { accountRoutes } from './features/account/routes.ts';
import { writeAuditHead } from './features/audit/index.ts';
import { auditRoutes } from './features/audit/routes.ts';
import type { ChangeFeed } from './features/changes/index.ts';
import { changesRoutes } from './features/changes/routes.ts';
import { contentRoutes } from './features/content/routes.ts';
import { pruneJobs, pruneVersions, purgeTrash, Retries, runJobs } from './features/files/index.ts';
import { filesRoutes } from './features/files/routes.ts';
import { deleteDueBlobs } from './features/ledger/index.ts';
import { endCountedDownloads, sweepLinks, tellHandIns } from './features/links/index.ts';
import { linksRoutes } from './features/links/routes.ts';
import { createMailSender, previewMail, pruneMail } from './features/mail/index.ts';
import { mailRoutes } from './features/mail/routes.ts';
import { pruneNotifications } from './features/notifications/index.ts';
import { notificationsRoutes } from './features/notifications/routes.ts';
import { overviewRoutes } from './features/overview/routes.ts';
import { groupRoutes } from './features/groups/routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import {
  authenticate,
  retryRevocations,
  signOutFromIssuer,
  sweepSessions,
} from './features/session/index.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { sharingRoutes } from './features/sharing/routes.ts';
import { issueWelcomeCode, sweepSignIns } from './features/sign-in/index.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { renditionJobs } from './features/renditions/jobs.ts';
import { renditionsRoutes } from './features/renditions/routes.ts';
import { emptyArchivedSpaces, tellQuotas } from './features/spaces/index.ts';
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
import { viewingRoutes } from './features/viewings/routes.ts';
import { uploadsRoutes } from './features/uploads/routes.ts';
import { type App, createApp } from './http/app.ts';
import type { Readiness } from './http/health.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { type Listener, listen } from './http/listen.ts';
import { createPages } from './http/pages.ts';
import { createRelay } from './http/relay.ts';
import type { Route } from './route.ts';
import { createWebFiles } from './http/web-files.ts';
import { asLeader } from './platform/db/leader.ts';
import type { Log } from './platform/log/log.ts';
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts';
import { examineIdentityRegularly } from './run/examine-identity.ts';
import { followChanges } from './run/follow-changes.ts';
import { type LoopOptions, startLoop } from './run/loop.ts';
import type { Converter } from './platform/converter/converter.ts';
import { createGotenberg } from './platform/converter/gotenberg.ts';
import { createThumbnailer } from './platform/pictures/thumbnailer.ts';
import type { Thumbnailer } from './platform/pictures/thumbnails.ts';
import { createMemoryReturn } from './run/return-memory.ts';
import { needsDataFolder } from './run/parts.ts';
import { readinessOf } from './run/readiness.ts';
import { startServices } from './run/start-services.ts';
import type { Services } from './services.ts';

export interface Announcement {
  readonly url: string;
  /** Creates the first administrator. Undefined once one exists. Secret: for the operator only. */
  readonly welcomeLink: string | undefined;
}

export interface StartOptions {
  readonly log: Log;
  /** Called once, before the first request is served. */
  readonly announce: (announcement: Announcement) => void;
}

export interface Running {
  /** Resolves when a part has failed permanently; the application has to end then. */
  readonly lost: Promise<StartError>;
  /** Stops requests first, then background work, pool and store, and the database last. */
  stop(): Promise<void>;
}

const VERSION = manifest.version;
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const DRAIN_MS = 8 * SECOND_MS;
/** Consecutive failures until a task counts as broken. One may be a short loss of the connection. */
const FAILURES_THAT_MATTER = 3;

/** Starts everything that the configuration names. A failure stops what was started before. */
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
  const started = await startServices(stack, context);
  if (!started.ok) return started;
  const { services, backgroundServices, commitHints } = started.value;
  const disk = folder.value === undefined ? undefined : createDiskReserve(folder.value.path);
  const thumbnailer = stack.adopt(createThumbnailer(), async (each) => await each.stop());
  const converter =
    config.converter === undefined ? undefined : createGotenberg({ origin: config.converter });
  const drawing = { thumbnailer, converter };
  const brokenTasks = startBackground(stack, { ...backgroundServices, ...drawing }, disk);
  const feed = followChanges(stack, services, commitHints);
  const app = buildApp(services, { listener: listener.value, disk, feed, ...drawing, brokenTasks });
  const code = await issueWelcomeCode(services);
  announce({
    url: config.url,
    welcomeLink: code === undefined ? undefined : `${config.url}/welcome#${code}`,
  });
  listener.value.serve(app.fetch);
  const stop = async (): Promise<void> => {
    // Open streams would delay the end of the listener.
    feed.close();
    await listener.value.close(DRAIN_MS);
    await stack.disposeAsync();
  };
  return ok({ lost: lost.promise, stop });
}

async function openListener(config: Config): Promise<Result<Listener, StartError>> {
  const listener = await listen({
    host: config.listenHost,
    port: config.listenPort,
    // A relayed part may arrive slowly, as long as its presigned URL is valid.
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

interface Drawing {
  readonly thumbnailer: Thumbnailer;
  /** Undefined: the operator has none. */
  readonly converter: Converter | undefined;
}

interface RouteParts extends Drawing {
  readonly feed: ChangeFeed;
  readonly readiness: () => Promise<Readiness>;
  readonly brokenTasks: () => readonly string[];
}

function routesOf(services: Services, parts: RouteParts): readonly Route[] {
  const { feed, thumbnailer, converter, readiness: health, brokenTasks } = parts;
  return [
    ...auditRoutes(services),
    ...sessionRoutes(services),
    ...signInRoutes(services),
    ...accountRoutes(services),
    ...groupRoutes(services),
    ...peopleRoutes(services),
    ...spacesRoutes(services),
    ...filesRoutes(services),
    ...settingsRoutes(services),
    ...sharingRoutes(services),
    ...viewingRoutes(services),
    ...mailRoutes(services),
    ...notificationsRoutes(services),
    ...overviewRoutes({ ...services, standing: { version: VERSION, health, brokenTasks } }),
    ...uploadsRoutes(services),
    ...contentRoutes(services),
    ...linksRoutes(services),
    ...renditionsRoutes({ ...services, thumbnailer, converter }),
    ...storageRoutes(services),
    ...changesRoutes(feed),
  ];
}

interface AppParts extends Omit<RouteParts, 'readiness'> {
  readonly listener: Listener;
  readonly disk: DiskReserve | undefined;
}

function buildApp(services: Services, { listener, disk, ...parts }: AppParts): App {
  const { blobs } = services;
  const readiness = readinessOf(services, disk);
  const metrics = metricsOf(listener, parts.feed);
  return createApp(services, routesOf(services, { ...parts, readiness }), {
    authenticate: async (cookieValue, call) => await authenticate(services, cookieValue, call),
    metrics,
    disk,
    relay: blobs.relay === undefined ? undefined : createRelay(blobs.relay, metrics),
    mailPreview: (kind, language) => previewMail(kind, language, services.config.url)?.html,
    receiptKeys: async () => await receiptKeys(services),
    backChannelLogout: async (issuerId, token) => await signOutFromIssuer(services, { issuerId, token }),
    readiness,
    pages: createPages(createWebFiles(WEB_FOLDER), blobs.publicOrigin),
  });
}

function metricsOf(listener: Listener, feed: ChangeFeed): Metrics {
  const metrics = createMetrics();
  metrics.gauge('coffer_http_received_bytes', 'Bytes received on connections of people.', listener.bytesRead);
  metrics.gauge('coffer_http_sent_bytes', 'Bytes sent on connections of people.', listener.bytesWritten);
  metrics.gauge('coffer_change_streams', 'Pages that follow changes on this server.', feed.streamCount);
  return metrics;
}

/** Each job may run on several servers at once. Returns those that keep failing here. */
function startBackground(
  stack: AsyncDisposableStack,
  services: Services & Drawing,
  disk: DiskReserve | undefined,
): () => readonly string[] {
  const { db, log } = services;
  const retries = new Retries();
  const loops: readonly LoopTask[] = [
    ...(disk === undefined
      ? []
      : [{ name: 'disk_reserve', everyMs: 5 * SECOND_MS, work: async () => await disk.update() }]),
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
    ...storageJobs(services),
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
      name: 'audit_head',
      everyMs: HOUR_MS,
      work: async () => await asLeader(db, 'audit', async () => await writeAuditHead(services)),
    },
    {
      name: 'archived_spaces',
      everyMs: HOUR_MS,
      work: async () => await asLeader(db, 'archives', async () => await emptyArchivedSpaces(services)),
    },
    {
      name: 'trash',
      everyMs: 5 * SECOND_MS,
      work: async () => await asLeader(db, 'trash', async () => await purgeTrash(services)),
    },
    {
      name: 'versions',
      everyMs: HOUR_MS,
      work: async () => await asLeader(db, 'versions', async () => await pruneVersions(services)),
    },
    {
      name: 'jobs',
      everyMs: SECOND_MS,
      work: async () => await asLeader(db, 'jobs', async () => await runJobs(services, retries)),
    },
    ...tellingJobs(services),
    ...renditionJobs(services),
    ...sweepsOf(services),
  ];
  return startLoops(stack, loops, log);
}

type LoopTask = Pick<LoopOptions, 'name' | 'everyMs' | 'work'>;

function startLoops(
  stack: AsyncDisposableStack,
  tasks: readonly LoopTask[],
  log: Log,
): () => readonly string[] {
  const broken = new Set<string>();
  const loops = tasks.map((task) => {
    const onRound = (failures: number): void => {
      if (failures >= FAILURES_THAT_MATTER) broken.add(task.name);
      else broken.delete(task.name);
    };
    return startLoop({ ...task, log, onRound });
  });
  stack.defer(async () => {
    await Promise.all(loops.map(async (loop) => await loop.stop()));
  });
  return () => [...broken];
}

/** Small jobs that need no leader. */
function sweepsOf(services: Services) {
  const returnMemory = createMemoryReturn();
  return [
    { name: 'uploads_unsettled', everyMs: HOUR_MS, work: async () => await reconcileUploads(services) },
    { name: 'revocations', everyMs: 15 * SECOND_MS, work: async () => await retryRevocations(services) },
    { name: 'sessions', everyMs: 10 * MINUTE_MS, work: async () => await sweepSessions(services) },
    { name: 'sign_ins', everyMs: 10 * MINUTE_MS, work: async () => await sweepSignIns(services) },
    { name: 'mail_pruning', everyMs: HOUR_MS, work: async () => await pruneMail(services) },
    { name: 'notifications', everyMs: HOUR_MS, work: async () => await pruneNotifications(services) },
    { name: 'old_jobs', everyMs: HOUR_MS, work: async () => await pruneJobs(services) },
    { name: 'public_links', everyMs: HOUR_MS, work: async () => await sweepLinks(services) },
    {
      name: 'counted_downloads',
      everyMs: MINUTE_MS,
      work: async () => await endCountedDownloads(services),
    },
    { name: 'memory', everyMs: 15 * SECOND_MS, work: async () => await Promise.resolve(returnMemory()) },
    { name: 'idempotency_keys', everyMs: 10 * MINUTE_MS, work: async () => await forgetOldKeys(services) },
  ];
}

/** What people are told of later than it happens. */
function tellingJobs(services: Services) {
  const { db } = services;
  const sendMail = createMailSender(services);
  return [
    {
      name: 'mail',
      everyMs: 5 * SECOND_MS,
      work: async () => await asLeader(db, 'mail', sendMail),
    },
    {
      name: 'hand_ins',
      everyMs: 15 * SECOND_MS,
      work: async () => await asLeader(db, 'handIns', async () => await tellHandIns(services)),
    },
    {
      name: 'quotas',
      everyMs: MINUTE_MS,
      work: async () => await asLeader(db, 'quotas', async () => await tellQuotas(services)),
    },
  ];
}

function storageJobs(services: Services) {
  const { db } = services;
  return [
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
  ];
}
