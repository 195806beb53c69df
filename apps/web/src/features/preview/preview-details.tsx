import type { NodeView } from '@coffer/contracts';
import { Pencil, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { pathQuery } from '../../api/nodes.ts';
import { spacesQuery } from '../../api/spaces.ts';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import styles from './preview.module.css';
import { useText } from './texts.ts';
import { isPicture } from './viewer.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const PictureFacts = lazy(
  async () => ({ default: (await import('./image/details/picture-facts.tsx')).PictureFacts }),
  true,
);

interface PreviewDetailsProps {
  readonly node: NodeView;
  readonly kind: string;
  readonly comments: ReactNode;
  readonly onRename: () => void;
  readonly onTrash: () => void;
  readonly onClose: () => void;
}

/** The details panel. On a phone it includes the actions that do not fit in the bar. */
export function PreviewDetails({ node, kind, comments, onRename, onTrash, onClose }: PreviewDetailsProps) {
  const text = useText();
  const { size, dateTime } = useFormats();
  const { mayChange } = useSpaceRights();
  const path = useQuery(pathQuery(node.id)).data?.items ?? [];
  const space = useQuery(spacesQuery()).data?.items.find(({ id }) => id === node.spaceId);
  const rootName = space === undefined || space.kind === 'personal' ? text('preview.files') : space.name;
  const folders = path.slice(0, -1).map(({ name }, index) => (index === 0 ? rootName : name));
  const facts = [
    ['kind', kind],
    ['size', size(node.sizeBytes ?? 0)],
    ['modified', dateTime(node.modifiedAt)],
    ['added', dateTime(node.createdAt)],
    ['place', folders.join(' / ')],
  ] as const;
  return (
    <aside aria-label={text('preview.details')} className={styles['details']}>
      <header className={styles['detailsHead']}>
        <h2>{text('preview.details')}</h2>
        <IconButton icon={X} size="small" label={text('preview.closeDetails')} onClick={onClose} />
      </header>
      <dl className={styles['facts']}>
        {facts.map(([id, words]) => (
          <div key={id} className={styles['fact']}>
            <dt>{text(`preview.${id}`)}</dt>
            <dd dir="auto">{words}</dd>
          </div>
        ))}
      </dl>
      {isPicture(node) && (
        <Suspense fallback={null}>
          <PictureFacts key={node.versionId} node={node} />
        </Suspense>
      )}
      <div className={styles['comments']}>{comments}</div>
      {mayChange && (
        <div className={styles['detailsActions']}>
          <Button icon={Pencil} onClick={onRename}>
            {text('preview.rename')}
          </Button>
          <Button icon={Trash2} onClick={onTrash}>
            {text('preview.trash')}
          </Button>
        </div>
      )}
    </aside>
  );
}
