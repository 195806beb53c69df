import { LIMITS } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { hasOtherEntries, listReferencedEntries, lockBlob, moveBlob, recordDamage } from '../ledger/index.ts';
import { lockSpace } from '../spaces/index.ts';
import { look, stopFor } from './look.ts';
import type { Finding, JobRow, Step, Stop } from './model.ts';
import { listOpenFindings, closeFinding } from './store/jobs.ts';
import { isInLedger, listByKeys, listOpenProviderIds, quarantineOrphan } from './store/ledger.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'newId'>;

const PAGE = 100;

/**
 * Repairs findings, after checking each again. The repair and its record share a transaction, so a crash loses nothing.
 */
export async function repairStep(services: Needs, job: JobRow): Promise<Step | Stop> {
  const surveyId = defined(job.survey_id, 'a repair job has no survey');
  const findings = await listOpenFindings(services.db, surveyId, PAGE);
  let { mended, settled } = job.counts;
  for (const finding of findings) {
    const outcome = await repair(services, surveyId, finding);
    if (typeof outcome !== 'string') return outcome;
    if (outcome === 'mended') mended += 1;
    else settled += 1;
  }
  return {
    findings: [],
    counts: { ...job.counts, mended, settled },
    next: findings.length < PAGE ? undefined : { phase: 'findings', position: null },
  };
}

type Outcome = 'mended' | 'settled' | Stop;
type Mend = (tx: Tx) => Promise<'mended' | 'settled'>;

async function repair(services: Needs, surveyId: string, finding: Finding): Promise<Outcome> {
  const mend = await preparedFor(services, finding);
  if (typeof mend !== 'function') return mend;
  return await inTransaction(services.db, async (tx) => {
    const state = await mend(tx);
    await closeFinding(tx, finding, { surveyId, state });
    return state;
  });
}

/** Prepares a repair: queries the store outside of transactions. */
async function preparedFor(services: Needs, finding: Finding): Promise<Mend | Stop> {
  if (finding.kind === 'unfinished') return await prepareAbort(services, finding);
  const seen = await look(services.blobs, finding.key);
  if ('stop' in seen) return seen;
  const { head } = seen;
  const now = services.clock.now();
  switch (finding.kind) {
    case 'orphan':
      return async (tx) => {
        if (head === undefined || head.etag !== finding.etag) return 'settled';
        if (await isInLedger(tx, finding.key)) return 'settled';
        const deleteAfter = new Date(now.getTime() + LIMITS.quarantineLifeMs);
        const orphan = { key: finding.key, size_bytes: head.sizeBytes, etag: head.etag };
        await quarantineOrphan(tx, { ...orphan, now, deleteAfter });
        return 'mended';
      };
    case 'undeleted':
      return async (tx) => {
        const blob = await lockOf(tx, finding);
        if (blob?.state !== 'deleted' || head === undefined) return 'settled';
        if (await hasOtherEntries(tx, { id: blob.id, objectId: blob.id })) return 'settled';
        await moveBlob(tx, { blobId: blob.id, to: 'quarantined', now });
        return 'mended';
      };
    case 'missing':
    case 'different':
      return async (tx) => {
        const object = (await listByKeys(tx, [finding.key])).get(finding.key);
        const entries = object === undefined ? [] : await listReferencedEntries(tx, object.id);
        let outcome: 'mended' | 'settled' = 'settled';
        for (const entry of entries) {
          await lockSpace(tx, entry.space_id);
          const blob = await lockBlob(tx, entry.id);
          if (blob?.state !== 'referenced' || head?.sizeBytes === blob.size_bytes) continue;
          await recordDamage(services, tx, {
            blob,
            damage: head === undefined ? 'missing' : 'different',
            now,
          });
          outcome = 'mended';
        }
        return outcome;
      };
  }
}

/** Locks the entry of a finding. Locks the space first. */
async function lockOf(tx: Tx, finding: Finding): ReturnType<typeof lockBlob> {
  const row = (await listByKeys(tx, [finding.key])).get(finding.key);
  if (row === undefined) return undefined;
  await lockSpace(tx, row.space_id);
  return await lockBlob(tx, row.id);
}

async function prepareAbort(services: Needs, finding: Finding): Promise<Mend | Stop> {
  const upload = { key: finding.key, providerUploadId: finding.provider_upload_id };
  const ours = await listOpenProviderIds(services.db, [upload.providerUploadId]);
  if (ours.size > 0) return () => Promise.resolve('settled');
  const before = await services.blobs.listParts(upload);
  if (!before.ok) return stopFor(before.error);
  if (before.value === undefined) return () => Promise.resolve('settled');
  const aborted = await services.blobs.abortMultipart(upload);
  const after = aborted.ok ? await services.blobs.listParts(upload) : aborted;
  if (!after.ok) return stopFor(after.error);
  return after.value === undefined ? () => Promise.resolve('mended') : { stop: 'still_there' };
}
