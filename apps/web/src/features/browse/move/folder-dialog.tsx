import type { NodeId, NodeView, OperationResponse } from '@coffer/contracts';
import { FolderPlus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { pathQuery } from '../../../api/nodes.ts';
import { sharedWithMeQuery } from '../../../api/sharing/sharing.ts';
import { rightsOf, useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { spacesQuery } from '../../../api/spaces.ts';
import { usePages } from '../../../api/calls/use-pages.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { useKeyDown } from '../../../lib/keys/use-key-down.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { FolderPath } from '../../../ui/listing/folder-path.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { makeFolder } from '../actions/node-actions.ts';
import { NameDialog } from '../actions/name-dialog.tsx';
import { FolderList } from './folder-list.tsx';
import { FoundList } from './found-list.tsx';
import styles from './move.module.css';
import type { Mode, Target } from './placing.ts';
import { SpaceList, type Top } from './space-list.tsx';
import { useText } from './texts.ts';
import { type FoundFolders, useFoundFolders } from './use-found-folders.ts';

interface FolderDialogProps {
  readonly mode: Mode | 'restore';
  readonly nodes: readonly NodeView[];
  /** Number of items, if there are more than `nodes` names. */
  readonly count?: number;
  readonly start: Target;
  /** Undefined in the personal space, whose root is called "Files". */
  readonly rootName: string | undefined;
  readonly onChoose: (target: Target) => void;
  readonly onClose: () => void;
}

const NONE: ReadonlySet<NodeId> = new Set();
const BY_NAME = { sort: 'name', order: 'asc' } as const;

/** Shows one folder at a time; the shown folder is the target. It may be in another space. */
export function FolderDialog(props: FolderDialogProps) {
  const { mode, nodes, count = nodes.length, start, rootName, onChoose, onClose } = props;
  const text = useText();
  const cache = useQueryCache();
  const place = usePlace(mode, start, rootName);
  const { open } = place;
  const movedIds = mode === 'move' ? new Set(nodes.map(({ id }) => id)) : NONE;
  const [first] = nodes;
  const search = useSearch({ spaceId: mode === 'restore' ? first?.spaceId : undefined, movedIds, open });
  // While the search is open, no folder is chosen.
  const folder = search.isOpen ? undefined : place.folder;
  const [isNaming, setNaming] = useState(false);
  useKeyDown((event) => {
    if (event.key === 'Backspace' && !search.isOpen) place.goUp?.();
  });
  const isAlreadyHere =
    mode === 'move' &&
    (nodes.length === 0 ? folder?.id === start.id : nodes.every(({ parentId }) => parentId === folder?.id));
  return (
    <Dialog
      isOpen
      title={
        nodes.length === 1 && first !== undefined
          ? text(`place.${mode}.titleOne`, { name: first.name })
          : text(`place.${mode}.title`, { count })
      }
      closeLabel={text('move.close')}
      onClose={onClose}
      footer={
        <>
          <Button icon={FolderPlus} disabled={folder === undefined} onClick={() => setNaming(true)}>
            {text('move.newFolder')}
          </Button>
          <span className={styles['gap']} />
          <Button onClick={onClose}>{text('move.cancel')}</Button>
          <Button
            tone="primary"
            disabled={folder === undefined || isAlreadyHere}
            onClick={() => {
              if (folder !== undefined) onChoose(folder);
            }}
          >
            {text(`place.${mode}.here`)}
          </Button>
        </>
      }
    >
      {(mode !== 'restore' || first !== undefined) && search.field}
      {search.isOpen ? (
        <FoundList found={search.found} list={search.list} onOpen={search.choose} />
      ) : (
        <FolderPath
          label={text('move.path')}
          steps={place.crumbs}
          onOpen={open}
          top={place.showSpaces && { name: text('move.spaces'), onOpen: place.showSpaces }}
        />
      )}
      {!search.isOpen && folder === undefined && <SpaceList tops={place.tops} onOpen={open} />}
      {folder !== undefined && (
        <FolderList key={folder.id} folder={folder} movedIds={movedIds} onOpen={open} />
      )}
      <output className={styles['note']}>{isAlreadyHere && text('move.reason.here', { count })}</output>
      {isNaming && folder !== undefined && (
        <NameDialog
          title={text('move.newFolder')}
          onSubmit={(name) =>
            makeFolder(cache, { parentId: folder.id, name, onCreated: (id) => open({ id, name }) })
          }
          onClose={() => setNaming(false)}
        />
      )}
    </Dialog>
  );
}

interface Search {
  readonly field: ReactNode;
  readonly isOpen: boolean;
  readonly found: FoundFolders;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly choose: (folder: Target) => void;
}

/** Enter opens the best match, the down arrow moves to the list, and Escape returns to the folders. */
function useSearch({ open, ...where }: Parameters<typeof useFoundFolders>[1] & Pick<Place, 'open'>): Search {
  const text = useText();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const found = useFoundFolders(typed, where);
  const isOpen = typed.trim() !== '';
  const choose = ({ id, name }: Target): void => {
    setTyped('');
    // The list of folders takes the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    open({ id, name });
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const best = found.isCurrent ? found.folders?.find(({ isMoved }) => !isMoved) : undefined;
    if (event.key === 'Escape') setTyped('');
    else if (event.key === 'Enter') {
      if (best !== undefined) choose(best.hit.node);
    } else if (event.key === 'ArrowDown') list.current?.querySelector<HTMLElement>('[role="row"]')?.focus();
    else return;
    event.preventDefault();
    // Keeps the dialog open.
    event.stopPropagation();
  };
  const words = text('move.find');
  const field = (
    <SearchField label={words} hint={words} value={typed} onChange={setTyped} onKeyDown={handleKey} />
  );
  return { field, isOpen, found, list, choose };
}

interface Place {
  /** Undefined while the list of spaces is shown. */
  readonly folder: Target | undefined;
  /** Spaces and shared folders into which the person may add items. */
  readonly tops: readonly Top[];
  readonly crumbs: readonly Target[];
  readonly open: (folder: Target) => void;
  readonly goUp: (() => void) | undefined;
  /** Undefined if there is nothing else to show. */
  readonly showSpaces: (() => void) | undefined;
}

function usePlace(mode: FolderDialogProps['mode'], start: Target, rootName: string | undefined): Place {
  const text = useText();
  const { mayAdd } = useSpaceRights();
  // Restored items stay in their own space.
  const isAnywhere = mode !== 'restore';
  const [folder, setFolder] = useState<Target | undefined>(isAnywhere && !mayAdd ? undefined : start);
  const path = useQuery(pathQuery((folder ?? start).id));
  const all = useQuery(spacesQuery(), { isEnabled: isAnywhere });
  const shared = usePages(sharedWithMeQuery(BY_NAME), { isEnabled: isAnywhere });
  const spaces = isAnywhere ? (all.data?.items ?? []).filter(({ role }) => rightsOf(role).mayAdd) : [];
  const folders = isAnywhere ? shared.items.flatMap(sharedTop) : [];
  const tops = [
    ...spaces.map(
      ({ rootId, kind, name, color }): Top =>
        kind === 'personal' ? { id: rootId, name: text('move.files') } : { id: rootId, name, color },
    ),
    ...folders,
  ];
  const nameOf = ({ id, name }: Target, isTop: boolean): string => {
    if (!isTop) return name;
    const top = tops.find((each) => each.id === id);
    return top?.name ?? (isAnywhere && all.data !== undefined ? name : (rootName ?? text('move.files')));
  };
  const crumbs =
    folder === undefined
      ? []
      : (path.data?.items ?? [folder]).map((crumb, index) => ({
          id: crumb.id,
          name: nameOf(crumb, index === 0 && path.data !== undefined),
        }));
  const isElsewhere = tops.some(({ id }) => id !== crumbs[0]?.id);
  const showSpaces = isElsewhere ? () => setFolder(undefined) : undefined;
  const above = crumbs.at(-2);
  const goUp = above === undefined ? showSpaces : () => setFolder(above);
  return { folder, tops, crumbs, open: setFolder, goUp, showSpaces };
}

type Shared = OperationResponse<'listSharedWithMe'>['items'][number];

function sharedTop({ node, grant, grantedBy }: Shared): readonly Top[] {
  if (node.kind !== 'folder' || !rightsOf(grant.role).mayAdd) return [];
  return [{ id: node.id, name: node.name, sharedBy: grantedBy }];
}
