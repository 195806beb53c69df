import { type FeedItem, LIMITS, type SpaceId } from '@coffer/contracts';
import { CircleAlert, History } from 'lucide-react';
import { useState } from 'react';
import { feedQuery } from '../../api/details/feed.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { undo } from '../../api/jobs/undo.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { PageTabs } from '../../ui/page/page-tabs.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './activity.module.css';
import { Entry } from './entry.tsx';
import { type ActivityText, useText } from './texts.ts';

interface ActivityPageProps {
  /** Undefined for all spaces. */
  readonly spaceId: SpaceId | undefined;
  /** The person's spaces. The personal space comes first and has no name. */
  readonly spaces: readonly { readonly id: SpaceId; readonly name: string | undefined }[];
  readonly personName: string;
}

/** Lists what happened in the spaces, newest first. Pass the space as `key`. */
export function ActivityPage(props: ActivityPageProps) {
  const text = useText();
  const { spaceId, spaces } = props;
  const tabs = [
    { href: '/activity', label: text('activity.all'), isCurrent: spaceId === undefined },
    ...spaces.map(({ id, name }) => ({
      href: `/activity/${id}`,
      label: name ?? text('activity.files'),
      isCurrent: id === spaceId,
    })),
  ];
  return (
    <PageFrame
      title={text('activity.title')}
      tabs={spaces.length > 1 && <PageTabs label={text('activity.spaces')} links={tabs} />}
    >
      <Feed {...props} />
    </PageFrame>
  );
}

const FIRST = 50;
const FACTOR = 3;

function Feed(props: ActivityPageProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  // Loads a longer page instead of a next one, so that new entries cannot open a gap between pages.
  const [limits, setLimits] = useState({ now: FIRST, before: FIRST });
  const earlier = useQuery(feedQuery(props.spaceId, limits.before), { isEnabled: false });
  const now = useQuery(feedQuery(props.spaceId, limits.now));
  const page = now.data ?? earlier.data;
  if (page === undefined && now.failure !== undefined) {
    return (
      <EmptyState
        icon={CircleAlert}
        title={text('activity.failed')}
        text={ofFailure(now.failure) ?? ''}
        action={<Button onClick={() => void now.refetch()}>{text('activity.retry')}</Button>}
      />
    );
  }
  if (page === undefined) {
    return (
      <output aria-label={text('activity.waiting')} className={styles['waiting']}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height="48px" />
        ))}
      </output>
    );
  }
  if (page.items.length === 0 && page.next === null) {
    return <EmptyState icon={History} title={text('activity.empty')} text={text('activity.emptyText')} />;
  }
  const isMoreFailed = now.data === undefined && now.failure !== undefined;
  return (
    <>
      <Days {...props} items={page.items} />
      {isMoreFailed && (
        <div className={styles['failed']}>
          <p>{ofFailure(now.failure)}</p>
          <Button onClick={() => void now.refetch()}>{text('activity.retry')}</Button>
        </div>
      )}
      {page.next !== null && limits.now < LIMITS.pageSizeMax && !isMoreFailed && (
        <Button
          isBusy={now.data === undefined}
          onClick={() =>
            setLimits({ now: Math.min(limits.now * FACTOR, LIMITS.pageSizeMax), before: limits.now })
          }
        >
          {text('activity.more')}
        </Button>
      )}
    </>
  );
}

function Days({
  items,
  spaceId,
  spaces,
  personName,
}: ActivityPageProps & { readonly items: readonly FeedItem[] }) {
  const text = useText();
  const cache = useQueryCache();
  const dayWords = useDayWords();
  const [personal] = spaces;
  const names = new Map<string, string>(spaces.map(({ id, name }) => [id, name ?? text('activity.files')]));
  const handleUndo = async (jobId: string): Promise<void> => {
    showToast({ ...(await undo(cache, jobId)), key: 'change' });
  };
  const days = [...Map.groupBy(items, ({ at }) => new Date(at).toDateString())];
  return days.map(([day, ofDay]) => (
    <section key={day} className={styles['day']} aria-label={dayWords(text, day)}>
      <h2 className={styles['heading']}>{dayWords(text, day)}</h2>
      <ul className={styles['list']}>
        {ofDay.map((item) => (
          <Entry
            key={item.id}
            item={item}
            spaceName={names.get(item.spaceId) ?? ''}
            isSpaceShown={spaceId === undefined && spaces.length > 1}
            personName={personName}
            personalSpaceId={personal?.id ?? ''}
            onUndo={handleUndo}
          />
        ))}
      </ul>
    </section>
  ));
}

const DAY_MS = 24 * 60 * 60_000;

/** Names a day, for example "Today". */
function useDayWords(): (text: ActivityText, day: string) => string {
  const { date, weekdayDate } = useFormats();
  const today = useToday();
  return (text, day) => {
    const start = new Date(day);
    // Rounded, because days with a clock change are an hour longer or shorter.
    const daysAgo = Math.round((today.getTime() - start.getTime()) / DAY_MS);
    if (daysAgo === 0) return text('activity.today');
    if (daysAgo === 1) return text('activity.yesterday');
    return start.getFullYear() === today.getFullYear() ? weekdayDate(start) : date(start);
  };
}
