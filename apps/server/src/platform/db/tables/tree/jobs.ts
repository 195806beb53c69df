import type { Generated } from 'kysely';

export interface JobsTables {
  job: JobTable;
  job_item: JobItemTable;
  job_decision: JobDecisionTable;
  copy_plan: CopyPlanTable;
  bucket_import: BucketImportTable;
}

interface JobTable {
  id: string;
  kind:
    | 'move'
    | 'copy'
    | 'trash'
    | 'restore'
    | 'purge'
    | 'rename'
    | 'create'
    | 'restore_version'
    | 'restore_folder'
    | 'import';
  actor_id: string;
  undone_by: string | null;
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'undoing' | 'undone';
  /** Why the job failed. */
  code: string | null;
  space_ids: string[];
  /** The target of an unfinished move or copy. */
  target_id: string | null;
  conflict: 'fail' | 'rename' | 'replace' | 'replace_files' | null;
  /** Name of the first item. */
  name: string;
  total: number;
  size_bytes: number | null;
  done: Generated<number>;
  failed: Generated<number>;
  undone: Generated<number>;
  kept: Generated<number>;
  /** Position of the next item: ascending while the job runs, descending while it is undone. */
  position: Generated<number>;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  /** How often the next step has failed. */
  tries: Generated<number>;
  /** The next step is not attempted before this time. */
  retry_at: Generated<Date | null>;
  /** Of an import: bytes that were read, and objects that were already there. */
  done_bytes: Generated<number>;
  unchanged: Generated<number>;
}

/** `from` is where the item was before the job, `to` where the job put it. */
interface JobItemTable {
  job_id: string;
  position: number;
  did:
    | 'moved'
    | 'copied'
    | 'trashed'
    | 'merged'
    | 'restored'
    | 'purged'
    | 'renamed'
    | 'created'
    | 'version_restored';
  node_id: string;
  state: 'waiting' | 'done' | 'failed' | 'undone' | 'kept';
  /** Why the item failed, or could not be undone. */
  code: string | null;
  from_space_id: string | null;
  from_parent_id: string | null;
  from_name: string | null;
  from_version_id: string | null;
  to_space_id: string | null;
  to_parent_id: string | null;
  to_name: string | null;
  to_version_id: string | null;
  trashed_at: Date | null;
}

/** The decision about one item's taken name. Applies only if the recorded item still has the name. */
interface JobDecisionTable {
  job_id: string;
  node_id: string;
  conflict: 'rename' | 'replace' | 'skip';
  existing_id: string;
  existing_revision: number;
}

/** An item to copy, with all other descendants of its root. Kept until the copy is finished. */
interface CopyPlanTable {
  job_id: string;
  position: number;
  space_id: string;
  from_id: string;
  from_parent_id: string | null;
  root_id: string;
  depth: number;
  kind: 'folder' | 'file';
  version_id: string | null;
  blob_id: string | null;
  size_bytes: number;
  new_id: string;
  state: 'waiting' | 'done' | 'failed';
}

/** The source of a running import. Deleted with the end of the job, so that its keys are not kept. */
interface BucketImportTable {
  job_id: string;
  /** Unique: a person has one running import. */
  person_id: string;
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  keys_sealed: string;
  /** Everything up to this key is done. */
  last_key: string | null;
  /** Number of listed objects, with the markers of folders. */
  listed: number;
}
