import type { AdminJobs, TaskName } from '@coffer/contracts';

type Task = AdminJobs['tasks'][number];

const GROUP_OF = {
  jobs: 'files',
  bucket_imports: 'files',
  trash: 'files',
  versions: 'files',
  uploads_expiry: 'files',
  uploads_unsettled: 'files',
  documents: 'files',
  renditions: 'files',
  conversions: 'files',
  left_files: 'files',
  archived_spaces: 'files',
  quotas: 'messages',
  mail: 'messages',
  hand_ins: 'messages',
  follows: 'messages',
  webhooks: 'messages',
  journal: 'storage',
  snapshots: 'storage',
  scrub: 'storage',
  quarantine: 'storage',
  orphans: 'storage',
  storage_jobs: 'storage',
  store_examination: 'storage',
  dropped_renditions: 'storage',
  stray_renditions: 'storage',
  disk_reserve: 'storage',
  audit_head: 'records',
  use_days: 'records',
  left_accounts: 'people',
  revocations: 'people',
  sessions: 'people',
  sign_ins: 'people',
  tokens: 'people',
  identity_examination: 'people',
  mail_pruning: 'records',
  webhook_pruning: 'records',
  notifications: 'records',
  old_jobs: 'records',
  public_links: 'records',
  access_requests: 'records',
  invited_grants: 'records',
  counted_downloads: 'records',
  dav_locks: 'records',
  idempotency_keys: 'records',
  memory: 'records',
  task_rounds: 'records',
} as const satisfies Record<TaskName, string>;

/** The first group contains tasks that are overdue or failing. */
export const TASK_GROUPS = ['attention', 'files', 'storage', 'messages', 'people', 'records'] as const;

export function isBad({ state }: Pick<Task, 'state'>): boolean {
  return state === 'failing' || state === 'overdue';
}

export function groupOf(task: Pick<Task, 'name' | 'state'>): (typeof TASK_GROUPS)[number] {
  return isBad(task) ? 'attention' : GROUP_OF[task.name];
}
