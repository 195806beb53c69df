import { isErrorCode, type JobDetails, type JobView } from '@coffer/contracts';
import { CircleAlert, CircleCheck, CircleSlash, Undo2, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { cancelJob } from '../../api/jobs/jobs.ts';
import { undo } from '../../api/jobs/undo.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { announce } from '../../ui/feedback/live-regions.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useTrayFocus } from '../../ui/feedback/use-tray-focus.ts';
import tray from '../../ui/feedback/tray.module.css';
import { Icon } from '../../ui/marks/icon.tsx';
import { JOB_ICONS } from '../../ui/marks/job-icons.ts';
import styles from './left-out.module.css';
import { text, useText } from './texts.ts';
import { useJobs } from './use-jobs.ts';

/** The person's jobs, started on this page, on an earlier one or in another browser. */
export function JobTray() {
  const words = useText();
  const { running, ended, dismiss, look } = useJobs();
  useEndAnnouncements(ended);
  if (running.length + ended.length === 0) return null;
  const [last] = ended;
  return (
    <section className={tray['tray']} aria-label={words('jobs.title')} data-region="">
      <header className={tray['header']}>
        <div className={tray['headline']}>
          <h2 className={tray['title']}>
            {running.length > 0
              ? words('jobs.running', { count: running.length })
              : words(last?.state === 'failed' ? 'jobs.failed' : 'jobs.finished')}
          </h2>
          {running.length > 0 && <p className={tray['quiet']}>{words('jobs.mayClose')}</p>}
        </div>
      </header>
      <List>
        {running.map((job) => (
          <Running key={job.id} job={job} onStopped={look} />
        ))}
        {ended.map((job) => (
          <Ended key={job.id} job={job} onDismiss={() => dismiss(job.id)} />
        ))}
      </List>
    </section>
  );
}

function List({ children }: { readonly children: ReactNode }) {
  const words = useText();
  const list = useRef<HTMLUListElement>(null);
  useTrayFocus(list);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <ul ref={list} className={tray['list']} tabIndex={0} aria-label={words('jobs.title')}>
      {children}
    </ul>
  );
}

function useEndAnnouncements(ended: readonly JobDetails[]): void {
  const announced = useRef(new Set<string>());
  useEffect(() => {
    for (const job of ended) {
      // A job may end a second time, after an undo.
      const key = `${job.id} ${job.state}`;
      if (announced.current.has(key)) continue;
      announced.current.add(key);
      announce(titleOf(text, job));
    }
  }, [ended]);
}

function titleOf(say: typeof text, { kind, state, done, undone }: JobDetails): string {
  if (state === 'failed') return say('jobs.ended.failed');
  if (state === 'cancelled') return say('jobs.ended.stopped', { count: done });
  if (state === 'undone') return say('jobs.ended.undone', { count: undone });
  return say(`jobs.ended.${kind}`, { count: done });
}

function Running({ job, onStopped }: { readonly job: JobView; readonly onStopped: () => void }) {
  const say = useText();
  const { number, percent, size } = useFormats();
  const [isStopping, setStopping] = useState(false);
  const isUndoing = job.state === 'undoing';
  const of = isUndoing ? job.done : job.total;
  const done = isUndoing ? job.undone + job.kept : job.done + job.failed + (job.unchanged ?? 0);
  const title = isUndoing
    ? say('jobs.undoing', { count: job.done })
    : say(`jobs.going.${job.kind}`, { count: job.total });
  const part = of === 0 ? 0 : Math.min(1, done / of);
  // All items have left the trash, and their descendants are still being deleted.
  const isFreeing = job.kind === 'purge' && done >= of;
  const stop = async (): Promise<void> => {
    setStopping(true);
    const stopped = await Promise.allSettled([cancelJob(job.id)]);
    if (stopped.some(({ status }) => status === 'rejected')) {
      showToast({ tone: 'danger', text: say('jobs.notStopped') });
    }
    setStopping(false);
    onStopped();
  };
  const sizeOf = ({ doneBytes }: JobView, total: number): string =>
    doneBytes === undefined || isUndoing
      ? size(total)
      : say('jobs.bytes', { done: size(doneBytes), total: size(total) });
  const amount = say('jobs.progress', { done: number(done), total: number(of), percent: percent(part) });
  return (
    <li className={tray['row']} data-phase="running">
      <Icon of={isUndoing ? Undo2 : JOB_ICONS[job.kind]} className={tray['kind']} />
      <div className={tray['middle']}>
        <p className={tray['name']}>{title}</p>
        <p className={tray['quiet']}>
          {isFreeing
            ? say('jobs.freeing')
            : job.sizeBytes === null
              ? amount
              : `${amount} · ${sizeOf(job, job.sizeBytes)}`}
        </p>
        <ProgressBar label={title} value={isFreeing ? undefined : part} />
      </div>
      {!isUndoing && (
        <Button isBusy={isStopping} onClick={() => void stop()}>
          {say('jobs.stop')}
        </Button>
      )}
    </li>
  );
}

function Ended({ job, onDismiss }: { readonly job: JobDetails; readonly onDismiss: () => void }) {
  const say = useText();
  const cache = useQueryCache();
  const words = useErrorTexts();
  const [isUndoing, setUndoing] = useState(false);
  const isFailed = job.state === 'failed';
  const isStopped = job.state === 'cancelled';
  const isImport = job.kind === 'import' && job.state !== 'undone';
  const reasonOf = (code: string | undefined | null): string =>
    code != null && isErrorCode(code) ? words.ofCode(code) : '';
  const handleUndo = async (): Promise<void> => {
    setUndoing(true);
    showToast({ ...(await undo(cache, job.id)), key: 'change' });
    onDismiss();
  };
  const left = job.state === 'undone' ? job.kept : job.failed - job.skipped;
  const reason = isFailed ? reasonOf(job.code) : reasonOf(job.reasons[0]?.code);
  return (
    <li className={tray['row']} data-phase={isFailed ? 'failed' : 'done'}>
      <Icon of={isFailed ? CircleAlert : isStopped ? CircleSlash : CircleCheck} className={tray['kind']} />
      <div className={tray['middle']}>
        <p className={tray['name']}>{titleOf(say, job)}</p>
        {isFailed && <p className={tray['quiet']}>{reason}</p>}
        {(job.unchanged ?? 0) > 0 && (
          <p className={tray['quiet']}>{say('jobs.unchanged', { count: job.unchanged ?? 0 })}</p>
        )}
        {isImport && left > 0 && <LeftOut job={job} left={left} reasonOf={reasonOf} />}
        {!isImport && !isFailed && left > 0 && (
          <p className={tray['quiet']}>
            {say('jobs.left', { count: left })} {reason}
          </p>
        )}
      </div>
      {job.mayUndo && job.state !== 'undone' && (
        <Button isBusy={isUndoing} onClick={() => void handleUndo()}>
          {say('jobs.undo')}
        </Button>
      )}
      <IconButton size="small" icon={X} label={say('jobs.dismiss')} onClick={onDismiss} />
    </li>
  );
}

interface LeftOutProps {
  readonly job: JobDetails;
  readonly left: number;
  readonly reasonOf: (code: string) => string;
}

/** The first objects that an import left out, each with its reason. */
function LeftOut({ job, left, reasonOf }: LeftOutProps) {
  const say = useText();
  const more = left - job.refused.length;
  return (
    <details className={tray['quiet']}>
      <summary className={styles['summary']}>{say('jobs.leftOut', { count: left })}</summary>
      <ul className={styles['leftOut']}>
        {job.refused.map(({ name, code }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <br />
            {reasonOf(code)}
          </li>
        ))}
        {more > 0 && <li>{say('jobs.leftOut.more', { count: more })}</li>}
      </ul>
    </details>
  );
}
