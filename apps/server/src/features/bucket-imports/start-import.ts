import {
  type BucketSource as Wanted,
  type BucketSurvey,
  type JobDetails,
  LIMITS,
  SERVER_LIMITS,
  isAtLeast,
  presentRole,
} from '@coffer/contracts';
import { defined, err, MINUTE_MS, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { BucketSource } from '../../platform/blobs/source/bucket-source.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { createRateLimit, type RateLimit } from '../../platform/rate-limit.ts';
import { findJob, findNode, NEEDED_ROLE, presentJobDetails, startImport } from '../files/index.ts';
import { isFolder, keysPurpose } from './model.ts';
import type { ImportNeeds } from './needs.ts';
import { insertImport } from './store/bucket-imports.ts';

export interface AskedImport {
  readonly nodeId: string;
  readonly source: Wanted;
}

type Needs = ImportNeeds & { readonly surveys: RateLimit };

/** The rate limit of calls that read a bucket, one per process. */
export function createSurveyLimit({ clock }: Pick<ImportNeeds, 'clock'>): RateLimit {
  const burst = SERVER_LIMITS.bucketSurveysPerMinute;
  return createRateLimit({ clock, burst, intervalMs: MINUTE_MS / burst });
}

/** Counts what an import would read, up to a limit. */
export async function surveyBucket(
  services: Needs,
  actor: Actor,
  asked: AskedImport,
): Outcome<BucketSurvey, Failure> {
  const refused = await refusalFor(services, actor, asked);
  if (refused !== undefined) return err(refused);
  const waitMs = services.surveys.take(actor.person.id);
  if (waitMs > 0) return err({ code: 'rate_limited', facts: { retry_after: Math.ceil(waitMs / SECOND_MS) } });
  const source = services.bucketSources.open(asked.source);
  try {
    return await survey(source);
  } finally {
    source.close();
  }
}

/**
 * Starts an import. The source is read once more before, so that an import that cannot work does not start. The keys
 * are stored encrypted until the job ends, and no call returns them.
 */
export async function importBucket(
  services: Needs,
  actor: Actor,
  asked: AskedImport,
): Outcome<JobDetails, Failure> {
  const found = await surveyBucket(services, actor, asked);
  if (!found.ok) return found;
  const { cipher, clock, db, newId } = services;
  const { accessKeyId, secretAccessKey, ...place } = asked.source;
  return await inTransaction(db, async (tx): Outcome<JobDetails, Failure> => {
    const now = clock.now();
    const access = await findNode(tx, { actor: actor.person, now }, asked.nodeId);
    if (access === undefined) return err({ code: 'node_not_found' });
    const id = newId();
    const { objects, sizeBytes, isComplete } = found.value;
    await startImport(tx, {
      id,
      actorId: actor.person.id,
      folder: access.node,
      name: place.bucket,
      total: objects,
      sizeBytes: isComplete ? sizeBytes : null,
      now,
    });
    const keys_sealed = cipher.seal(JSON.stringify({ accessKeyId, secretAccessKey }), keysPurpose(id));
    const row = { ...place, job_id: id, person_id: actor.person.id, keys_sealed, last_key: null, listed: 0 };
    if (!(await insertImport(tx, row))) return err({ code: 'import_running' });
    const job = defined(await findJob(tx, id), 'the started job was not found');
    return ok(await presentJobDetails(tx, job));
  });
}

/** Whoever may change everything in the folder may import, because files of the same path get versions. */
async function refusalFor(
  { bucketSources, clock, db }: ImportNeeds,
  { person }: Actor,
  { nodeId, source }: AskedImport,
): Promise<Failure | undefined> {
  const access = await findNode(db, { actor: person, now: clock.now() }, nodeId);
  if (access === undefined || access.node.kind !== 'folder') return { code: 'node_not_found' };
  const needed = NEEDED_ROLE.change;
  if (!isAtLeast(presentRole(access.role), needed)) {
    return { code: 'not_allowed', facts: { needed_role: needed } };
  }
  if ((source.accessKeyId === '') !== (source.secretAccessKey === '')) {
    const path = source.accessKeyId === '' ? 'accessKeyId' : 'secretAccessKey';
    return { code: 'invalid_request', issues: [{ path, code: 'required' }] };
  }
  const code = source.endpoint === '' ? undefined : bucketSources.refusalOf(source.endpoint);
  return code === undefined ? undefined : { code: 'invalid_request', issues: [{ path: 'endpoint', code }] };
}

const PAGE = 1_000;
const SURVEY_MS = MINUTE_MS;

async function survey(source: BucketSource): Promise<Result<BucketSurvey, Failure>> {
  let objects = 0;
  let listed = 0;
  let sizeBytes = 0;
  let after: string | undefined;
  const signal = AbortSignal.timeout(SURVEY_MS);
  for (;;) {
    const page = await source.list({ after, limit: PAGE, signal });
    if (!page.ok) return err({ code: page.error });
    listed += page.value.objects.length;
    objects += page.value.objects.filter((object) => !isFolder(object)).length;
    for (const object of page.value.objects) {
      sizeBytes = Math.min(sizeBytes + object.sizeBytes, Number.MAX_SAFE_INTEGER);
    }
    if (!page.value.hasMore) return ok({ objects, sizeBytes, isComplete: true });
    if (listed >= LIMITS.bucketSurveyMax) return ok({ objects, sizeBytes, isComplete: false });
    after = page.value.objects.at(-1)?.key;
  }
}
