import type { JSONColumnType } from 'kysely';

export interface StorageTables {
  storage_job: StorageJobTable;
  storage_finding: StorageFindingTable;
  orphan_object: OrphanObjectTable;
  unread_object: UnreadObjectTable;
}

interface StorageJobTable {
  id: string;
  kind: 'survey' | 'repair';
  state: 'queued' | 'running' | 'done' | 'stopped' | 'cancelled';
  survey_id: string | null;
  allow_many: boolean;
  phase: 'objects' | 'uploads' | 'findings';
  /** Cursor of the next step. */
  position: JSONColumnType<Record<string, unknown>> | null;
  counts: JSONColumnType<Record<string, unknown>>;
  stop_reason: string | null;
  requested_by: string;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
}

interface StorageFindingTable {
  job_id: string;
  kind: 'orphan' | 'missing' | 'different' | 'undeleted' | 'unfinished';
  key: string;
  provider_upload_id: string;
  blob_id: string | null;
  size_bytes: number;
  etag: string;
  state: 'found' | 'mended' | 'settled';
}

interface OrphanObjectTable {
  key: string;
  size_bytes: number;
  etag: string;
  found_at: Date;
  delete_after: Date;
  deleted_at: Date | null;
}

interface UnreadObjectTable {
  /** The first entry of the object. */
  blob_id: string;
  tries: number;
  due_at: Date;
}
