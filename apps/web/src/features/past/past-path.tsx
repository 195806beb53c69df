import type { NodeId } from '@coffer/contracts';
import { ChevronRight } from 'lucide-react';
import { Link } from '../../ui/controls/link.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './past.module.css';
import { useText } from './texts.ts';

interface PastPathProps {
  readonly path: readonly { readonly id: NodeId; readonly name: string }[];
  /** Undefined where the first folder is not the root of a space. */
  readonly rootName: string | undefined;
  readonly hrefOf: (id: NodeId) => string;
}

/** The folders above, which open as they were as well. */
export function PastPath({ path, rootName, hrefOf }: PastPathProps) {
  const text = useText();
  if (path.length === 0) return null;
  return (
    <nav aria-label={text('past.path')}>
      <ol className={styles['path']}>
        {path.map(({ id, name }, index) => (
          <li key={id}>
            <Link href={hrefOf(id)} dir="auto">
              {index === 0 ? (rootName ?? name) : name}
            </Link>
            <Icon of={ChevronRight} size={16} isMirrored />
          </li>
        ))}
      </ol>
    </nav>
  );
}
