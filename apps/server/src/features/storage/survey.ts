import type { StoredObject } from '../../platform/blobs/blobs.ts';
import type { Services } from '../../services.ts';
import {
  type Finding,
  isTooManyMissing,
  type JobRow,
  type Step,
  type Stop,
  UNFINISHED_AFTER_MS,
  withFindings,
} from './model.ts';
import {
  hasReferenced,
  type LedgerRow,
  listByKeys,
  listHeldOrphans,
  listOpenProviderIds,
  listReferenced,
} from './store/ledger.ts';
import { look, stopFor } from './look.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs'>;

const PAGE = 1_000;

/**
 * [Note: When a survey stops] A survey draws conclusions from absence. It stops at any response other than found or not
 * found, at an empty list despite referenced objects, at an incomplete list and at a missing bucket. Each difference is
 * first checked by key; repaired ones are skipped.
 */
export async function surveyStep(services: Needs, job: JobRow): Promise<Step | Stop> {
  return job.phase === 'objects' ? await surveyObjects(services, job) : await surveyUploads(services, job);
}

async function surveyObjects(services: Needs, job: JobRow): Promise<Step | Stop> {
  const after = job.position?.key;
  const page = await services.blobs.listObjects({ after, limit: PAGE });
  if (!page.ok) return stopFor(page.error);
  const { objects, next } = page.value;
  if (after === undefined && objects.length === 0 && (await hasReferenced(services.db))) {
    return { stop: 'empty_list' };
  }
  const listed = await judgeListed(services, objects);
  if ('stop' in listed) return listed;
  const unlisted = await judgeUnlisted(services, job, { objects, after: after ?? '', until: next });
  if ('stop' in unlisted) return unlisted;
  const findings = [...listed.findings, ...unlisted.findings];
  const counts = withFindings(
    {
      ...job.counts,
      objects: job.counts.objects + objects.length,
      objectBytes: job.counts.objectBytes + objects.reduce((sum, object) => sum + object.sizeBytes, 0),
    },
    findings,
  );
  if (isTooManyMissing(counts)) return { stop: 'too_many_missing' };
  return {
    findings,
    counts,
    next:
      next === undefined
        ? { phase: 'uploads', position: null }
        : { phase: 'objects', position: { key: next, providerUploadId: '' } },
  };
}

type Found = { readonly findings: readonly Finding[] } | Stop;

async function judgeListed(services: Needs, objects: readonly StoredObject[]): Promise<Found> {
  const keys = objects.map((object) => object.key);
  const [rows, held] = await Promise.all([listByKeys(services.db, keys), listHeldOrphans(services.db, keys)]);
  const findings: Finding[] = [];
  for (const object of objects) {
    const row = rows.get(object.key);
    const kind = kindOfListed(object, row);
    if (kind === undefined) continue;
    const seen = await look(services.blobs, object.key);
    if ('stop' in seen) return seen;
    if (seen.head === undefined || (kind === 'different' && seen.head.sizeBytes === row?.size_bytes))
      continue;
    if (kind === 'orphan' && held.get(object.key) === seen.head.etag) continue;
    findings.push({
      kind,
      key: object.key,
      provider_upload_id: '',
      blob_id: row?.id ?? null,
      size_bytes: seen.head.sizeBytes,
      etag: seen.head.etag,
    });
  }
  return { findings };
}

function kindOfListed(object: StoredObject, row: LedgerRow | undefined): Finding['kind'] | undefined {
  if (row === undefined) return 'orphan';
  if (row.state === 'deleted') return 'undeleted';
  const isDifferent = row.state === 'referenced' && row.size_bytes !== object.sizeBytes;
  return isDifferent && row.damage !== 'different' ? 'different' : undefined;
}

/** Judges referenced objects that this page of the list should contain. */
async function judgeUnlisted(
  services: Needs,
  job: JobRow,
  page: {
    readonly objects: readonly StoredObject[];
    readonly after: string;
    readonly until: string | undefined;
  },
): Promise<Found> {
  const listed = new Set(page.objects.map((object) => object.key));
  const findings: Finding[] = [];
  let { after } = page;
  for (;;) {
    const rows = await listReferenced(services.db, { after, until: page.until, limit: PAGE });
    for (const row of rows) {
      if (listed.has(row.key)) continue;
      const seen = await look(services.blobs, row.key);
      if ('stop' in seen) return seen;
      // The object may be newer than the list, unless it existed before the job.
      if (seen.head !== undefined) {
        if (row.updated_at < job.created_at) return { stop: 'incomplete_list' };
        continue;
      }
      if (row.damage === 'missing') continue;
      findings.push({
        kind: 'missing',
        key: row.key,
        provider_upload_id: '',
        blob_id: row.id,
        size_bytes: row.size_bytes,
        etag: '',
      });
      if (
        isTooManyMissing(withFindings({ ...job.counts, objects: job.counts.objects + listed.size }, findings))
      ) {
        return { stop: 'too_many_missing' };
      }
    }
    const last = rows.at(-1);
    // This ends, because each page has higher keys.
    if (last === undefined || rows.length < PAGE) return { findings };
    after = last.key;
  }
}

async function surveyUploads(services: Needs, job: JobRow): Promise<Step | Stop> {
  const page = await services.blobs.listUploads({ after: job.position ?? undefined });
  if (!page.ok) return stopFor(page.error);
  const { uploads, next } = page.value;
  const ours = await listOpenProviderIds(
    services.db,
    uploads.map((upload) => upload.providerUploadId),
  );
  const youngest = services.clock.now().getTime() - UNFINISHED_AFTER_MS;
  const findings: Finding[] = [];
  for (const { key, providerUploadId, startedAt } of uploads) {
    const isOld = startedAt !== undefined && startedAt.getTime() <= youngest;
    if (ours.has(providerUploadId) || !isOld) continue;
    const parts = await services.blobs.listParts({ key, providerUploadId });
    if (!parts.ok) return stopFor(parts.error);
    if (parts.value === undefined) continue;
    const bytes = parts.value.reduce((sum, part) => sum + part.sizeBytes, 0);
    findings.push({
      kind: 'unfinished',
      key,
      provider_upload_id: providerUploadId,
      blob_id: null,
      size_bytes: bytes,
      etag: '',
    });
  }
  const counts = withFindings({ ...job.counts, uploads: job.counts.uploads + uploads.length }, findings);
  return { findings, counts, next: next === undefined ? undefined : { phase: 'uploads', position: next } };
}
