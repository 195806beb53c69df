import { type JobDetails, type JobView, NodeId } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { listRefusedItems } from '../store/jobs.ts';
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
    code: job.code,
    mayUndo: isUndoable(job),
    createdAt: job.created_at.toISOString(),
    finishedAt: job.finished_at?.toISOString() ?? null,
  };
}

export async function presentJobDetails(db: Db | Tx, job: JobRow): Promise<JobDetails> {
  const refused = await listRefusedItems(db, { jobId: job.id, limit: REFUSED_SHOWN });
  return {
    ...presentJob(job),
    refused: refused.map((item) => ({
      nodeId: NodeId.parse(item.node_id),
      name: item.to_name ?? item.from_name ?? '',
      code: item.code ?? '',
    })),
  };
}
