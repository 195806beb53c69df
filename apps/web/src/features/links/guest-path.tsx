import type { NodeId } from '@coffer/contracts';
import { ChevronRight } from 'lucide-react';
import { Icon } from '../../ui/marks/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import styles from './guest.module.css';
import { useText } from './texts.ts';

interface GuestPathProps {
  /** The folders from the root of the link to the open folder. */
  readonly crumbs: readonly { readonly id: NodeId; readonly name: string }[];
  readonly rootId: NodeId;
  readonly hrefOf: (folderId: NodeId | undefined) => string;
}

export function GuestPath({ crumbs, rootId, hrefOf }: GuestPathProps) {
  const text = useText();
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label={text('guest.path')}>
      <ol className={styles['path']}>
        {crumbs.slice(0, -1).map(({ id, name }) => (
          <li key={id}>
            <Link href={hrefOf(id === rootId ? undefined : id)}>
              <bdi>{name}</bdi>
            </Link>
            <Icon of={ChevronRight} size={16} isMirrored />
          </li>
        ))}
      </ol>
    </nav>
  );
}
