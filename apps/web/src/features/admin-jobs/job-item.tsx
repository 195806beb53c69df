import type { AdminJob } from '@coffer/contracts';
import { ScanSearch, Undo2, Wrench } from 'lucide-react';
import { useState } from 'react';
import { retryAdminJob } from '../../api/administration/admin-jobs.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useTimeFormats } from '../../lib/language/time-format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { JOB_ICONS } from '../../ui/marks/job-icons.ts';
import styles from './admin-jobs.module.css';
import { followJob, placeOf, useFollowed } from './followed-job.ts';
import { causeOf, isOfStorage, spacesOf, titleOf } from './job-words.ts';
import { StopDialog } from './stop-dialog.tsx';
import { useText } from './texts.ts';

const ICONS = { ...JOB_ICONS, survey: ScanSearch, repair: Wrench } as const;

export function JobItem({ job, now }: { readonly job: AdminJob; readonly now: Date }) {
  const text = useText();
  const errors = useErrorTexts();
  const title = titleOf(text, job);
  useFollowed(job.id);
  const isUndo = job.state === 'undoing' || job.state === 'undone';
  return (
    <li id={placeOf(job.id)} tabIndex={-1} className={styles['job']} data-state={job.state}>
      <Icon of={isUndo ? Undo2 : ICONS[job.kind]} className={styles['kind']} />
      <div className={styles['words']}>
        <p className={styles['name']}>{title}</p>
        <p className={styles['facts']}>
          <Origin job={job} now={now} />
        </p>
        {job.state === 'failed' && (
          <p className={styles['cause']}>
            {causeOf(text, errors, job)}{' '}
            {isOfStorage(job) && <Link href="/admin/storage">{text('adminJobs.toStorage')}</Link>}
          </p>
        )}
        <Amount job={job} now={now} title={title} />
      </div>
      <Acts job={job} title={title} />
    </li>
  );
}

/** Who started the job, where and when. */
function Origin({ job, now }: { readonly job: AdminJob; readonly now: Date }) {
  const text = useText();
  const { list, dateTime } = useFormats();
  const { relative } = useTimeFormats();
  const { personName, createdAt, finishedAt } = job;
  const spaces = spacesOf(text, job);
  const when = { when: relative(finishedAt ?? createdAt, now) };
  return (
    <>
      <bdi>{personName ?? text('adminJobs.removed')}</bdi>
      {spaces.length > 0 && (
        <>
          {' · '}
          <bdi>{list(spaces, 'open')}</bdi>
        </>
      )}
      {' · '}
      <time dateTime={finishedAt ?? createdAt} title={dateTime(finishedAt ?? createdAt)}>
        {finishedAt === null ? text('adminJobs.began', when) : text(endOf(job), when)}
      </time>
    </>
  );
}

function endOf({ state }: AdminJob) {
  if (state === 'failed') return 'adminJobs.ended.failed';
  if (state === 'cancelled') return 'adminJobs.ended.cancelled';
  return state === 'undone' ? 'adminJobs.ended.undone' : 'adminJobs.ended.done';
}

interface AmountProps {
  readonly job: AdminJob;
  readonly now: Date;
  readonly title: string;
}

function Amount({ job, now, title }: AmountProps) {
  const text = useText();
  const { number } = useFormats();
  const { relative } = useTimeFormats();
  const { done, refused, total, tries, retryAt, state, finishedAt } = job;
  const amount = isOfStorage(job)
    ? text('adminJobs.amount.objects', { count: done, done: number(done) })
    : total === null
      ? text('adminJobs.amount.counting')
      : text('adminJobs.amount', { count: total, done: number(done), total: number(total) });
  const words = [
    amount,
    ...(refused > 0 ? [text('adminJobs.amount.refused', { count: refused })] : []),
    ...(tries > 0 ? [text('adminJobs.tries', { count: tries })] : []),
    ...(tries > 0 && retryAt !== null
      ? [text('adminJobs.nextTry', { when: relative(laterOf(retryAt, now), now) })]
      : []),
    ...(state === 'waiting' && tries === 0 ? [text('adminJobs.queued')] : []),
  ].join(' · ');
  return (
    <>
      {finishedAt === null && (
        <ProgressBar
          label={title}
          valueText={words}
          value={total === null || total === 0 ? undefined : (done + refused) / total}
        />
      )}
      <p className={styles['facts']}>{words}</p>
    </>
  );
}

function laterOf(instant: string, now: Date): Date {
  return new Date(Math.max(new Date(instant).getTime(), now.getTime()));
}

function Acts({ job, title }: { readonly job: AdminJob; readonly title: string }) {
  const text = useText();
  const cache = useQueryCache();
  const errors = useErrorTexts();
  const [isStopping, setStopping] = useState(false);
  const retry = useMutation(async () => await retryAdminJob(cache, job.id));
  if (!job.mayRetry && !job.mayCancel) return null;
  const handleRetry = async (): Promise<void> => {
    const { failure } = await retry.run();
    if (failure !== undefined) return;
    followJob(job.id);
    showToast({ tone: 'success', text: text('adminJobs.retried', { title }) });
  };
  const isOver = job.finishedAt !== null;
  const again = text(isOver ? 'adminJobs.tryAgain.of' : 'adminJobs.tryNow.of', { name: title });
  return (
    <div className={styles['acts']}>
      {job.mayRetry && (
        <Button isBusy={retry.isPending} aria-label={again} onClick={() => void handleRetry()}>
          {text(isOver ? 'adminJobs.tryAgain' : 'adminJobs.tryNow')}
        </Button>
      )}
      {job.mayCancel && (
        <Button aria-label={text('adminJobs.stop.of', { name: title })} onClick={() => setStopping(true)}>
          {text('adminJobs.stop')}
        </Button>
      )}
      <Refusal words={errors.ofFailure(retry.failure)} />
      {isStopping && (
        <StopDialog job={job} onStopped={() => followJob(job.id)} onClose={() => setStopping(false)} />
      )}
    </div>
  );
}
