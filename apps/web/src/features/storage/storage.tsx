import type { Person, StorageReport } from '@coffer/contracts';
import { CloudOff, Lock } from 'lucide-react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { storageQuery } from '../../api/storage.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Doctor } from './doctor.tsx';
import { History } from './history.tsx';
import { isOpen } from './jobs.ts';
import { Reading } from './reading.tsx';
import styles from './storage.module.css';
import { Summary } from './summary.tsx';
import { Survey } from './survey.tsx';
import { useText } from './texts.ts';
import { Use } from './use.tsx';
import { useJobNews } from './use-job-news.ts';

const REFRESH_MS = 30_000;
const REFRESH_AT_WORK_MS = 1_500;

export function Storage({ person }: { readonly person: Person }) {
  const text = useText();
  if (person.role === 'member') return <NotForMembers />;
  return (
    <PageFrame title={text('storage.title')} intro={text('storage.intro')} kind="wide">
      <Report mayMend={person.role === 'administrator'} />
    </PageFrame>
  );
}

function Report({ mayMend }: { readonly mayMend: boolean }) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const { data, failure, isPending, readAt, refetch } = useQuery(storageQuery());
  useEvery(isAtWork(data) ? REFRESH_AT_WORK_MS : REFRESH_MS, refetch);
  useJobNews(data?.survey ?? undefined);
  useJobNews(data?.repair ?? undefined);
  if (isPending) return <Waiting />;
  if (data === undefined) {
    const error = apiErrorOf(failure?.cause);
    // The person's role has changed, so the report is no longer allowed.
    const words = error.code === 'not_allowed' ? text('storage.forbidden.text') : ofError(error);
    return (
      <EmptyState
        icon={CloudOff}
        title={text('storage.failed')}
        text={words}
        action={<Button onClick={() => void refetch()}>{text('storage.retry')}</Button>}
      />
    );
  }
  return (
    <>
      {failure !== undefined && (
        <Banner tone="warning" title={text('storage.stale')}>
          <p>{ofError(apiErrorOf(failure.cause))}</p>
        </Banner>
      )}
      {!mayMend && (
        <Banner tone="info">
          <p>{text('storage.auditor')}</p>
        </Banner>
      )}
      <Summary report={data} />
      <Use report={data} mayMend={mayMend} />
      <Doctor report={data} />
      <Survey report={data} now={new Date(readAt)} mayMend={mayMend} />
      <Reading report={data} />
      <History />
    </>
  );
}

function isAtWork(report: StorageReport | undefined): boolean {
  return isOpen(report?.survey) || isOpen(report?.repair);
}

function Waiting() {
  const text = useText();
  return (
    <output aria-label={text('storage.loading')} className={styles['waiting']}>
      <Card>
        <Skeleton width="12rem" height="20px" />
        <Skeleton height="12px" isRound />
        <Skeleton width="60%" />
      </Card>
      <Card>
        <Skeleton width="10rem" height="20px" />
        <Skeleton width="80%" />
        <Skeleton width="9rem" height="36px" />
      </Card>
    </output>
  );
}

function NotForMembers() {
  const text = useText();
  useDocumentTitle(text('storage.title'));
  return (
    <EmptyState
      icon={Lock}
      headingLevel={1}
      title={text('storage.forbidden.title')}
      text={text('storage.forbidden.text')}
      action={<ButtonLink href="/">{text('storage.toFiles')}</ButtonLink>}
    />
  );
}
