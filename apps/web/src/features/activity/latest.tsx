import type { FeedItem, SpaceId } from '@coffer/contracts';
import { feedQuery } from '../../api/details/feed.ts';
import { spacesQuery } from '../../api/spaces.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFaces } from '../../api/session/self.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import styles from './activity.module.css';
import { useText } from './texts.ts';
import { actorOf, addressOf, authorOf, formatEntry } from './format-entry.ts';

const SHOWN = 5;
const READ = 50;

interface LatestActivityProps {
  readonly personalSpaceId: SpaceId;
  readonly personName: string;
}

/** The latest entries of all spaces. */
export function LatestActivity({ personalSpaceId, personName }: LatestActivityProps) {
  const text = useText();
  const { dateTime, friendlyDate } = useFormats();
  const today = useToday();
  const faceOf = useFaces();
  const spaces = useQuery(spacesQuery());
  const feed = useQuery(feedQuery(undefined, READ));
  if (feed.data === undefined) {
    if (feed.failure === undefined) return <Skeleton height="52px" />;
    return (
      <div className={styles['failed']}>
        <p>{text('activity.failed')}</p>
        <Button onClick={() => void feed.refetch()}>{text('activity.retry')}</Button>
      </div>
    );
  }
  const items = feed.data.items.slice(0, SHOWN);
  if (items.length === 0) return <p className={styles['quiet']}>{text('activity.emptyText')}</p>;
  const spaceName = ({ spaceId }: FeedItem): string =>
    spaceId === personalSpaceId
      ? text('activity.files')
      : (spaces.data?.items.find(({ id }) => id === spaceId)?.name ?? '');
  return (
    <ul className={styles['latest']}>
      {items.map((item) => {
        const words = formatEntry(text, item, spaceName(item));
        const address = addressOf(item, personalSpaceId);
        const author = authorOf(text, item);
        return (
          <li key={item.id} className={styles['entry']}>
            <Avatar
              name={item.author.kind === 'you' ? personName : author}
              picture={faceOf(item.author)?.picture}
              size="small"
            />
            <div className={styles['what']}>
              <p className={styles['words']}>
                {address === undefined ? words : <Link href={address}>{words}</Link>}
              </p>
              <p className={styles['quiet']}>
                <bdi>{actorOf(text, item)}</bdi>
                {' · '}
                <time dateTime={item.at} title={dateTime(item.at)}>
                  {friendlyDate(item.at, today)}
                </time>
                {item.isUndone === true && ` · ${text('activity.undone')}`}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
