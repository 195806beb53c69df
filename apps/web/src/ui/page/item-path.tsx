import { ChevronRight } from 'lucide-react';
import { Link } from '../controls/link.tsx';
import { Icon } from '../marks/icon.tsx';
import styles from './item-path.module.css';

interface ItemPathProps {
  readonly label: string;
  /** Outermost first. */
  readonly steps: readonly { readonly key: string; readonly name: string; readonly href: string }[];
}

/** The folders above an item. Renders nothing without them. */
export function ItemPath({ label, steps }: ItemPathProps) {
  if (steps.length === 0) return null;
  return (
    <nav aria-label={label}>
      <ol className={styles['path']}>
        {steps.map(({ key, name, href }, index) => (
          <li key={key}>
            {index > 0 && <Icon of={ChevronRight} size={16} isMirrored />}
            <Link href={href}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
