import {
  type BrowserProbePlan,
  Instant,
  LIMITS,
  type Person,
  StoreArea,
  StoreCapabilities,
  StoreDiagnosis,
  type StoreExamination,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Examination } from '../../platform/blobs/doctor/model.ts';
import { diagnosesOf, takesParts } from '../../platform/blobs/doctor/tried.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import type { StorageFailure } from './model.ts';
import { mayReadStorage } from './policy.ts';
import { ONLY_AUDITORS } from './storage-jobs.ts';
import { findExamination, lockExamination, saveExamination } from './store/examination.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>;

const KeptExamination = z.object({
  subject: z.string(),
  examinedAt: Instant,
  capabilities: StoreCapabilities,
  areas: z.array(StoreArea),
  tried: z.array(z.object({ area: StoreArea, triedAt: Instant, diagnoses: z.array(StoreDiagnosis) })),
});
type KeptExamination = z.infer<typeof KeptExamination>;

export async function examineStorage(
  services: Needs,
  actor: Person,
): Outcome<StoreExamination, StorageFailure> {
  return mayReadStorage(actor)
    ? ok(present(await keep(services, await services.blobs.examine('full'))))
    : err(ONLY_AUDITORS);
}

export async function lastExamination(services: Pick<Services, 'db'>): Promise<StoreExamination | null> {
  const kept = KeptExamination.safeParse(await findExamination(services.db));
  return kept.success ? present(kept.data) : null;
}

/** Background job: the fast part of the examination, at the start and daily. Logs problems by code. */
export async function examineRegularly(services: Needs): Promise<void> {
  const examination = await services.blobs.examine('fast');
  await keep(services, examination);
  for (const { code, severity } of examination.diagnoses) {
    if (severity !== 'ok') services.log.warn('store_diagnosis', { code, severity });
  }
}

/** Saves the results. For the same store, earlier results stay for areas that this run did not test. */
async function keep(services: Needs, examination: Examination): Promise<KeptExamination> {
  const { subject, areas, capabilities } = examination;
  const triedAt = examination.examinedAt.toISOString();
  const tried = examination.tried.map(({ area, diagnoses }) => ({
    area,
    triedAt,
    diagnoses: [...diagnoses],
  }));
  return await inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    const before = KeptExamination.safeParse(await lockExamination(tx, now));
    const earlier = before.success && before.data.subject === subject ? before.data.tried : [];
    const isAnew = (one: (typeof earlier)[number]): boolean => tried.some(({ area }) => area === one.area);
    const kept = {
      subject,
      examinedAt: triedAt,
      capabilities: { ...capabilities, checksums: [...capabilities.checksums] },
      areas: [...areas],
      tried: [...earlier.filter((one) => !isAnew(one)), ...tried],
    };
    await saveExamination(tx, kept, now);
    return kept;
  });
}

function present({ examinedAt, capabilities, areas, tried }: KeptExamination): StoreExamination {
  return {
    examinedAt,
    capabilities: { ...capabilities, multipart: takesParts(tried) },
    diagnoses: [...diagnosesOf(tried)],
    tried: areas.map((area) => ({
      area,
      triedAt: tried.find((one) => one.area === area)?.triedAt ?? null,
    })),
  };
}

/** The requests that the browser sends to the store as a test. */
export async function planProbes(
  services: Pick<Services, 'clock' | 'blobs'>,
  actor: Person,
): Outcome<BrowserProbePlan, StorageFailure> {
  if (!mayReadStorage(actor)) return err(ONLY_AUDITORS);
  const now = services.clock.now();
  const probes = await services.blobs.planBrowserProbes();
  return ok({
    probes: probes.map(({ expected, headers, ...probe }) => ({
      ...probe,
      headers: { ...headers },
      expected: { ...expected, statuses: [...expected.statuses], exposed: [...expected.exposed] },
    })),
    serverTime: now.toISOString(),
    expiresAt: new Date(now.getTime() + LIMITS.downloadUrlLifeMs).toISOString(),
  });
}
