import type { StorageJob } from '@coffer/contracts';
import { jobsQuery } from '../../api/storage.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Card } from '../../ui/page/card.tsx';
import { ListItem, Muted, Words } from '../../ui/page/stack.tsx';
import { countOf, stopWords } from './jobs.ts';
import { PagedList } from './paged-list.tsx';
import { type StorageText, useText } from './texts.ts';

export function History() {
  const text = useText();
  return (
    <Card title={text('storage.history')}>
      <PagedList
        label={text('storage.history')}
        empty={text('storage.history.none')}
        queryOf={jobsQuery}
        render={(job) => <JobItem key={job.id} job={job} />}
      />
    </Card>
  );
}

function JobItem({ job }: { readonly job: StorageJob }) {
  const text = useText();
  const { dateTime } = useFormats();
  return (
    <ListItem>
      <Words>
        <span>{text(`storage.history.${job.kind}`)}</span>
        <Muted>{outcomeOf(text, job)}</Muted>
      </Words>
      <Muted>
        <time dateTime={job.createdAt}>{dateTime(job.createdAt)}</time>
      </Muted>
    </ListItem>
  );
}

function outcomeOf(text: StorageText, job: StorageJob): string {
  if (job.state === 'stopped') return stopWords(text, job.stopReason);
  if (job.state !== 'done') return text(`storage.state.${job.state}`);
  return job.kind === 'survey'
    ? text('storage.news.survey.done', { count: countOf(job) })
    : text('storage.news.repair.done', { count: job.counts.mended });
}
