import type { NodeId } from '@coffer/contracts';
import { ChevronRight } from 'lucide-react';
import { pathQuery } from '../../api/nodes.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './details.module.css';
import { useText } from './texts.ts';

interface PlaceProps {
  readonly folderId: NodeId;
  readonly rootId: NodeId;
  /** Undefined in the personal space, whose root is called "Files". */
  readonly rootName: string | undefined;
  readonly hrefOf: (nodeId: NodeId) => string;
}

export function Place({ folderId, rootId, rootName, hrefOf }: PlaceProps) {
  const text = useText();
  const { data, failure } = useQuery(pathQuery(folderId), { isEnabled: folderId !== rootId });
  const root = { id: rootId, name: rootName ?? text('details.files.root') };
  const below = folderId === rootId ? [] : data?.items.slice(1);
  if (below === undefined) return failure === undefined ? <Skeleton width="8rem" /> : text('details.unknown');
  return (
    <ol className={styles['place']}>
      {[root, ...below].map(({ id, name }, index) => (
        <li key={id}>
          {index > 0 && <Icon of={ChevronRight} size={16} isMirrored />}
          <Link href={hrefOf(id)} className={styles['link']}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ol>
  );
}
