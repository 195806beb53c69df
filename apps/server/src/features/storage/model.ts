import type { StorageCounts } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';

export type FindingKind = 'orphan' | 'missing' | 'different' | 'undeleted' | 'unfinished';

/** One thing in which database and store do not agree. */
export interface Finding {
  readonly kind: FindingKind;
  readonly key: string;
  /** Empty unless `unfinished`. */
  readonly provider_upload_id: string;
  readonly blob_id: string | null;
  readonly size_bytes: number;
  readonly etag: string;
}

export type JobPhase = 'objects' | 'uploads' | 'findings';

/** A survey or a repair as it is stored. */
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

/** Behind which entry of its phase a job goes on. */
export interface Position {
  readonly key: string;
  readonly providerUploadId: string;
}

/** What one step of a job found out. `next` undefined: the job is done. */
export interface Step {
  readonly next: { readonly phase: JobPhase; readonly position: Position | null } | undefined;
  readonly findings: readonly Finding[];
  readonly counts: StorageCounts;
}

/** Why a job goes no further. Nothing is concluded from what it saw in this step. */
export interface Stop {
  readonly stop: string;
}

export type StorageFailure =
  | { readonly code: 'job_not_found' | 'job_conflict' }
  | { readonly code: 'not_allowed'; readonly facts: { readonly needed_role: string } };

/** An upload that somebody is just beginning is not unfinished. */
export const UNFINISHED_AFTER_MS = DAY_MS;
/** A survey is too old to act on after this long. */
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

/** The counts with some findings more. */
export function withFindings(counts: StorageCounts, findings: readonly Finding[]): StorageCounts {
  const sum = { ...counts };
  for (const { kind, size_bytes: bytes } of findings) {
    sum[kind] += 1;
    sum[BYTES[kind]] += bytes;
  }
  return sum;
}

/** Fewer than this are never many. */
const MANY = 100;

/**
 * True when the orphans look like somebody's files: more than half of what the store holds. Then the database is most likely another
 * one's, or an old copy.
 */
export function isTooMany(counts: StorageCounts): boolean {
  return counts.orphan > MANY && counts.orphan > counts.objects / 2;
}

/** The same for missing objects: then the bucket or the prefix is most likely another one. */
export function isTooManyMissing(counts: StorageCounts): boolean {
  return counts.missing > MANY && counts.missing > counts.objects;
}
