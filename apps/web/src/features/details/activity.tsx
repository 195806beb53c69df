import { type ActivityItem, LIMITS, type NodeView } from '@coffer/contracts';
import { History } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { activityQuery } from '../../api/details/details.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { useFaces } from '../../api/session/self.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { focusIfLost } from '../../ui/page/focus-heading.ts';
import { useActionText } from './use-action-text.ts';
import { useActorNames } from './use-author-text.ts';
import styles from './details.module.css';
import { Failed, Section, Waiting } from './panel-states.tsx';
import { useText } from './texts.ts';

const FIRST = 20;
const FACTOR = 3;

interface ActivityProps {
  readonly node: NodeView;
  readonly isAsked: boolean;
  readonly rootName: string | undefined;
}

export function Activity({ node, isAsked, rootName }: ActivityProps) {
  const text = useText();
  // Loads a longer page instead of a next one, so that new entries cannot open a gap between pages.
  const [limits, setLimits] = useState({ now: FIRST, before: FIRST });
  const earlier = useQuery(activityQuery(node, limits.before), { isEnabled: false });
  const now = useQuery(activityQuery(node, limits.now), { isEnabled: isAsked });
  const page = now.data ?? earlier.data;
  const isMoreAsked = now.data === undefined && now.failure === undefined;
  const list = useRef<HTMLUListElement>(null);
  const mayHaveMore = page !== undefined && page.next !== null && limits.now < LIMITS.pageSizeMax;
  useFocusAfterMore(list, mayHaveMore || isMoreAsked);
  return (
    <Section title={text('details.activity')}>
      {node.kind === 'folder' && (
        <ButtonLink tone="quiet" icon={History} href={`/nodes/${node.id}/past`}>
          {text('details.past')}
        </ButtonLink>
      )}
      {page !== undefined && page.items.length === 0 && page.next === null && (
        <p className={styles['quiet']}>{text('details.activity.none')}</p>
      )}
      {page === undefined && now.failure === undefined && <Waiting />}
      {page !== undefined && page.items.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={text('details.activity')} className={styles['activity']}>
          {page.items.map((item) => (
            <Entry key={item.id} node={node} item={item} rootName={rootName} />
          ))}
        </ul>
      )}
      {now.data === undefined && now.failure !== undefined && (
        <Failed failure={now.failure} onRetry={now.refetch} />
      )}
      {mayHaveMore && now.failure === undefined && (
        <Button
          tone="quiet"
          isBusy={isMoreAsked}
          onClick={() =>
            setLimits({ now: Math.min(limits.now * FACTOR, LIMITS.pageSizeMax), before: limits.now })
          }
        >
          {text('details.activity.more')}
        </Button>
      )}
    </Section>
  );
}

/** Focuses the list when the button disappears with the last page. */
function useFocusAfterMore(list: RefObject<HTMLElement | null>, hasMore: boolean): void {
  const had = useRef(hasMore);
  useEffect(() => {
    if (had.current && !hasMore && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
    had.current = hasMore;
  }, [hasMore, list]);
}

interface EntryProps extends Pick<ActivityProps, 'node' | 'rootName'> {
  readonly item: ActivityItem;
}

function Entry({ node, item, rootName }: EntryProps) {
  const text = useText();
  const cache = useQueryCache();
  const [isUndoing, setUndoing] = useState(false);
  const { friendlyDate, dateTime } = useFormats();
  const today = useToday();
  const actionWords = useActionText(rootName);
  const actorName = useActorNames();
  const face = useFaces()(item.author);
  const words = actionWords(node, item);
  const { undoJobId } = item;
  const entry = useRef<HTMLLIElement>(null);
  const undo = async (jobId: string): Promise<void> => {
    setUndoing(true);
    // Loading the code may fail.
    const [code] = await Promise.allSettled([import('../../api/jobs/undo.ts')]);
    if (code.status === 'fulfilled') showToast({ ...(await code.value.undo(cache, jobId)), key: 'change' });
    else showToast({ tone: 'danger', text: text('details.activity.undoFailed') });
    setUndoing(false);
    focusIfLost(() => entry.current?.closest('ul') ?? null);
  };
  return (
    <li ref={entry} className={styles['entry']}>
      {face !== undefined && <Avatar {...face} size="tiny" />}
      <p>{words}</p>
      <p className={styles['quiet']}>
        <bdi>{actorName(item)}</bdi>
        {' · '}
        <time dateTime={item.at} title={dateTime(item.at)}>
          {friendlyDate(item.at, today)}
        </time>
        {item.undid !== undefined && ` · ${text('details.activity.undid')}`}
        {item.isUndone === true && ` · ${text('details.activity.undone')}`}
      </p>
      {undoJobId !== null && (
        <Button
          tone="quiet"
          isBusy={isUndoing}
          aria-label={text('details.activity.undoThis', { what: words })}
          onClick={() => void undo(undoJobId)}
        >
          {text('details.activity.undo')}
        </Button>
      )}
    </li>
  );
}
