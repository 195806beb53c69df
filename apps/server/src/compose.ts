import { fileURLToPath } from 'node:url';
import { LIMITS } from '@coffer/contracts';
import { err, ok, type Result, SECOND_MS, systemClock } from '@coffer/kit';
import manifest from '../package.json' with { type: 'json' };
import { backgroundTasks } from './background.ts';
import type { Config } from './config/config.ts';
import { openDataFolder } from './embedded/data-folder.ts';
import { createDiskReserve, type DiskReserve } from './embedded/disk-reserve.ts';
import type { StartError } from './embedded/start-errors.ts';
import { createRounds, type Rounds, type TaskPlan } from './features/admin-jobs/index.ts';
import { adminJobsRoutes } from './features/admin-jobs/routes.ts';
import { accountRoutes } from './features/account/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { createBrandReader, createLogoReader } from './features/settings/index.ts';
import type { ChangeFeed } from './features/changes/index.ts';
import { changesRoutes } from './features/changes/routes.ts';
import { invitedGrantRoutes } from './features/invited-grants/routes.ts';
import { accessRequestRoutes } from './features/access-requests/routes.ts';
import { commentsRoutes } from './features/comments/routes.ts';
import { followsRoutes } from './features/follows/routes.ts';
import { contentRoutes } from './features/content/routes.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { filesRoutes } from './features/files/routes.ts';
import { findUnfinished, flushJournal, journalLagSeconds } from './features/journal/index.ts';
import { linksRoutes } from './features/links/routes.ts';
import { previewMail } from './features/mail/index.ts';
import { mailRoutes } from './features/mail/routes.ts';
import { notificationsRoutes } from './features/notifications/routes.ts';
import { overviewRoutes } from './features/overview/routes.ts';
import { groupRoutes } from './features/groups/routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { authenticate, signOutFromIssuer } from './features/session/index.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { sharingRoutes } from './features/sharing/routes.ts';
import { createSignInRateLimits, issueWelcomeCode } from './features/sign-in/index.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { renditionsRoutes } from './features/renditions/routes.ts';
import { spacesRoutes } from './features/spaces/routes.ts';
import { receiptKeys } from './features/storage/index.ts';
import { storageRoutes } from './features/storage/routes.ts';
import { viewingRoutes } from './features/viewings/routes.ts';
import { createTokenLimit, findTokenActor } from './features/tokens/index.ts';
import { tokenRoutes } from './features/tokens/routes.ts';
import { uploadsRoutes } from './features/uploads/routes.ts';
import { createWebhookPost } from './features/webhooks/index.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { createWebDav } from './features/webdav/index.ts';
import { type App, createApp } from './http/app.ts';
import type { Readiness } from './http/health.ts';
import { type Listener, listen } from './http/listen.ts';
import { createPages } from './http/pages.ts';
import { createRelay } from './http/relay.ts';
import type { Route } from './route.ts';
import { createWebFiles } from './http/web-files.ts';
import type { Log } from './platform/log/log.ts';
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts';
import { type Activity, createActivity } from './run/activity.ts';
import { startBackgroundTasks } from './run/background-tasks.ts';
import { followChanges } from './run/follow-changes.ts';
import type { Converter } from './platform/converter/converter.ts';
import { createGotenberg } from './platform/converter/gotenberg.ts';
import { type BucketSources, createBucketSources } from './features/bucket-imports/index.ts';
import { bucketImportRoutes } from './features/bucket-imports/routes.ts';
import type { GuardedPost } from './platform/network/guarded-post.ts';
import { createLogoDrawer, type LogoDrawer } from './platform/pictures/logo-drawer.ts';
import { createThumbnailer } from './platform/pictures/thumbnailer.ts';
import { createTextReader } from './platform/texts/text-reader.ts';
import type { Thumbnailer } from './platform/pictures/thumbnails.ts';
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
  if ((await findUnfinished(services.db)) !== undefined) {
    log.warn('rebuild_unfinished', { remedy: 'accounts are missing: stop Coffer and run coffer rebuild' });
  }
  const disk = folder.value === undefined ? undefined : createDiskReserve(folder.value.path);
  const thumbnailer = stack.adopt(createThumbnailer(), async (each) => await each.stop());
  const logoDrawer = stack.adopt(createLogoDrawer(), async (each) => await each.stop());
  const textReader = stack.adopt(createTextReader(), async (each) => await each.stop());
  const converter =
    config.converter === undefined ? undefined : createGotenberg({ origin: config.converter });
  const drawing = { thumbnailer, converter };
  const guardedPost = createWebhookPost(config.webhookNetworks);
  const bucketSources = createBucketSources(config.webhookNetworks);
  const rounds = createRounds(backgroundServices);
  const tasks = backgroundTasks(
    { ...backgroundServices, ...drawing, textReader, guardedPost, bucketSources },
    { disk, rounds },
  );
  const activity = createActivity();
  commitHints.onHint(activity.note);
  let background: (() => readonly string[]) | undefined;
  const feed = followChanges(stack, services, commitHints);
  const app = buildApp(services, {
    listener: listener.value,
    disk,
    feed,
    ...drawing,
    guardedPost,
    bucketSources,
    logoDrawer,
    brokenTasks: () => background?.() ?? [],
    tasks,
    rounds,
    activity,
  });
  const code = await issueWelcomeCode(services);
  announce({
    url: config.url,
    welcomeLink: code === undefined ? undefined : `${config.url}/welcome#${code}`,
  });
  listener.value.serve(app.fetch);
  // After the first answer: all loops look at once, which a start would wait for.
  background = startBackgroundTasks(stack, tasks, { ...backgroundServices, activity, commitHints, rounds });
  const stop = async (): Promise<void> => {
    // Open streams would delay the end of the listener.
    feed.close();
    await listener.value.close(DRAIN_MS);
    await flushJournal(backgroundServices);
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
    // A file of any size may be on its way, over a slow line.
    acceptsLongBody: (path) => config.hasWebDav && path.startsWith('/dav/'),
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
  readonly logoDrawer: LogoDrawer;
  readonly guardedPost: GuardedPost;
  readonly bucketSources: BucketSources;
  readonly feed: ChangeFeed;
  readonly readiness: () => Promise<Readiness>;
  readonly brokenTasks: () => readonly string[];
  readonly tasks: readonly TaskPlan[];
  readonly rounds: Rounds;
}

function routesOf(services: Services, parts: RouteParts): readonly Route[] {
  const { feed, thumbnailer, converter, logoDrawer, readiness: health, brokenTasks, tasks, rounds } = parts;
  const atSignIn = { ...services, limits: createSignInRateLimits(services.clock) };
  return [
    ...auditRoutes(services),
    ...sessionRoutes(services),
    ...signInRoutes(atSignIn),
    ...accountRoutes(atSignIn),
    ...tokenRoutes(services),
    ...groupRoutes(services),
    ...peopleRoutes(services),
    ...spacesRoutes(services),
    ...filesRoutes(services),
    ...settingsRoutes({ ...services, logoDrawer }),
    ...sharingRoutes(services),
    ...viewingRoutes(services),
    ...accessRequestRoutes(services),
    ...invitedGrantRoutes(services),
    ...commentsRoutes(services),
    ...followsRoutes(services),
    ...mailRoutes(services),
    ...notificationsRoutes(services),
    ...overviewRoutes({ ...services, status: { version: VERSION, health, brokenTasks } }),
    ...adminJobsRoutes({ ...services, tasks, rounds }),
    ...uploadsRoutes(services),
    ...contentRoutes(services),
    ...exportRoutes(services),
    ...linksRoutes(services),
    ...renditionsRoutes({ ...services, thumbnailer, converter }),
    ...storageRoutes(services),
    ...bucketImportRoutes({ ...services, bucketSources: parts.bucketSources }),
    ...webhookRoutes({ ...services, guardedPost: parts.guardedPost }),
    ...changesRoutes(feed),
  ];
}

interface AppParts extends Omit<RouteParts, 'readiness'> {
  readonly listener: Listener;
  readonly disk: DiskReserve | undefined;
  readonly activity: Activity;
}

function buildApp(services: Services, { listener, disk, activity, ...parts }: AppParts): App {
  const { blobs } = services;
  const readiness = readinessOf(services, disk);
  const metrics = metricsOf(services, listener, parts.feed);
  const wrongTokens = createTokenLimit(services);
  return createApp(services, routesOf(services, { ...parts, readiness }), {
    authenticate: async (cookieValue, call) => await authenticate(services, cookieValue, call),
    authenticateToken: async (secret, { address }) =>
      await findTokenActor({ ...services, wrongTokens }, { secret, address }),
    metrics,
    noteCall: activity.note,
    disk,
    webDav: services.config.hasWebDav
      ? createWebDav(
          { ...services, disk },
          async (given) => await findTokenActor({ ...services, wrongTokens }, given),
        )
      : undefined,
    relay: blobs.relay === undefined ? undefined : createRelay(blobs.relay, metrics),
    mailPreview: async (kind, language) => {
      const settings = await services.settings.read(services.db);
      return previewMail(kind, language, { url: services.config.url, settings })?.html;
    },
    receiptKeys: async () => await receiptKeys(services),
    backChannelLogout: async (issuerId, token) => await signOutFromIssuer(services, { issuerId, token }),
    readiness,
    pages: createPages(createWebFiles(WEB_FOLDER), blobs.publicOrigin, {
      readBrand: createBrandReader(services),
      readLogo: createLogoReader(services),
    }),
  });
}

function metricsOf(services: Services, listener: Listener, feed: ChangeFeed): Metrics {
  const metrics = createMetrics();
  metrics.gauge('coffer_http_received_bytes', 'Bytes received on connections of people.', listener.bytesRead);
  metrics.gauge('coffer_http_sent_bytes', 'Bytes sent on connections of people.', listener.bytesWritten);
  metrics.gauge(
    'coffer_journal_behind_seconds',
    'Age of the oldest change that the bucket lacks.',
    async () => await journalLagSeconds(services),
  );
  metrics.gauge('coffer_change_streams', 'Pages that follow changes on this server.', feed.streamCount);
  return metrics;
}
