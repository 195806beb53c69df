import type { AdminJobs } from '@coffer/contracts';
import { useTimeFormats } from '../../lib/language/time-format.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './admin-jobs.module.css';
import { useSpan } from './span.ts';
import { groupOf, TASK_GROUPS } from './task-groups.ts';
import { useText } from './texts.ts';

type Task = AdminJobs['tasks'][number];

/** Scheduled tasks, grouped by subject. */
export function Tasks({ jobs: { tasks, checkedAt } }: { readonly jobs: AdminJobs }) {
  const text = useText();
  const now = new Date(checkedAt);
  return (
    <Card title={text('adminJobs.tasks')} description={text('adminJobs.tasks.text')}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{text('adminJobs.tasks')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('adminJobs.column.task')}</th>
            <th scope="col" className={styles['every']}>
              {text('adminJobs.column.every')}
            </th>
            <th scope="col" className={styles['moment']}>
              {text('adminJobs.column.last')}
            </th>
            <th scope="col" className={styles['moment']}>
              {text('adminJobs.column.next')}
            </th>
          </tr>
        </thead>
        {TASK_GROUPS.map((group) => {
          const some = tasks.filter((task) => groupOf(task) === group);
          if (some.length === 0) return null;
          return (
            <tbody key={group}>
              <tr className={styles['group']}>
                <th scope="rowgroup" colSpan={4}>
                  {text(`adminJobs.group.${group}`)}
                </th>
              </tr>
              {some.map((task) => (
                <TaskRow key={task.name} task={task} now={now} />
              ))}
            </tbody>
          );
        })}
      </table>
    </Card>
  );
}

function TaskRow({ task, now }: { readonly task: Task; readonly now: Date }) {
  const text = useText();
  const span = useSpan();
  const { relative } = useTimeFormats();
  const { dateTime } = useFormats();
  const { name, state, everyMs, lastAt, nextAt, failures } = task;
  const next = nextAt === null ? undefined : new Date(nextAt);
  return (
    <tr data-state={state}>
      <th scope="row">
        {text(`adminJobs.task.${name}`)}
        {(state === 'failing' || state === 'overdue') && (
          <span className={styles['bad']}>{text(`adminJobs.task.${state}`, { count: failures })}</span>
        )}
      </th>
      <td className={styles['every']} data-label={text('adminJobs.column.every')}>
        {span(everyMs)}
      </td>
      <td className={styles['moment']} data-label={text('adminJobs.column.last')}>
        {state === 'running' && text('adminJobs.task.running')}
        {state !== 'running' && lastAt === null && text('adminJobs.task.never')}
        {state !== 'running' && lastAt !== null && (
          <time dateTime={lastAt} title={dateTime(lastAt)}>
            {relative(lastAt, now)}
          </time>
        )}
      </td>
      <td
        className={styles['moment']}
        data-label={text('adminJobs.column.next')}
        data-empty={next === undefined}
      >
        {next === undefined && '–'}
        {next !== undefined && (
          <time dateTime={next.toISOString()} title={dateTime(next)}>
            {next <= now ? text('adminJobs.task.due') : relative(next, now)}
          </time>
        )}
      </td>
    </tr>
  );
}
