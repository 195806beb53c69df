import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { Decisions } from '../model.ts';

export async function insertDecisions(
  tx: Tx,
  { jobId, decisions }: { readonly jobId: string; readonly decisions: Decisions },
): Promise<void> {
  if (decisions.size === 0) return;
  const rows = [...decisions].map(([nodeId, { conflict, existing }]) => ({
    job_id: jobId,
    node_id: nodeId,
    // Jobs never get the decision to merge, because the calls that start them reject it.
    conflict: conflict === 'merge' ? 'rename' : conflict,
    existing_id: existing.id,
    existing_revision: existing.revision,
  }));
  await tx.insertInto('job_decision').values(rows).execute();
}

export async function listDecisions(
  tx: Tx,
  { jobId, nodeIds }: { readonly jobId: string; readonly nodeIds: readonly string[] },
): Promise<Decisions> {
  const rows = await tx
    .selectFrom('job_decision')
    .select(['node_id', 'conflict', 'existing_id', 'existing_revision'])
    .where('job_id', '=', jobId)
    .where('node_id', '=', sql<string>`any(${nodeIds}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.node_id,
      { conflict: row.conflict, existing: { id: row.existing_id, revision: row.existing_revision } },
    ]),
  );
}
