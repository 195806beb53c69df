import { LIMITS, type NodeId, type NodeView } from '@coffer/contracts';
import { ChevronRight } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { childrenQuery } from '../../../api/nodes.ts';
import { useQueries } from '../../../api/calls/use-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { KindMark } from '../kinds/kind-mark.tsx';
import choice from '../../../ui/listing/folder-choice.module.css';
import styles from './move.module.css';
import type { Target } from './placing.ts';
import { useText } from './texts.ts';
import { useTakesFocus } from './use-takes-focus.ts';

interface FolderListProps {
  readonly folder: Target;
  readonly movedIds: ReadonlySet<NodeId>;
  readonly onOpen: (folder: Target) => void;
}

const BY_NAME = { sort: 'name', order: 'asc' } as const;
const PAGE = LIMITS.childrenPageSize;

/** Lists the folders within one folder, fetched when shown. Pass the folder's id as `key`. */
export function FolderList({ folder, movedIds, onOpen }: FolderListProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const takesFocus = useTakesFocus();
  const [pages, setPages] = useState(1);
  const results = useQueries(
    Array.from({ length: pages }, (_, page) =>
      childrenQuery(folder.id, BY_NAME, { at: page * PAGE, limit: PAGE }),
    ),
  );
  const failed = results.find(({ data, failure }) => data === undefined && failure !== undefined);
  const items = results.flatMap(({ data }) => data?.items ?? []);
  const folders = items.filter(({ kind }) => kind === 'folder');
  const isPending = results.some(({ data }) => data === undefined);
  const box = useRef<HTMLDivElement>(null);
  const ask = useFocusOnNew(box, isPending);
  if (failed !== undefined && folders.length === 0) {
    return (
      <div className={choice['list']}>
        <Refusal words={ofFailure(failed.failure)} />
        <Button onClick={() => void failed.refetch()}>{text('move.retry')}</Button>
      </div>
    );
  }
  if (isPending && folders.length === 0) {
    return (
      <output aria-label={text('move.loading')} className={choice['list']}>
        <Skeleton height="40px" />
        <Skeleton height="40px" />
      </output>
    );
  }
  // Folders are sorted before files, so a loaded file means that all folders are loaded.
  const hasMore = folders.length === items.length && items.length < (results[0]?.data?.total ?? 0);
  if (folders.length === 0 && !hasMore) return <Empty takesFocus={takesFocus} />;
  return (
    <div ref={box} className={choice['list']}>
      <GridList
        aria-label={text('move.folders', { name: folder.name })}
        className={styles['folders'] ?? ''}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- keyboard users continue in the list after opening a folder
        autoFocus={takesFocus && 'first'}
        selectionMode="none"
        onAction={(key) => {
          const chosen = folders.find(({ id }) => id === key);
          if (chosen !== undefined) onOpen(chosen);
        }}
      >
        {folders.map((each) => (
          <FolderItem key={each.id} folder={each} isMoved={movedIds.has(each.id)} />
        ))}
      </GridList>
      <Refusal words={ofFailure(failed?.failure)} />
      {hasMore && (
        <Button
          isBusy={isPending && failed === undefined}
          onBlur={ask.end}
          onClick={() => {
            ask.begin(folders.length);
            if (failed === undefined) setPages(pages + 1);
            else void failed.refetch();
          }}
        >
          {text(failed === undefined ? 'move.more' : 'move.retry')}
        </Button>
      )}
    </div>
  );
}

interface Ask {
  /** `before` is the number of rows before the next page is loaded. */
  readonly begin: (before: number) => void;
  /** Called when the person has moved the focus elsewhere. */
  readonly end: () => void;
}

/**
 * Moves the focus from the button that loads more to the first new row, because the button disappears with the last
 * page.
 */
function useFocusOnNew(box: RefObject<HTMLElement | null>, isPending: boolean): Ask {
  const asked = useRef<number>(undefined);
  useEffect(() => {
    const before = asked.current;
    if (before === undefined || isPending) return undefined;
    // The list renders its rows a little later.
    const frame = requestAnimationFrame(() => {
      asked.current = undefined;
      const rows = [...(box.current?.querySelectorAll<HTMLElement>('[role="row"]') ?? [])];
      (rows.slice(before).find(isOpen) ?? rows.findLast(isOpen))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  });
  return {
    begin: (before) => {
      asked.current = before;
    },
    end: () => {
      asked.current = undefined;
    },
  };
}

function isOpen(row: HTMLElement): boolean {
  return row.ariaDisabled !== 'true';
}

/** Takes the focus in place of rows, because the Tab key would not leave a list without rows. */
function Empty({ takesFocus }: { readonly takesFocus: boolean }) {
  const text = useText();
  return (
    <div className={choice['list']}>
      <p ref={takesFocus ? focusOnce : undefined} tabIndex={-1} className={styles['empty']}>
        {text('move.empty')}
      </p>
    </div>
  );
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

function FolderItem({ folder, isMoved }: { readonly folder: NodeView; readonly isMoved: boolean }) {
  const text = useText();
  return (
    <GridListItem
      id={folder.id}
      textValue={folder.name}
      isDisabled={isMoved}
      className={styles['folder'] ?? ''}
    >
      <KindMark kind="folder" />
      <span dir="auto" className={choice['name']}>
        {folder.name}
      </span>
      {isMoved ? (
        <span className={styles['reason']}>{text('move.reason.moving')}</span>
      ) : (
        <Icon of={ChevronRight} size={16} isMirrored />
      )}
    </GridListItem>
  );
}
