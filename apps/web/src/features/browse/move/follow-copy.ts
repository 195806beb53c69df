import { isErrorCode, type JobDetails } from '@coffer/contracts';
import { errorTexts } from '../../../api/calls/error-texts.ts';
import { cancelJob, followJob } from '../../../api/jobs/jobs.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/calls/query-cache.ts';
import { formatsOf } from '../../../lib/language/format.ts';
import { currentLocale } from '../../../lib/language/i18n.ts';
import { dismissToast, listToasts, showToast } from '../../../ui/feedback/toast-store.ts';
import { offerUndo, showFailure } from '../actions/node-actions.ts';
import { text } from './texts.ts';

interface Followed {
  readonly jobId: string;
  /** The name of the target. */
  readonly folder: string;
}

const STEPS = 10;

/** Tells how far a large copy is, tenth by tenth, and offers to stop it; at its end, to undo it. */
export async function followCopy(cache: QueryCache, { jobId, folder }: Followed): Promise<void> {
  let shown = -1;
  const tell = (job: JobDetails): void => {
    // Counted at first, known for sure once everything was looked at.
    const step = job.sizeBytes === null ? 0 : 1 + Math.floor((STEPS * job.done) / Math.max(1, job.total));
    if (step === shown) return;
    shown = step;
    const action = { label: text('move.stop'), onPress: () => void Promise.allSettled([cancelJob(jobId)]) };
    showToast({ text: goingWords(job), key: jobId, action });
  };
  try {
    showEnd(cache, { job: await followJob(jobId, tell), folder });
  } catch (cause) {
    showFailure(cause, text('move.lost'));
  }
  await invalidateTree(cache);
}

function goingWords({ total, done, sizeBytes }: JobDetails): string {
  const { number, percent, size } = formatsOf(currentLocale());
  const items = number(total);
  return sizeBytes === null
    ? text('move.going', { items })
    : text('move.goingSize', { items, size: size(sizeBytes), part: percent(done / Math.max(1, total)) });
}

function showEnd(
  cache: QueryCache,
  { job, folder }: { readonly job: JobDetails; readonly folder: string },
): void {
  const { id: key, state, done, failed, code } = job;
  if (state === 'failed') {
    const why = code !== null && isErrorCode(code) ? errorTexts().ofCode(code) : '';
    showToast({ tone: 'danger', key, text: `${text('place.copy.failedOne', { name: job.name })} ${why}` });
    return;
  }
  dismissToasts(key);
  offerUndo(
    cache,
    text(state === 'cancelled' ? 'move.stopped' : 'place.copy.done', { count: done, folder }),
    job.id,
  );
  if (failed > 0) showToast({ tone: 'danger', text: text('place.copy.failed', { count: failed }) });
}

function dismissToasts(key: string): void {
  for (const toast of listToasts()) if (toast.key === key) dismissToast(toast.id);
}
