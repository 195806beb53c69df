import { type JobDetails, type JobView, NodeId } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { countReasons, listRefusedItems, type Reason } from '../store/jobs.ts';
import { isUndoable, type JobRow } from './model.ts';

const REFUSED_SHOWN = 50;

export function presentJob(job: JobRow): JobView {
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    name: job.name,
    total: job.total,
    sizeBytes: job.size_bytes,
    done: job.done,
    failed: job.failed,
    undone: job.undone,
    kept: job.kept,
    ...(job.kind === 'import' && { doneBytes: job.done_bytes, unchanged: job.unchanged }),
    code: job.code,
    mayUndo: isUndoable(job),
    createdAt: job.created_at.toISOString(),
    finishedAt: job.finished_at?.toISOString() ?? null,
  };
}

/** The number of skipped items. Everything below a folder that was not copied counts, too. */
function skippedOf({ kind, failed, kept }: JobRow, counted: readonly Reason[]): number {
  const skipped = sumOf(counted.map((reason) => reason.skipped));
  if (skipped === 0 || kind !== 'copy') return skipped;
  const refused = sumOf(counted.map((reason) => reason.refused)) - kept;
  return Math.max(skipped, failed - refused);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

export async function presentJobDetails(db: Db | Tx, job: JobRow): Promise<JobDetails> {
  const listed = await listRefusedItems(db, { jobId: job.id, limit: REFUSED_SHOWN });
  const counted = await countReasons(db, job.id);
  const reasons = counted.flatMap(({ code, refused }) => (refused > 0 ? [{ code, count: refused }] : []));
  return {
    ...presentJob(job),
    reasons,
    skipped: skippedOf(job, counted),
    refused: listed.map((item) => ({
      nodeId: NodeId.parse(item.node_id),
      name: item.to_name ?? item.from_name ?? '',
      code: item.code ?? '',
    })),
  };
}
