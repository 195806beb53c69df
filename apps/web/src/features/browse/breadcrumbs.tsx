import type { NodeId, NodePath } from '@coffer/contracts';
import { ChevronRight } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import styles from './browse.module.css';
import { useText } from './texts.ts';

interface BreadcrumbsProps {
  readonly path: NodePath | undefined;
  readonly hrefOf: (nodeId: NodeId) => string;
}

/** The folders above, and the present one as the heading of the page. The root is called "Files". */
export function Breadcrumbs({ path, hrefOf }: BreadcrumbsProps) {
  const text = useText();
  const items = (path?.items ?? []).map((item, index) => ({
    ...item,
    name: index === 0 ? text('browse.files') : item.name,
  }));
  const here = items.at(-1);
  return (
    <div className={styles['crumbs']}>
      {items.length > 1 && (
        <nav aria-label={text('browse.path')} className={styles['above']}>
          <ol>
            {items.slice(0, -1).map((item) => (
              <li key={item.id}>
                <Link href={hrefOf(item.id)} dir="auto">
                  {item.name}
                </Link>
                <Icon of={ChevronRight} size={16} isMirrored />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <PageHeading title={here?.name ?? text('browse.files')} pageKey={here?.id ?? ''}>
        <span dir="auto">{here?.name ?? text('browse.files')}</span>
      </PageHeading>
    </div>
  );
}
