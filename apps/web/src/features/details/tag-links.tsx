import type { NodeTag } from '@coffer/contracts';
import { UserRound } from 'lucide-react';
import { hrefOfTag } from '../../api/tags/tags.ts';
import { Link } from '../../ui/controls/link.tsx';
import { ColorDot } from '../../ui/marks/color-dot.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './tag-links.module.css';
import { useText } from './texts.ts';

/** Each tag links to all items with the same tag. */
export function TagLinks({ tags }: { readonly tags: readonly NodeTag[] }) {
  const text = useText();
  return (
    <ul className={styles['tags']}>
      {tags.map(({ id, name, color, isOwn }) => (
        <li key={id}>
          <Link href={hrefOfTag(name)} className={styles['tag']}>
            <ColorDot color={color} />
            <bdi>{name}</bdi>
            {isOwn === true && (
              <span className={styles['own']} title={text('details.ownTag')}>
                <Icon of={UserRound} size={16} />
                <span className="visually-hidden">{text('details.ownTag')}</span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
