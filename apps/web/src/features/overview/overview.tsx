import type { AdminOverview, Person } from '@coffer/contracts';
import { Lock } from 'lucide-react';
import { overviewQuery } from '../../api/administration/overview.ts';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { useFormats } from '../../lib/language/format.ts';
import { ButtonLink, Link } from '../../ui/controls/link.tsx';
import { Answered } from '../../ui/feedback/answered.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Verdict } from '../../ui/feedback/verdict.tsx';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import { Figures } from './figures.tsx';
import { Health } from './health.tsx';
import styles from './overview.module.css';
import { useText } from './texts.ts';
import { type Trouble, troublesOf } from './troubles.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const UseOverTime = lazy(async () => ({ default: (await import('./use/use-over-time.tsx')).UseOverTime }));

const REFRESH_MS = 30_000;

export function Overview({ person }: { readonly person: Person }) {
  const text = useText();
  if (person.role === 'member') return <NotForMembers />;
  return (
    <PageFrame title={text('overview.title')} kind="wide">
      <Asked mayAdminister={person.role === 'administrator'} />
    </PageFrame>
  );
}

function Asked({ mayAdminister }: { readonly mayAdminister: boolean }) {
  const text = useText();
  const answer = useQuery(overviewQuery());
  useEvery(REFRESH_MS, answer.refetch);
  const reason = errorTexts().ofFailure(answer.failure);
  return (
    <Answered
      answer={answer}
      loading={text('overview.loading')}
      failed={{ title: text('overview.failed'), reason, retry: text('overview.retry') }}
    >
      {(overview) => (
        <>
          {answer.failure !== undefined && (
            <Banner tone="warning" title={text('overview.stale')}>
              <p>{reason}</p>
            </Banner>
          )}
          <Found overview={overview} mayAdminister={mayAdminister} />
        </>
      )}
    </Answered>
  );
}

interface FoundProps {
  readonly overview: AdminOverview;
  readonly mayAdminister: boolean;
}

function Found({ overview, mayAdminister }: FoundProps) {
  const text = useText();
  const { dateTime } = useFormats();
  const { people, spaces, storage, version } = overview;
  const troubles = troublesOf(overview, mayAdminister);
  const worst = troubles.find(({ tone }) => tone !== 'info');
  const facts = [
    text('overview.facts.people', { count: people.active }),
    text('overview.facts.files', { count: storage.fileCount }),
    text('overview.facts.spaces', { count: spaces.team + spaces.personal }),
  ];
  return (
    <>
      <Verdict
        tone={worst?.tone === 'danger' ? 'danger' : worst === undefined ? 'success' : 'warning'}
        title={text(worst === undefined ? 'overview.verdict.good' : `overview.verdict.${worst.id}`)}
      >
        {facts.join(' · ')}
      </Verdict>
      {troubles.map((trouble) => (
        <Hint key={trouble.id} trouble={trouble} overview={overview} />
      ))}
      <Health overview={overview} />
      <Figures overview={overview} mayAdminister={mayAdminister} />
      <Suspense fallback={<Skeleton height="280px" />}>
        <UseOverTime />
      </Suspense>
      <p className={styles['checked']}>
        {text('overview.checked', { when: dateTime(overview.checkedAt), version })}
      </p>
    </>
  );
}

/** Describes a problem and how to solve it. */
function Hint({ trouble, overview }: { readonly trouble: Trouble; readonly overview: AdminOverview }) {
  const text = useText();
  const { dateTime } = useFormats();
  const { id, tone, href, count } = trouble;
  const since = overview.mail?.brokenSince ?? overview.checkedAt;
  return (
    <Banner
      tone={tone}
      title={text(`overview.trouble.${id}`, { count, when: dateTime(since) })}
      action={
        href !== undefined && (
          <Link href={href} className={styles['way']}>
            {text(`overview.way.${id}`)}
          </Link>
        )
      }
    >
      <p>{text(`overview.trouble.${id}.text`, { count, tasks: overview.work.broken.join(', ') })}</p>
    </Banner>
  );
}

function NotForMembers() {
  const text = useText();
  useDocumentTitle(text('overview.title'));
  return (
    <EmptyState
      icon={Lock}
      headingLevel={1}
      title={text('overview.forbidden.title')}
      text={text('overview.forbidden.text')}
      action={<ButtonLink href="/">{text('overview.toFiles')}</ButtonLink>}
    />
  );
}
