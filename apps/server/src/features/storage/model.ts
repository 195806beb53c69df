import type { StorageCounts } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';

export type FindingKind = 'orphan' | 'missing' | 'different' | 'undeleted' | 'unfinished';

/** A difference between database and store. */
export interface Finding {
  readonly kind: FindingKind;
  readonly key: string;
  /** Empty unless `kind` is `unfinished`. */
  readonly provider_upload_id: string;
  readonly blob_id: string | null;
  readonly size_bytes: number;
  readonly etag: string;
}

export type JobPhase = 'objects' | 'uploads' | 'findings';

export interface JobRow {
  readonly id: string;
  readonly kind: 'survey' | 'repair';
  readonly state: 'queued' | 'running' | 'done' | 'stopped' | 'cancelled';
  readonly survey_id: string | null;
  readonly allow_many: boolean;
  readonly phase: JobPhase;
  readonly position: Position | null;
  readonly counts: StorageCounts;
  readonly stop_reason: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly finished_at: Date | null;
}

/** The position of the last processed item. */
export interface Position {
  readonly key: string;
  readonly providerUploadId: string;
}

/** The result of a step. The job is done if `next` is undefined. */
export interface Step {
  readonly next: { readonly phase: JobPhase; readonly position: Position | null } | undefined;
  readonly findings: readonly Finding[];
  readonly counts: StorageCounts;
}

/** The reason why the job stops. The observations of this step are discarded. */
export interface Stop {
  readonly stop: string;
}

export type StorageFailure =
  | { readonly code: 'job_not_found' | 'job_conflict' }
  | { readonly code: 'not_allowed'; readonly facts: { readonly needed_role: string } };

/** Minimum age of an unfinished upload, so that uploads that have just started are left alone. */
export const UNFINISHED_AFTER_MS = DAY_MS;
/** Maximum age of a survey that can be repaired. */
export const SURVEY_LIFE_MS = DAY_MS;

export const NO_COUNTS: StorageCounts = {
  objects: 0,
  objectBytes: 0,
  uploads: 0,
  orphan: 0,
  orphanBytes: 0,
  missing: 0,
  missingBytes: 0,
  different: 0,
  differentBytes: 0,
  undeleted: 0,
  undeletedBytes: 0,
  unfinished: 0,
  unfinishedBytes: 0,
  mended: 0,
  settled: 0,
};

const BYTES = {
  orphan: 'orphanBytes',
  missing: 'missingBytes',
  different: 'differentBytes',
  undeleted: 'undeletedBytes',
  unfinished: 'unfinishedBytes',
} as const satisfies Record<FindingKind, keyof StorageCounts>;

export function withFindings(counts: StorageCounts, findings: readonly Finding[]): StorageCounts {
  const sum = { ...counts };
  for (const { kind, size_bytes: bytes } of findings) {
    sum[kind] += 1;
    sum[BYTES[kind]] += bytes;
  }
  return sum;
}

const MANY = 100;

/** Whether more than half of all objects are orphans. The database is then probably wrong or outdated. */
export function isTooMany(counts: StorageCounts): boolean {
  return counts.orphan > MANY && counts.orphan > counts.objects / 2;
}

/** Whether more objects are missing than found. The bucket or prefix is then probably wrong. */
export function isTooManyMissing(counts: StorageCounts): boolean {
  return counts.missing > MANY && counts.missing > counts.objects;
}
