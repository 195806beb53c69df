import { Folder, FolderOpen } from 'lucide-react';
import { momentsQuery } from '../../api/stars/stars.ts';
import { usePages } from '../../api/calls/use-pages.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink, Link } from '../../ui/controls/link.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Failed } from './failed.tsx';
import styles from './home.module.css';
import type { Listed } from './listed.ts';
import { placeOf } from './place-of.ts';
import { Section } from './section.tsx';
import { useText } from './texts.ts';

const SHOWN = 5;

type RecentFilesProps = Pick<Listed, 'renderPicture' | 'addressOf'>;

export function RecentFiles(props: RecentFilesProps) {
  const text = useText();
  return (
    <Section title={text('home.recent')} all={{ href: '/recent', label: text('home.seeAllRecent') }}>
      <Files {...props} />
    </Section>
  );
}

function Files({ renderPicture, addressOf }: RecentFilesProps) {
  const text = useText();
  const formats = useFormats();
  const today = useToday();
  const { first, items, error, retry } = usePages(momentsQuery('recent'));
  if (first === undefined) return error === undefined ? <Waiting /> : <Failed onRetry={retry} />;
  const hits = items.slice(0, SHOWN);
  if (hits.length === 0) {
    return (
      <EmptyState
        icon={FolderOpen}
        title={text('home.noRecent')}
        text={text('home.noRecentText')}
        action={
          <ButtonLink href="/" icon={Folder}>
            {text('home.open')}
          </ButtonLink>
        }
      />
    );
  }
  const names = { files: text('home.files'), shared: text('home.shared') };
  return (
    <ul className={styles['cards']}>
      {hits.map((hit) => (
        <li key={hit.node.id} className={styles['card']}>
          <span className={styles['picture']}>{renderPicture(hit.node)}</span>
          <Link href={addressOf(hit)} className={styles['name']} title={hit.node.name}>
            <bdi>{hit.node.name}</bdi>
          </Link>
          <span className={styles['quiet']}>
            <bdi>{placeOf(hit, names)}</bdi>
            {' · '}
            <time dateTime={hit.at} title={formats.dateTime(hit.at)}>
              {formats.friendlyDate(hit.at, today)}
            </time>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  const text = useText();
  return (
    <div className={styles['cards']}>
      <output className="visually-hidden">{text('home.waiting')}</output>
      {[0, 1, 2, 3, 4].map((card) => (
        <span key={card} className={styles['card']}>
          <Skeleton height="148px" />
          <Skeleton width="70%" />
        </span>
      ))}
    </div>
  );
}
