import type { Person, StorageReport } from '@coffer/contracts';
import { err, GIB, ok, SECOND_MS } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { lastExamination } from './examine-storage.ts';
import type { StorageFailure } from './model.ts';
import { mayReadStorage } from './policy.ts';
import { scrubReport } from './scrub.ts';
import { ONLY_AUDITORS, presentJob } from './storage-jobs.ts';
import { journalFacts } from '../journal/index.ts';
import { findNewestJob } from './store/jobs.ts';
import { sumLedger } from './store/ledger.ts';

export async function getStorage(
  services: Pick<Services, 'db' | 'clock' | 'blobs' | 'config'>,
  actor: Person,
): Outcome<StorageReport, StorageFailure> {
  if (!mayReadStorage(actor)) return err(ONLY_AUDITORS);
  const { db, blobs, config } = services;
  const [ledger, examination, survey, repair, journal] = await Promise.all([
    sumLedger(db),
    lastExamination(services),
    findNewestJob(db, 'survey'),
    findNewestJob(db, 'repair'),
    journalFacts(services),
  ]);
  const wasted = ledger.held.bytes + ledger.orphans.bytes;
  const stored = ledger.files.bytes + ledger.reserved.bytes + wasted;
  const price = config.storePrice;
  return ok({
    integrity: blobs.integrity,
    publicOrigin: blobs.publicOrigin,
    examination,
    ledger,
    cost:
      price === undefined
        ? null
        : {
            pricePerGibMonth: price,
            perMonth: (stored / GIB) * price,
            wastedPerMonth: (wasted / GIB) * price,
          },
    survey: survey === undefined ? null : presentJob(survey),
    repair: repair === undefined ? null : presentJob(repair),
    journal:
      journal.behindMs === null
        ? null
        : {
            behindSeconds: Math.round(journal.behindMs / SECOND_MS),
            snapshotAt: journal.snapshotAt?.toISOString() ?? null,
          },
    scrub: await scrubReport(services, ledger.files.bytes),
  });
}
