import type { NodeView } from '@coffer/contracts';
import { sharedWithMeQuery } from '../../api/sharing/sharing.ts';
import { usePages } from '../../api/calls/use-pages.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { Link } from '../../ui/controls/link.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Failed } from './failed.tsx';
import styles from './home.module.css';
import { Section } from './section.tsx';
import { useText } from './texts.ts';

const SHOWN = 5;
const NEWEST = { sort: 'date', order: 'desc' } as const;

/** What others share with the person, newest first. */
export function SharedList() {
  const text = useText();
  return (
    <Section title={text('home.sharedWithYou')} all={{ href: '/shared', label: text('home.seeAllShared') }}>
      <Items />
    </Section>
  );
}

function Items() {
  const text = useText();
  const { friendlyDate } = useFormats();
  const today = useToday();
  const { first, error, retry } = usePages(sharedWithMeQuery(NEWEST));
  if (first === undefined)
    return error === undefined ? <Skeleton height="52px" /> : <Failed onRetry={retry} />;
  const items = first.items.slice(0, SHOWN);
  if (items.length === 0) return <p className={styles['quiet']}>{text('home.nothingShared')}</p>;
  return (
    <ul className={styles['rows']}>
      {items.map(({ node, grant, grantedBy, picture }) => (
        <li key={node.id} className={styles['row']}>
          <Avatar name={grantedBy ?? text('home.deletedAccount')} picture={picture} size="small" />
          <span className={styles['words']}>
            <Link href={addressOf(node)} className={styles['name']} title={node.name}>
              <bdi>{node.name}</bdi>
            </Link>
            <span className={styles['quiet']}>
              <bdi>{grantedBy ?? text('home.deletedAccount')}</bdi>
              {' · '}
              <time dateTime={grant.grantedAt}>{friendlyDate(grant.grantedAt, today)}</time>
              {` · ${text(`home.role.${grant.role}`)}`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function addressOf({ id, kind }: NodeView): string {
  return kind === 'folder' ? `/shared/${id}` : `/shared/${id}/view`;
}
