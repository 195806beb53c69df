import type { NodeId, SpaceId, TrashEntry, TrashSummary } from '@coffer/contracts';
import { DAY_MS, SECOND_MS } from '@coffer/kit';
import { CalendarClock, CircleAlert, FolderInput, RotateCcw, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApiError } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { type TrashSorting, trashSummaryQuery } from '../../api/trash/trash.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { EMPTY_RANGE_SET } from '../../lib/ranges/range-set.ts';
import { useFollowedSelection } from '../../lib/selection/use-followed-selection.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { isCovered } from '../../lib/keys/is-covered.ts';
import { commandOf } from '../../lib/keys/key-of.ts';
import { useKeyDown } from '../../lib/keys/use-key-down.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { focusHeadingIfLost } from '../../ui/page/focus-heading.ts';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { PageTabs } from '../../ui/page/page-tabs.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import type { ConflictsSlot } from './acts/asked.ts';
import { type FolderPickerSlot, useTrashActs } from './acts/use-acts.tsx';
import { SortMenu } from './sort-menu.tsx';
import { useText } from './texts.ts';
import { TrashGrid } from './trash-grid.tsx';
import type { TrashViewing } from './trash-preview.ts';
import styles from './trash.module.css';
import { useTrashRows } from './use-trash-rows.ts';

const PROGRESS_EVERY_MS = 2 * SECOND_MS;
const NEWEST_FIRST: TrashSorting = { sort: 'trashed', order: 'desc' };

interface TrashSpace {
  readonly id: SpaceId;
  /** Undefined for the personal space, whose root name is translated. */
  readonly name: string | undefined;
  readonly href: string;
  /** Undefined while unknown. */
  readonly rootId: NodeId | undefined;
  /** Whether the space is on hold, so that nothing can be deleted permanently. */
  readonly isOnHold: boolean;
}

interface TrashProps {
  readonly spaceId: SpaceId;
  readonly spaces: readonly TrashSpace[];
  /** Decorative. */
  readonly renderMark: (node: TrashEntry['node']) => ReactNode;
  readonly renderFolderPicker: (slot: FolderPickerSlot) => ReactNode;
  readonly renderConflicts: (slot: ConflictsSlot) => ReactNode;
  readonly renderPreview: (viewing: TrashViewing) => ReactNode;
  /** Changes how long the space keeps its trash. */
  readonly renderRetention: (onClose: () => void) => ReactNode;
  /** Called because uploads may be waiting for the freed space. */
  readonly onRoomFreed: () => void;
}

export function Trash({
  spaceId,
  spaces,
  renderMark,
  renderFolderPicker,
  renderConflicts,
  onRoomFreed,
  ...props
}: TrashProps) {
  const text = useText();
  const words = useErrorTexts();
  const [sorting, setSorting] = useState(NEWEST_FIRST);
  const [isRetaining, setRetaining] = useState(false);
  const rows = useTrashRows(spaceId, sorting);
  const summary = useQuery(trashSummaryQuery(spaceId));
  const { mayPurge } = useSpaceRights();
  const space = spaces.find(({ id }) => id === spaceId);
  const isOnHold = space?.isOnHold === true;
  const { selection, setSelection, putBack, rowsFor } = useFollowedSelection<TrashEntry>({
    ...rows,
    keyAt: (index) => rows.getRow(index)?.node.id,
    keyOf: ({ node }) => node.id,
    onLost: () => showToast({ text: text('trash.selectionLost'), key: 'selection' }),
  });
  const deleting = summary.data?.deleting ?? 0;
  useEvery(deleting > 0 ? PROGRESS_EVERY_MS : undefined, summary.refetch);
  // A hold ends a deletion, and frees nothing.
  useEnd(deleting > 0, isOnHold ? ignore : onRoomFreed);
  const acts = useTrashActs({
    spaceId,
    rows,
    rowsFor,
    root:
      space?.rootId === undefined ? undefined : { id: space.rootId, name: space.name ?? text('trash.files') },
    storeKeepsMs: summary.data?.storeKeepsMs,
    renderFolderPicker,
    renderConflicts,
    onBegun: () => setSelection(EMPTY_RANGE_SET),
    onRoomFreed,
  });
  useEnd((rows.total ?? 0) > 0 || acts.isOpen, focusHeadingIfLost);
  useKeyDown((event) => {
    const isUndo = commandOf(event) === 'z';
    const isEscape = event.key === 'Escape' && selection.count > 0;
    if (!(isUndo || isEscape) || isCovered()) return;
    event.preventDefault();
    // A key that is held down must not undo one action after the other.
    if (event.repeat) return;
    if (isUndo) void acts.undoNewest();
    else setSelection(EMPTY_RANGE_SET);
  });
  const intro = useIntro(summary.data, isOnHold);
  if (rows.error !== undefined && rows.total === undefined) {
    return (
      <EmptyState
        icon={CircleAlert}
        headingLevel={1}
        title={text('trash.failed.title')}
        text={words.ofError(rows.error)}
        action={<Button onClick={rows.retry}>{text('trash.retry')}</Button>}
      />
    );
  }
  const isEmpty = (rows.total ?? 0) === 0;
  const isShared = space?.name !== undefined;
  return (
    <PageFrame
      title={text('trash.title')}
      intro={intro}
      kind="list"
      {...(spaces.length > 1 ? { tabs: <SpaceTabs spaceId={spaceId} spaces={spaces} /> } : {})}
      action={
        isEmpty && !mayPurge ? undefined : (
          <Actions
            isEmpty={isEmpty}
            mayPurge={mayPurge}
            isOnHold={isOnHold}
            onEmpty={acts.empty}
            onRetention={() => setRetaining(true)}
          >
            <SortMenu isShared={isShared} sorting={sorting} onSort={setSorting} />
          </Actions>
        )
      }
      tools={
        selection.count > 0 ? (
          <SelectionTools
            count={selection.count}
            onRestore={() => void acts.restore(selection)}
            onRestoreTo={() => void acts.restoreTo(selection)}
            onPurge={mayPurge ? () => void acts.purge(selection) : undefined}
            isOnHold={isOnHold}
            onClear={() => setSelection(EMPTY_RANGE_SET)}
          />
        ) : undefined
      }
    >
      <div className={styles['frame']}>
        <AboveList deleting={deleting} error={rows.error} onRetry={rows.retry} />
        <TrashGrid
          rows={rows}
          keptDays={isOnHold ? undefined : daysOf(summary.data)}
          isOnHold={isOnHold}
          rootName={space?.name ?? text('trash.files')}
          isShared={isShared}
          renderMark={renderMark}
          sorting={sorting}
          onSort={setSorting}
          selection={selection}
          onSelectionChange={setSelection}
          putBack={putBack}
          renderPreview={props.renderPreview}
          onRestore={acts.restore}
          onRestoreTo={acts.restoreTo}
          onPurge={mayPurge ? acts.purge : undefined}
        />
      </div>
      {acts.dialogs}
      {isRetaining && props.renderRetention(() => setRetaining(false))}
    </PageFrame>
  );
}

const ignore = (): void => undefined;

/** Calls `onEnd` when `isGoing` becomes false. */
function useEnd(isGoing: boolean, onEnd: () => void): void {
  const was = useRef(false);
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    if (was.current && !isGoing) tell();
    was.current = isGoing;
  }, [isGoing]);
}

function daysOf(summary: TrashSummary | undefined): number | undefined {
  return summary === undefined ? undefined : summary.keptMs / DAY_MS;
}

function useIntro(summary: TrashSummary | undefined, isOnHold: boolean): string {
  const text = useText();
  const { size } = useFormats();
  const days = daysOf(summary);
  // A placeholder of the same height, so that nothing moves.
  if (summary === undefined || days === undefined) return '\u00a0';
  const kept = isOnHold ? text('trash.held') : text('trash.intro', { days });
  if (summary.items === 0) return kept;
  return `${kept} ${text('trash.takes', { size: size(summary.sizeBytes) })}`;
}

interface ActionsProps {
  readonly isEmpty: boolean;
  readonly mayPurge: boolean;
  readonly isOnHold: boolean;
  readonly onEmpty: () => void;
  readonly onRetention: () => void;
  /** The menu that sorts. */
  readonly children: ReactNode;
}

function Actions({ isEmpty, mayPurge, isOnHold, onEmpty, onRetention, children }: ActionsProps) {
  const text = useText();
  return (
    <>
      {!isEmpty && <span className={styles['sort']}>{children}</span>}
      {mayPurge && <IconButton icon={CalendarClock} label={text('trash.retention')} onClick={onRetention} />}
      {mayPurge && !isEmpty && (
        <Button icon={Trash2} onClick={onEmpty} disabled={isOnHold}>
          {text('trash.emptyAll')}
        </Button>
      )}
    </>
  );
}

interface SelectionToolsProps {
  readonly count: number;
  readonly onRestore: () => void;
  readonly onRestoreTo: () => void;
  readonly onPurge: (() => void) | undefined;
  readonly isOnHold: boolean;
  readonly onClear: () => void;
}

function SelectionTools(props: SelectionToolsProps) {
  const { count, onRestore, onRestoreTo, onPurge, isOnHold, onClear } = props;
  const text = useText();
  return (
    <>
      <output className={styles['selected']}>{text('trash.selected', { count })}</output>
      <Button icon={RotateCcw} tone="primary" onClick={onRestore}>
        {text('trash.restore')}
      </Button>
      <span className={styles['wide']}>
        <Button icon={FolderInput} onClick={onRestoreTo}>
          {text('trash.restoreTo')}
        </Button>
      </span>
      <span className={styles['narrow']}>
        <IconButton icon={FolderInput} label={text('trash.restoreTo')} onClick={onRestoreTo} />
      </span>
      {onPurge !== undefined && (
        <>
          <span className={styles['wide']}>
            <Button icon={Trash2} onClick={onPurge} disabled={isOnHold}>
              {text('trash.purge')}
            </Button>
          </span>
          <span className={styles['narrow']}>
            <IconButton icon={Trash2} label={text('trash.purge')} onClick={onPurge} disabled={isOnHold} />
          </span>
        </>
      )}
      <IconButton icon={X} label={text('trash.clear')} onClick={onClear} />
    </>
  );
}

function Deleting({ count }: { readonly count: number }) {
  const text = useText();
  return (
    <output className={styles['deleting']}>
      {count > 0 && (
        <>
          <span>{text('trash.purging', { count })}</span>
          <ProgressBar label={text('trash.purging', { count })} value={undefined} />
        </>
      )}
    </output>
  );
}

interface FailedRowsProps {
  readonly error: ApiError;
  readonly onRetry: () => void;
}

interface AboveListProps extends Omit<FailedRowsProps, 'error'> {
  readonly deleting: number;
  readonly error: ApiError | undefined;
}

function AboveList({ deleting, error, onRetry }: AboveListProps) {
  return (
    <div>
      <Deleting count={deleting} />
      {error !== undefined && <FailedRows error={error} onRetry={onRetry} />}
    </div>
  );
}

function FailedRows({ error, onRetry }: FailedRowsProps) {
  const text = useText();
  const words = useErrorTexts();
  // The button of the banner goes with it.
  useEffect(() => focusHeadingIfLost, []);
  return (
    <div className={styles['failed']}>
      <Banner
        tone="danger"
        isAlert
        title={text('trash.failed.rows')}
        action={<Button onClick={onRetry}>{text('trash.retry')}</Button>}
      >
        <p>{words.ofError(error)}</p>
      </Banner>
    </div>
  );
}

function SpaceTabs({ spaceId, spaces }: Pick<TrashProps, 'spaceId' | 'spaces'>) {
  const text = useText();
  return (
    <PageTabs
      label={text('trash.spaces')}
      links={spaces.map(({ id, name, href }) => ({
        href,
        label: name ?? text('trash.files'),
        isCurrent: id === spaceId,
      }))}
    />
  );
}
