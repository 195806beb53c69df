import type { StorageFinding, StorageJob } from '@coffer/contracts';
import type { StorageText } from './texts.ts';

export type FindingKind = StorageFinding['kind'];

export const KINDS = ['missing', 'different', 'orphan', 'undeleted', 'unfinished'] as const;

const BYTES = {
  orphan: 'orphanBytes',
  missing: 'missingBytes',
  different: 'differentBytes',
  undeleted: 'undeletedBytes',
  unfinished: 'unfinishedBytes',
} as const;

export function findingsOf({ counts }: StorageJob): readonly Found[] {
  return KINDS.map((kind) => ({ kind, count: counts[kind], bytes: counts[BYTES[kind]] })).filter(
    ({ count }) => count > 0,
  );
}

export interface Found {
  readonly kind: FindingKind;
  readonly count: number;
  readonly bytes: number;
}

export function countOf(job: StorageJob): number {
  return findingsOf(job).reduce((sum, { count }) => sum + count, 0);
}

/** Same limit as on the server. */
const SURVEY_LIFE_MS = 24 * 60 * 60_000;

export function isFresh(survey: StorageJob, now: Date): boolean {
  return now.getTime() - new Date(survey.createdAt).getTime() <= SURVEY_LIFE_MS;
}

export function isOpen(job: StorageJob | null | undefined): boolean {
  return job?.state === 'queued' || job?.state === 'running';
}

const STOPS = [
  'store_unavailable',
  'empty_list',
  'incomplete_list',
  'too_many_missing',
  'too_many_orphans',
  'still_there',
] as const;

export function stopWords(text: StorageText, reason: string | null): string {
  const known = STOPS.find((stop) => stop === reason);
  if (known !== undefined) return text(`storage.stop.${known}`);
  const [kind, code = ''] = (reason ?? '').split(':');
  return kind === 'store_refused'
    ? text('storage.stop.store_refused', { code })
    : text('storage.stop.internal');
}
