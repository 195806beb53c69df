import type { NodeId, NodeView } from '@coffer/contracts';
import { ChevronRight, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { pathQuery } from '../../../api/nodes.ts';
import { useQuery, useQueryCache } from '../../../api/use-query.ts';
import { useKeyDown } from '../../../lib/use-key-down.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { makeFolder } from '../actions/node-actions.ts';
import { NameDialog } from '../actions/name-dialog.tsx';
import { FolderList } from './folder-list.tsx';
import styles from './move.module.css';
import type { Target } from './move-nodes.ts';
import { useText } from './texts.ts';

interface MoveDialogProps {
  readonly nodes: readonly NodeView[];
  readonly start: Target;
  /** Undefined in the personal space, whose root is called "Files". */
  readonly rootName: string | undefined;
  readonly onMove: (target: Target) => void;
  readonly onClose: () => void;
}

/** Shows one folder at a time; that folder is the target. */
export function MoveDialog({ nodes, start, rootName, onMove, onClose }: MoveDialogProps) {
  const text = useText();
  const cache = useQueryCache();
  const [folder, setFolder] = useState(start);
  const [isNaming, setNaming] = useState(false);
  const path = useQuery(pathQuery(folder.id));
  const crumbs: readonly Target[] = (path.data?.items ?? [folder]).map(({ id, name }, index) =>
    index === 0 && path.data !== undefined ? { id, name: rootName ?? text('move.files') } : { id, name },
  );
  const above = crumbs.at(-2);
  useKeyDown((event) => {
    if (event.key === 'Backspace' && above !== undefined) setFolder(above);
  });
  const [first] = nodes;
  const isAlreadyHere = nodes.every(({ parentId }) => parentId === folder.id);
  return (
    <Dialog
      isOpen
      title={
        nodes.length === 1 && first !== undefined
          ? text('move.titleOne', { name: first.name })
          : text('move.title', { count: nodes.length })
      }
      closeLabel={text('move.close')}
      onClose={onClose}
      footer={
        <>
          <Button icon={FolderPlus} onClick={() => setNaming(true)}>
            {text('move.newFolder')}
          </Button>
          <span className={styles['gap']} />
          <Button onClick={onClose}>{text('move.cancel')}</Button>
          <Button tone="primary" disabled={isAlreadyHere} onClick={() => onMove(folder)}>
            {text('move.here')}
          </Button>
        </>
      }
    >
      <Crumbs crumbs={crumbs} onGo={setFolder} />
      <FolderList
        key={folder.id}
        folder={folder}
        movedIds={new Set<NodeId>(nodes.map(({ id }) => id))}
        onOpen={setFolder}
      />
      <output className={styles['note']}>
        {isAlreadyHere && text('move.reason.here', { count: nodes.length })}
      </output>
      {isNaming && (
        <NameDialog
          title={text('move.newFolder')}
          onSubmit={(name) =>
            makeFolder(cache, { parentId: folder.id, name, onCreated: (id) => setFolder({ id, name }) })
          }
          onClose={() => setNaming(false)}
        />
      )}
    </Dialog>
  );
}

interface CrumbsProps {
  readonly crumbs: readonly Target[];
  readonly onGo: (folder: Target) => void;
}

function Crumbs({ crumbs, onGo }: CrumbsProps) {
  const text = useText();
  return (
    <nav aria-label={text('move.path')} className={styles['crumbs']}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.id}>
            {index === crumbs.length - 1 ? (
              <strong aria-current="location" dir="auto">
                {crumb.name}
              </strong>
            ) : (
              <>
                <button type="button" dir="auto" onClick={() => onGo(crumb)}>
                  {crumb.name}
                </button>
                <Icon of={ChevronRight} size={16} isMirrored />
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
