import { type BrowserProbePlan, LIMITS, type Person, StoreExamination } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import type { StorageFailure } from './model.ts';
import { mayReadStorage } from './policy.ts';
import { ONLY_AUDITORS } from './storage-jobs.ts';
import { findExamination, saveExamination } from './store/examination.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>;

/** Lets the store doctor try everything, and keeps what it says. */
export async function examineStorage(
  services: Needs,
  actor: Person,
): Outcome<StoreExamination, StorageFailure> {
  return mayReadStorage(actor) ? ok(await examine(services, 'full')) : err(ONLY_AUDITORS);
}

/** What the doctor said last. */
export async function lastExamination(services: Pick<Services, 'db'>): Promise<StoreExamination | null> {
  const kept = StoreExamination.safeParse(await findExamination(services.db));
  return kept.success ? kept.data : null;
}

/** Background work, at the start and once a day: the part of the examination that costs little. What is wrong is logged by its code. */
export async function examineRegularly(services: Needs): Promise<void> {
  const { diagnoses } = await examine(services, 'fast');
  for (const { code, severity } of diagnoses) {
    if (severity !== 'ok') services.log.warn('store_diagnosis', { code, severity });
  }
}

async function examine(services: Needs, depth: 'fast' | 'full'): Promise<StoreExamination> {
  const { examinedAt, capabilities, diagnoses } = await services.blobs.examine(depth);
  const examination = {
    examinedAt: examinedAt.toISOString(),
    capabilities: { ...capabilities, checksums: [...capabilities.checksums] },
    diagnoses: [...diagnoses],
  };
  await saveExamination(services.db, examination, services.clock.now());
  return examination;
}

/** Requests for the browser of whoever asks. */
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
