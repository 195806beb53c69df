import type { Services } from '../../services.ts';
import { lastExamination } from './examine-storage.ts';
import { countDifferences, findNewestJob } from './store/jobs.ts';
import { sumLedger } from './store/ledger.ts';

/** Facts about the store for the overview. */
export async function storeFacts({ db }: Pick<Services, 'db'>) {
  const [ledger, examination, survey] = await Promise.all([
    sumLedger(db),
    lastExamination({ db }),
    findNewestJob(db, 'survey'),
  ]);
  const { files, reserved, held, orphans, damaged } = ledger;
  const isSurveyed = survey?.state === 'done';
  return {
    fileCount: files.count,
    fileBytes: files.bytes,
    totalBytes: files.bytes + reserved.bytes + held.bytes + orphans.bytes,
    damaged: damaged.count,
    faults: examination?.diagnoses.filter(({ severity }) => severity !== 'ok').length ?? 0,
    examinedAt: examination?.examinedAt ?? null,
    differences: isSurveyed ? await countDifferences(db, survey.id) : 0,
    surveyedAt: isSurveyed ? (survey.finished_at?.toISOString() ?? null) : null,
  };
}
