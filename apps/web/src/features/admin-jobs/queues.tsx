import type { AdminJobs } from '@coffer/contracts';
import { useRef } from 'react';
import { retryQueue } from '../../api/administration/admin-jobs.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useFocusInRows } from '../../lib/selection/use-focus-in-rows.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './admin-jobs.module.css';
import { useSpan } from './span.ts';
import { useText } from './texts.ts';

type Queue = AdminJobs['queues'][number];

/** Waiting work, by kind. */
export function Queues({ jobs: { queues, checkedAt } }: { readonly jobs: AdminJobs }) {
  const text = useText();
  const area = useRef<HTMLTableSectionElement>(null);
  useFocusInRows(area);
  return (
    <Card title={text('adminJobs.queues')} description={text('adminJobs.queues.text')}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{text('adminJobs.queues')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('adminJobs.column.work')}</th>
            <th scope="col" className={styles['count']}>
              {text('adminJobs.column.waiting')}
            </th>
            <th scope="col" className={styles['span']}>
              {text('adminJobs.column.since')}
            </th>
            <th scope="col" className={styles['fails']}>
              {text('adminJobs.column.failed')}
            </th>
          </tr>
        </thead>
        <tbody ref={area}>
          {queues.map((queue) => (
            <QueueRow key={queue.queue} queue={queue} now={new Date(checkedAt)} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function QueueRow({ queue: found, now }: { readonly queue: Queue; readonly now: Date }) {
  const text = useText();
  const cache = useQueryCache();
  const errors = useErrorTexts();
  const span = useSpan();
  const { number } = useFormats();
  const { queue, waiting, isMore, since, failed, mayRetry } = found;
  const retry = useMutation(async () => await retryQueue(cache, queue));
  const name = text(`adminJobs.queue.${queue}`);
  const handleRetry = async (): Promise<void> => {
    const { failure } = await retry.run();
    if (failure === undefined)
      showToast({ tone: 'success', text: text('adminJobs.retried', { title: name }) });
  };
  const hasWaited = since !== null && waiting > 0;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={styles['count']} data-label={text('adminJobs.column.waiting')}>
        {isMore ? text('adminJobs.more', { count: number(waiting) }) : number(waiting)}
      </td>
      <td className={styles['span']} data-label={text('adminJobs.column.since')} data-empty={!hasWaited}>
        {hasWaited ? span(now.getTime() - new Date(since).getTime()) : '–'}
      </td>
      <td className={styles['fails']} data-label={text('adminJobs.column.failed')} data-empty={failed === 0}>
        <span data-bad={failed > 0}>{number(failed)}</span>
        {mayRetry && (
          <Button
            isBusy={retry.isPending}
            aria-label={text('adminJobs.tryAgain.of', { name })}
            onClick={() => void handleRetry()}
          >
            {text('adminJobs.tryAgain')}
          </Button>
        )}
        <Refusal words={errors.ofFailure(retry.failure)} />
      </td>
    </tr>
  );
}
