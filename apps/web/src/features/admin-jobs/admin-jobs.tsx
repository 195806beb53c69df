import type { AdminJobs as Found, Person } from '@coffer/contracts';
import { Lock } from 'lucide-react';
import { adminJobsQuery } from '../../api/administration/admin-jobs.ts';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { Answered } from '../../ui/feedback/answered.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Verdict } from '../../ui/feedback/verdict.tsx';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import { Finished } from './finished.tsx';
import { JobCard } from './job-card.tsx';
import { Queues } from './queues.tsx';
import { isBad } from './task-groups.ts';
import { Tasks } from './tasks.tsx';
import { useText } from './texts.ts';

const REFRESH_MS = 4_000;

export function AdminJobs({ person }: { readonly person: Person }) {
  const text = useText();
  if (person.role === 'member') return <NotForMembers />;
  return (
    <PageFrame title={text('adminJobs.title')} intro={text('adminJobs.intro')} kind="wide">
      <Asked />
    </PageFrame>
  );
}

function Asked() {
  const text = useText();
  const answer = useQuery(adminJobsQuery());
  useEvery(REFRESH_MS, answer.refetch);
  const reason = errorTexts().ofFailure(answer.failure);
  return (
    <Answered
      answer={answer}
      loading={text('adminJobs.loading')}
      failed={{ title: text('adminJobs.loadFailed'), reason, retry: text('adminJobs.retry') }}
    >
      {(jobs) => (
        <>
          {answer.failure !== undefined && (
            <Banner tone="warning" title={text('adminJobs.stale')}>
              <p>{reason}</p>
            </Banner>
          )}
          <State jobs={jobs} />
          {jobs.failed.total > 0 && (
            <JobCard title={text('adminJobs.failed')} jobs={jobs.failed} now={new Date(jobs.checkedAt)} />
          )}
          <JobCard
            title={text('adminJobs.open')}
            empty={text('adminJobs.open.none')}
            jobs={jobs.open}
            now={new Date(jobs.checkedAt)}
          />
          <Queues jobs={jobs} />
          <Tasks jobs={jobs} />
          <Finished jobs={jobs} />
        </>
      )}
    </Answered>
  );
}

/** The state of all jobs in one sentence. The worst fact decides. */
function State({ jobs: { failed, open, tasks, queues } }: { readonly jobs: Found }) {
  const text = useText();
  const bad = tasks.filter(isBad).length;
  const refused = queues.reduce((sum, queue) => sum + queue.failed, 0);
  const facts = [
    text('adminJobs.fact.open', { count: open.total }),
    text('adminJobs.fact.waiting', { count: queues.reduce((sum, { waiting }) => sum + waiting, 0) }),
  ].join(' · ');
  if (bad > 0) {
    return (
      <Verdict tone="danger" title={text('adminJobs.state.tasks', { count: bad })}>
        {facts}
      </Verdict>
    );
  }
  const count = failed.total;
  if (count > 0 || refused > 0) {
    return (
      <Verdict
        tone="warning"
        title={
          count > 0
            ? text('adminJobs.state.failed', { count })
            : text('adminJobs.state.refused', { count: refused })
        }
      >
        {facts}
      </Verdict>
    );
  }
  return (
    <Verdict tone="success" title={text('adminJobs.state.good')}>
      {facts}
    </Verdict>
  );
}

function NotForMembers() {
  const text = useText();
  useDocumentTitle(text('adminJobs.title'));
  return (
    <EmptyState
      icon={Lock}
      headingLevel={1}
      title={text('adminJobs.forbidden.title')}
      text={text('adminJobs.forbidden.text')}
      action={<ButtonLink href="/">{text('adminJobs.toFiles')}</ButtonLink>}
    />
  );
}
