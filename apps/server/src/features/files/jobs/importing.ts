import type { ErrorCode } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { NodeRow } from '../model.ts';
import { beginUndo, insertDoneItems, lockJob } from '../store/jobs.ts';
import {
  findOwnVersion,
  insertImportJob,
  insertRefusedItems,
  nextPosition,
  saveImportCounts,
} from '../store/importing/import-jobs.ts';
import type { DoneItem, JobRow } from './model.ts';

/** Starts a job whose steps another feature runs. Requires no lock, because it changes no item yet. */
export async function startImport(
  tx: Tx,
  start: {
    readonly id: string;
    readonly actorId: string;
    readonly folder: NodeRow;
    readonly name: string;
    readonly total: number;
    readonly sizeBytes: number | null;
    readonly now: Date;
  },
): Promise<void> {
  await insertImportJob(tx, { ...start, spaceId: start.folder.space_id, targetId: start.folder.id });
}

/** An object that was left out. `name` is its key. */
export interface LeftOut {
  readonly name: string;
  readonly code: ErrorCode;
}

export interface ImportedPart {
  readonly jobId: string;
  readonly folderId: string;
  /** Created folders are recorded, but do not count. */
  readonly folders: readonly DoneItem[];
  readonly files: readonly DoneItem[];
  readonly leftOut: readonly LeftOut[];
  readonly unchanged: number;
  readonly doneBytes: number;
  readonly now: Date;
}

/** Records what a part of an import did, and how to undo it. Returns whether the job is still running. */
export async function recordImported(tx: Tx, part: ImportedPart): Promise<boolean> {
  const job = await lockJob(tx, part.jobId);
  if (job === undefined) return false;
  const { jobId, leftOut } = part;
  const items = [...part.folders, ...part.files];
  const first = await nextPosition(tx, jobId);
  if (items.length > 0) await insertDoneItems(tx, { id: jobId, first, items });
  if (leftOut.length > 0) {
    await insertRefusedItems(tx, { jobId, first: first + items.length, nodeId: part.folderId, leftOut });
  }
  await saveImportCounts(tx, {
    ...part,
    done: part.files.length,
    failed: leftOut.length,
    position: first + items.length + leftOut.length,
  });
  // What arrived after its undo began is undone too.
  if (items.length > 0 && job.undone_by !== null && job.state !== 'failed') {
    await beginUndo(tx, { jobId, by: job.undone_by, now: part.now });
  }
  return job.state === 'running';
}

type OwnNode = Pick<NodeRow, 'space_id' | 'id' | 'parent_id' | 'name' | 'current_version_id'>;

/** The current version if the job added it. It is not recorded if the server was killed in between. */
export async function findOwn(
  db: Db,
  { job, node }: { readonly job: JobRow; readonly node: OwnNode },
): Promise<{ readonly item: DoneItem; readonly isRecorded: boolean } | undefined> {
  const row = await findOwnVersion(db, { job, node });
  if (row === undefined) return undefined;
  return { item: importedItem(node, row.id, row.before ?? undefined), isRecorded: row.is_recorded };
}

/** A new file, or a new version of the file that had the version `before`. */
export function importedItem(
  node: Pick<NodeRow, 'space_id' | 'id' | 'parent_id' | 'name'>,
  versionId: string,
  before?: string,
): DoneItem {
  const to = { spaceId: node.space_id, parentId: node.parent_id, name: node.name };
  const done = { nodeId: node.id, to, toVersionId: versionId };
  return before === undefined
    ? { did: 'created', ...done }
    : { did: 'version_restored', ...done, fromVersionId: before };
}
