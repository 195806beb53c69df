import type { StorageJob } from '@coffer/contracts';
import { useEffect, useRef } from 'react';
import { invalidate } from '../../api/calls/query-cache.ts';
import { storageKeys } from '../../api/storage.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { announce } from '../../ui/feedback/live-regions.ts';
import { countOf, isOpen } from './jobs.ts';
import { type StorageText, useText } from './texts.ts';

/** Limits how often a screen reader is interrupted. */
const TOLD_EVERY_MS = 10_000;

/** Announces only jobs that were seen running. */
export function useJobNews(job: StorageJob | undefined): void {
  const text = useText();
  const { number } = useFormats();
  const cache = useQueryCache();
  const seen = useRef<{ readonly id: string; readonly toldAt: number }>(undefined);
  useEffect(() => {
    if (job === undefined) return;
    const now = Date.now();
    if (isOpen(job)) {
      if (seen.current?.id === job.id && now - seen.current.toldAt < TOLD_EVERY_MS) return;
      seen.current = { id: job.id, toldAt: now };
      announce(progressWords(text, number, job));
    } else if (seen.current?.id === job.id) {
      seen.current = undefined;
      announce(endWords(text, job));
      void invalidate(cache, storageKeys.all);
    }
  }, [job, text, number, cache]);
}

export function progressWords(
  text: StorageText,
  number: (value: number) => string,
  { kind, state, counts }: StorageJob,
): string {
  if (state === 'queued') return text('storage.job.queued');
  return kind === 'survey'
    ? text('storage.survey.progress', { count: number(counts.objects) })
    : text('storage.repair.progress', { count: number(counts.mended + counts.settled) });
}

function endWords(text: StorageText, job: StorageJob): string {
  if (job.state !== 'done')
    return text(`storage.news.${job.kind}.${job.state === 'stopped' ? 'stopped' : 'cancelled'}`);
  return job.kind === 'survey'
    ? text('storage.news.survey.done', { count: countOf(job) })
    : text('storage.news.repair.done', { count: job.counts.mended });
}
