import type { NodeId, NodeView, SpaceId } from '@coffer/contracts';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import type { DroppedFiles } from '../../../lib/held-drop.ts';
import { useHeldDrop } from '../../../lib/hooks/use-held-drop.ts';
import { hasIndex, type RangeSet } from '../../../lib/ranges/range-set.ts';
import type { GridDrag } from '../../../ui/grid/index.ts';
import type { TakeMany } from '../many/use-many.tsx';
import type { Mode, Target } from '../move/placing.ts';
import type { FolderRows } from '../use-folder-rows.ts';
import type { Aim, Begun, DropAct, DropPlace } from './aim.ts';
import type { Dropped } from './place-dropped.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const loadDrop = () => import('./index.ts');
const DropHint = lazy(async () => ({ default: (await loadDrop()).DropHint }));

/** Marks a drag of rows, as `Files` marks files of the computer. Other windows request the items. */
const NODES = 'application/x-coffer-nodes';
const FILES = 'Files';
/** Marks rows that may be moved, and their space. During a drag, other windows see only the types. */
const IN_SPACE = `${NODES}-`;

interface DropsOptions {
  readonly page: RefObject<HTMLElement | null>;
  readonly folder: Target;
  readonly spaceId: SpaceId;
  readonly rows: FolderRows;
  readonly rowsToActOn: (selection: RangeSet) => Promise<readonly NodeView[]>;
  readonly onDropped: (data: DroppedFiles, folderId?: NodeId) => void;
  readonly onMany: TakeMany;
  readonly onPlace: (mode: Mode, nodes: readonly NodeView[], target: Target) => Promise<void>;
  /** Called for a drop into a folder that may only be viewed. */
  readonly onRefused: () => void;
}

type Stop = () => void;

interface Dragged {
  readonly selection: RangeSet;
  readonly read: () => Promise<readonly NodeView[]>;
  readonly stop: Promise<Stop | undefined>;
}

interface Drops {
  readonly drag: GridDrag<NodeView>;
  /** Names the target while an external drag is over the window. */
  readonly hint: ReactNode;
}

type AnyDrag = Pick<DragEvent, 'dataTransfer'> & Partial<Pick<DragEvent, 'ctrlKey' | 'altKey'>>;

/**
 * Accepts files of the computer and rows of any window, on folders and on spaces. External items can also be dropped
 * into the open folder; Ctrl or Alt copies rows.
 */
export function useDrops(options: DropsOptions): Drops {
  const { folder, spaceId, rows, rowsToActOn, onDropped, onMany, onPlace, onRefused } = options;
  const { mayAdd, mayChange } = useSpaceRights();
  const dragged = useRef<Dragged>(undefined);
  const [aim, setAim] = useState<Aim>();
  const actOf = (
    { dataTransfer, ctrlKey, altKey }: AnyDrag,
    { intoSpace = spaceId, isElsewhere = false }: Partial<DropPlace> = {},
  ): DropAct | undefined => {
    const types = dataTransfer?.types ?? [];
    // Only the server knows what is allowed elsewhere.
    const isOpen = mayAdd || isElsewhere;
    if (types.includes(FILES)) return isOpen ? 'upload' : undefined;
    if (!types.includes(NODES) || (dragged.current === undefined && !isOpen)) return undefined;
    const isMoved = types.includes(IN_SPACE + intoSpace);
    return isMoved && !(ctrlKey || altKey) ? 'move' : 'copy';
  };
  const drop = (target: Target, act: DropAct, data: DataTransfer): void => {
    const own = dragged.current;
    if (act === 'upload') onDropped(data, target.id);
    else if (own === undefined || !takeMany(act, own.selection, target)) {
      // Read now, because neither the data nor the drag outlive the event.
      void place({ dragId: data.getData(NODES), read: own?.read, act, target, onPlace });
    }
  };
  /** Many rows are not read first. Rows that are moved into their own folder stay where they are. */
  const takeMany = (act: Mode, selection: RangeSet, target: Target): boolean =>
    (act === 'move' && target.id === folder.id) || onMany(act, selection, target);
  const carry = async (begun: Begun): Promise<Stop | undefined> => {
    const code = await loadedDrop();
    return code?.carry({ ...begun, page: options.page.current, actOf, onAim: setAim, onDrop: drop });
  };
  useDragsOnPage((event) => {
    const { dataTransfer: data, type, target } = event;
    if (data === null || event.defaultPrevented) return;
    if (type === 'dragenter') {
      const isDroppable = actOf(event, { isElsewhere: true }) !== undefined;
      if (dragged.current === undefined && isDroppable) void carry({ here: folder });
      return;
    }
    const isRefused = !mayAdd && dragged.current === undefined;
    if (!holdsFiles(data) && !(isRefused && data.types.includes(NODES))) return;
    // Without this, the browser would open dropped files in place of the page.
    event.preventDefault();
    const isTaken =
      target instanceof Element &&
      options.page.current?.contains(target) === true &&
      (isRefused || target.closest('[data-drop-folder]') === null);
    data.dropEffect = isTaken ? 'copy' : 'none';
    if (type !== 'drop' || !isTaken) return;
    // Without `preventDefault` on the drag, there would be no drop to show a message for.
    if (isRefused) onRefused();
    else onDropped(data);
  });
  useHeldDrop((files) => (mayAdd ? onDropped(files) : onRefused()));
  const drag: GridDrag<NodeView> = {
    onStart: (_, transfer, selection) => {
      const dragId = crypto.randomUUID();
      const read = async () => await rowsToActOn(selection);
      dragged.current = { selection, read, stop: carry({ lent: { dragId, read } }) };
      transfer.setData(NODES, dragId);
      if (mayChange) transfer.setData(IN_SPACE + spaceId, dragId);
      transfer.effectAllowed = mayChange ? 'copyMove' : 'copy';
    },
    onEnd: () => {
      void dragged.current?.stop.then((stop) => stop?.());
      dragged.current = undefined;
    },
    isTarget: (index, row, dataTransfer) =>
      row.kind === 'folder' &&
      actOf({ dataTransfer }) !== undefined &&
      !(dragged.current !== undefined && hasIndex(dragged.current.selection, index)),
    onOver: (index, event) => {
      const act = actOf(event);
      event.dataTransfer.dropEffect = act === 'move' ? act : 'copy';
      const name = rows.getRow(index)?.name;
      if (act !== undefined && name !== undefined && dragged.current === undefined) setAim({ act, name });
    },
    onDrop: (index, event) => {
      const act = actOf(event);
      const target = rows.getRow(index);
      if (act !== undefined && target !== undefined) drop(target, act, event.dataTransfer);
    },
  };
  const hint = aim !== undefined && (
    <Suspense fallback={null}>
      <DropHint {...aim} />
    </Suspense>
  );
  return { drag, hint };
}

/** Undefined if the code cannot be loaded. */
async function loadedDrop(): Promise<Awaited<ReturnType<typeof loadDrop>> | undefined> {
  const [code] = await Promise.allSettled([loadDrop()]);
  return code.status === 'fulfilled' ? code.value : undefined;
}

async function place(dropped: Dropped): Promise<void> {
  await (await loadedDrop())?.placeDropped(dropped);
}

const TYPES = ['dragenter', 'dragover', 'drop'] as const;

/** Listens on the document, so that row handlers run first. */
function useDragsOnPage(onDrag: (event: DragEvent) => void): void {
  const handle = useEffectEvent(onDrag);
  useEffect(() => {
    const stop = new AbortController();
    for (const type of TYPES) document.addEventListener(type, (event) => handle(event), stop);
    return () => stop.abort();
  }, []);
}

export function holdsFiles(data: DataTransfer): boolean {
  return data.types.includes(FILES);
}
