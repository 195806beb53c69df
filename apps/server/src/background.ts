import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import type { DiskReserve } from './embedded/disk-reserve.ts';
import type { Rounds } from './features/admin-jobs/index.ts';
import { deleteLeftAccounts } from './features/account/index.ts';
import { endAccessRequests } from './features/access-requests/index.ts';
import { writeAuditHead } from './features/audit/index.ts';
import { findNodes, pruneJobs, pruneVersions, purgeTrash, runJobs } from './features/files/index.ts';
import { runBucketImports } from './features/bucket-imports/index.ts';
import type { BucketSources } from './features/bucket-imports/index.ts';
import { createJournalWriter, writeSnapshot } from './features/journal/index.ts';
import { deleteDueBlobs } from './features/ledger/index.ts';
import { notifyFollowers } from './features/follows/index.ts';
import { endCountedDownloads, foldersOfLink, sweepLinks, notifyOfHandIns } from './features/links/index.ts';
import { documentTasks } from './features/documents/tasks.ts';
import { createMailSender, pruneMail } from './features/mail/index.ts';
import { pruneNotifications } from './features/notifications/index.ts';
import { renditionTasks } from './features/renditions/tasks.ts';
import { archiveLeftFiles } from './features/people/index.ts';
import { retryRevocations, sweepSessions } from './features/session/index.ts';
import { sweepSignIns } from './features/sign-in/index.ts';
import { emptyArchivedSpaces, notifyOfQuotas, recordUse } from './features/spaces/index.ts';
import { giveInvited } from './features/sharing/index.ts';
import { deleteDueOrphans, examineRegularly, runStorageJobs, scrub } from './features/storage/index.ts';
import { sweepTokens } from './features/tokens/index.ts';
import { expireUploads, reconcileUploads } from './features/uploads/index.ts';
import { sweepDavLocks } from './features/webdav/index.ts';
import { pruneDeliveries, sendWebhooks } from './features/webhooks/index.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import type { Converter } from './platform/converter/converter.ts';
import type { GuardedPost } from './platform/network/guarded-post.ts';
import type { TextReader } from './platform/texts/texts.ts';
import type { Thumbnailer } from './platform/pictures/thumbnails.ts';
import { examineIdentityRegularly } from './run/examine-identity.ts';
import { createMemoryReturn } from './run/return-memory.ts';
import type { Services } from './services.ts';
import type { BackgroundTask } from './task.ts';

/** They follow an action that wakes them, so a delay of a minute is harmless. */
const REST_MS = MINUTE_MS;
const LONG_REST_MS = 5 * MINUTE_MS;
/** The journal lags a minute at most, also behind what happens without an action. */
const JOURNAL_REST_MS = 45 * SECOND_MS;

export type BackgroundServices = Services & {
  readonly thumbnailer: Thumbnailer;
  readonly textReader: TextReader;
  /** Undefined: the operator has none. */
  readonly converter: Converter | undefined;
  readonly guardedPost: GuardedPost;
  readonly bucketSources: BucketSources;
};

/** Every background task. */
export function backgroundTasks(
  services: BackgroundServices,
  { disk, rounds }: { readonly disk: DiskReserve | undefined; readonly rounds: Pick<Rounds, 'save'> },
): readonly BackgroundTask[] {
  return [
    ...fileTasks(services),
    ...storageTasks(services),
    ...messageTasks(services),
    ...renditionTasks(services),
    ...documentTasks(services),
    ...sweepTasks(services),
    ...machineTasks(services, disk),
    { name: 'task_rounds', everyMs: MINUTE_MS, work: async () => await rounds.save() },
  ];
}

function fileTasks(services: BackgroundServices): readonly BackgroundTask[] {
  return [
    {
      name: 'jobs',
      everyMs: SECOND_MS,
      restMs: REST_MS,
      leader: 'jobs',
      work: async () => await runJobs(services),
    },
    {
      name: 'bucket_imports',
      everyMs: SECOND_MS,
      restMs: REST_MS,
      leader: 'bucketImports',
      work: async (signal) => await runBucketImports(services, signal),
    },
    {
      name: 'trash',
      everyMs: 5 * SECOND_MS,
      restMs: REST_MS,
      leader: 'trash',
      work: async () => await purgeTrash(services),
    },
    {
      name: 'versions',
      everyMs: HOUR_MS,
      leader: 'versions',
      work: async () => await pruneVersions(services),
    },
    {
      name: 'left_files',
      everyMs: HOUR_MS,
      leader: 'leftFiles',
      work: async () => await archiveLeftFiles(services),
    },
    {
      name: 'archived_spaces',
      everyMs: HOUR_MS,
      leader: 'archives',
      work: async () => await emptyArchivedSpaces(services),
    },
    {
      name: 'uploads_expiry',
      everyMs: MINUTE_MS,
      restMs: LONG_REST_MS,
      leader: 'uploads',
      work: async () => await expireUploads(services),
    },
    {
      name: 'uploads_unsettled',
      everyMs: HOUR_MS,
      work: async () => await reconcileUploads(services, (linkId) => foldersOfLink(services, linkId)),
    },
  ];
}

function storageTasks(services: Services): readonly BackgroundTask[] {
  return [
    {
      name: 'quarantine',
      everyMs: MINUTE_MS,
      restMs: LONG_REST_MS,
      leader: 'quarantine',
      work: async () => await deleteDueBlobs(services),
    },
    {
      name: 'orphans',
      everyMs: HOUR_MS,
      leader: 'orphans',
      work: async () => await deleteDueOrphans(services),
    },
    {
      name: 'storage_jobs',
      everyMs: 5 * SECOND_MS,
      restMs: REST_MS,
      leader: 'storage',
      work: async () => await runStorageJobs(services),
    },
    {
      name: 'scrub',
      everyMs: MINUTE_MS,
      leader: 'scrub',
      work: async (signal) => await scrub(services, signal),
    },
    { name: 'store_examination', everyMs: DAY_MS, work: async () => await examineRegularly(services) },
    { name: 'use_days', everyMs: HOUR_MS, leader: 'useDays', work: async () => await recordUse(services) },
    {
      name: 'journal',
      everyMs: 15 * SECOND_MS,
      restMs: JOURNAL_REST_MS,
      leader: 'journal',
      work: createJournalWriter(services),
    },
    {
      name: 'snapshots',
      everyMs: MINUTE_MS,
      restMs: LONG_REST_MS,
      leader: 'snapshots',
      work: async (signal) => await writeSnapshot(services, signal),
    },
    {
      name: 'audit_head',
      everyMs: HOUR_MS,
      leader: 'audit',
      work: async () => await writeAuditHead(services),
    },
  ];
}

/** Mail is sent later than the events that it reports. */
function messageTasks(services: BackgroundServices): readonly BackgroundTask[] {
  return [
    {
      name: 'mail',
      everyMs: 5 * SECOND_MS,
      restMs: REST_MS,
      leader: 'mail',
      work: createMailSender({
        ...services,
        listSeen: async (id, nodeIds) => {
          const asking = { actor: { id }, now: services.clock.now() };
          return new Set((await findNodes(services.db, asking, nodeIds)).keys());
        },
      }),
    },
    {
      name: 'webhooks',
      everyMs: 2 * SECOND_MS,
      restMs: REST_MS,
      leader: 'webhooks',
      work: async (signal) => await sendWebhooks(services, signal),
    },
    {
      name: 'follows',
      everyMs: 5 * SECOND_MS,
      restMs: REST_MS,
      leader: 'follows',
      work: async () => await notifyFollowers(services),
    },
    {
      name: 'hand_ins',
      everyMs: 15 * SECOND_MS,
      restMs: REST_MS,
      leader: 'handIns',
      work: async () => await notifyOfHandIns(services),
    },
    {
      name: 'quotas',
      everyMs: MINUTE_MS,
      restMs: LONG_REST_MS,
      leader: 'quotas',
      work: async () => await notifyOfQuotas(services),
    },
  ];
}

/** Deletes expired rows, and ends what was never ended explicitly. */
function sweepTasks(services: Services): readonly BackgroundTask[] {
  return [
    {
      name: 'left_accounts',
      everyMs: MINUTE_MS,
      restMs: LONG_REST_MS,
      leader: 'leftAccounts',
      work: async () => await deleteLeftAccounts(services),
    },
    {
      name: 'revocations',
      everyMs: 15 * SECOND_MS,
      restMs: REST_MS,
      work: async () => await retryRevocations(services),
    },
    { name: 'sessions', everyMs: 10 * MINUTE_MS, work: async () => await sweepSessions(services) },
    { name: 'tokens', everyMs: HOUR_MS, work: async () => await sweepTokens(services) },
    { name: 'sign_ins', everyMs: 10 * MINUTE_MS, work: async () => await sweepSignIns(services) },
    { name: 'mail_pruning', everyMs: HOUR_MS, work: async () => await pruneMail(services) },
    { name: 'notifications', everyMs: HOUR_MS, work: async () => await pruneNotifications(services) },
    { name: 'webhook_pruning', everyMs: HOUR_MS, work: async () => await pruneDeliveries(services) },
    { name: 'old_jobs', everyMs: HOUR_MS, work: async () => await pruneJobs(services) },
    {
      name: 'access_requests',
      everyMs: MINUTE_MS,
      restMs: LONG_REST_MS,
      leader: 'accessRequests',
      work: async () => await endAccessRequests(services),
    },
    {
      name: 'invited_grants',
      everyMs: MINUTE_MS,
      restMs: LONG_REST_MS,
      leader: 'invitedGrants',
      work: async () => await giveInvited(services),
    },
    { name: 'public_links', everyMs: HOUR_MS, work: async () => await sweepLinks(services) },
    {
      name: 'counted_downloads',
      everyMs: MINUTE_MS,
      restMs: LONG_REST_MS,
      work: async () => await endCountedDownloads(services),
    },
    { name: 'dav_locks', everyMs: HOUR_MS, work: async () => await sweepDavLocks(services) },
    { name: 'idempotency_keys', everyMs: 10 * MINUTE_MS, work: async () => await forgetOldKeys(services) },
  ];
}

function machineTasks(services: Services, disk: DiskReserve | undefined): readonly BackgroundTask[] {
  const returnMemory = createMemoryReturn();
  return [
    ...(disk === undefined
      ? []
      : [
          {
            name: 'disk_reserve' as const,
            everyMs: 5 * SECOND_MS,
            restMs: REST_MS,
            work: async () => await disk.update(),
          },
        ]),
    {
      name: 'identity_examination',
      everyMs: DAY_MS,
      work: async () => await examineIdentityRegularly(services),
    },
    { name: 'memory', everyMs: 15 * SECOND_MS, work: async () => await Promise.resolve(returnMemory()) },
  ];
}
