import { momentsQuery } from '../../api/stars/stars.ts';
import { usePages } from '../../api/calls/use-pages.ts';
import { Link } from '../../ui/controls/link.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Failed } from './failed.tsx';
import styles from './home.module.css';
import type { Listed } from './listed.ts';
import { placeOf } from './place-of.ts';
import { Section } from './section.tsx';
import { useText } from './texts.ts';

const SHOWN = 5;

type StarredListProps = Pick<Listed, 'renderMark' | 'addressOf'>;

export function StarredList(props: StarredListProps) {
  const text = useText();
  return (
    <Section title={text('home.starred')} all={{ href: '/starred', label: text('home.seeAllStarred') }}>
      <Items {...props} />
    </Section>
  );
}

function Items({ renderMark, addressOf }: StarredListProps) {
  const text = useText();
  const { first, items, error, retry } = usePages(momentsQuery('starred'));
  if (first === undefined)
    return error === undefined ? <Skeleton height="52px" /> : <Failed onRetry={retry} />;
  const hits = items.slice(0, SHOWN);
  if (hits.length === 0) return <p className={styles['quiet']}>{text('home.noStars')}</p>;
  const names = { files: text('home.files'), shared: text('home.shared') };
  return (
    <ul className={styles['rows']}>
      {hits.map((hit) => (
        <li key={hit.node.id} className={styles['row']}>
          {renderMark(hit.node)}
          <span className={styles['words']}>
            <Link href={addressOf(hit)} className={styles['name']} title={hit.node.name}>
              <bdi>{hit.node.name}</bdi>
            </Link>
            <span className={styles['quiet']}>
              <bdi>{placeOf(hit, names)}</bdi>
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
