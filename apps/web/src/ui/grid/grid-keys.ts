import type { GridCommand, GridReach, GridView } from './grid-machine.ts';
import { tileTarget } from './tiles/tile-target.ts';

export interface KeyPress {
  /** Named as in shortcuts. */
  readonly key: string;
  /** Ctrl, or Command on a Mac. */
  readonly isCommand: boolean;
  readonly isShift: boolean;
  readonly isAlt: boolean;
}

export interface KeyContext extends GridView {
  readonly rowCount: number;
  readonly pageRows: number;
  readonly cellCount: number;
  /** Tiles in one row; undefined in a list. */
  readonly perRow?: number | undefined;
  readonly isRightToLeft: boolean;
  readonly isOnControl: boolean;
}

export type GridRequestName = 'open' | 'rename' | 'delete' | 'delete-permanently' | 'menu';

export type KeyOutcome = GridCommand | { readonly type: 'ask'; readonly name: GridRequestName };

/** Returns undefined for a key that is not handled. */
export function outcomeOfKey(press: KeyPress, context: KeyContext): KeyOutcome | undefined {
  if (press.isAlt) return undefined;
  return (
    rowMove(press, context) ??
    cellMove(press, context) ??
    selectionChange(press, context) ??
    request(press, context)
  );
}

export function isCharacter(press: KeyPress): boolean {
  return !press.isCommand && !press.isAlt && /^.$/u.test(press.key);
}

function rowMove(press: KeyPress, context: KeyContext): KeyOutcome | undefined {
  const { focus, cell } = context.state;
  const isInCell = cell >= 0;
  const isPlain = !press.isCommand && !press.isShift;
  if (isInCell && isPlain && (press.key === 'Home' || press.key === 'End')) return undefined;
  const to =
    context.perRow === undefined
      ? rowTarget(press.key, focus, context)
      : tileTarget(press.key, focus, { ...context, perRow: context.perRow });
  if (to === undefined || context.rowCount === 0) return undefined;
  return { type: 'go', to: Math.max(0, Math.min(to, context.rowCount - 1)), reach: reachOf(press, isInCell) };
}

function rowTarget(key: string, focus: number, context: KeyContext): number | undefined {
  const page = Math.max(1, context.pageRows - 1);
  switch (key) {
    case 'ArrowDown':
      return focus + 1;
    case 'ArrowUp':
      return focus - 1;
    case 'PageDown':
      return focus + page;
    case 'PageUp':
      return focus - page;
    case 'Home':
      return 0;
    case 'End':
      return context.rowCount - 1;
    default:
      return undefined;
  }
}

function reachOf(press: KeyPress, isInCell: boolean): GridReach {
  if (press.isShift) return press.isCommand ? 'extend-add' : 'extend';
  return press.isCommand || isInCell ? 'focus' : 'select';
}

function cellMove(press: KeyPress, context: KeyContext): KeyOutcome | undefined {
  if (press.isCommand || press.isShift || context.rowCount === 0 || context.perRow !== undefined)
    return undefined;
  const { cell } = context.state;
  const last = context.cellCount - 1;
  switch (press.key) {
    case 'Home':
      return { type: 'cell', to: 0 };
    case 'End':
      return { type: 'cell', to: last };
    case 'ArrowRight':
    case 'ArrowLeft': {
      const isForward = (press.key === 'ArrowRight') !== context.isRightToLeft;
      if (isForward) return { type: 'cell', to: Math.min(last, cell + 1) };
      return cell < 0 ? undefined : { type: 'cell', to: cell - 1 };
    }
    default:
      return undefined;
  }
}

function selectionChange(press: KeyPress, context: KeyContext): KeyOutcome | undefined {
  const { state, selection, rowCount } = context;
  switch (press.key) {
    case ' ':
      if (context.isOnControl || rowCount === 0) return undefined;
      if (press.isShift) return { type: 'go', to: state.focus, reach: 'extend' };
      return { type: 'toggle', index: state.focus };
    case 'a':
    case 'A':
      return press.isCommand && !press.isShift ? { type: 'all' } : undefined;
    case 'Escape':
      if (state.cell >= 0) return { type: 'cell', to: -1 };
      return selection.count > 0 ? { type: 'none' } : undefined;
    default:
      return undefined;
  }
}

function request(press: KeyPress, context: KeyContext): KeyOutcome | undefined {
  if (press.isCommand || context.rowCount === 0) return undefined;
  switch (press.key) {
    case 'Enter':
      return press.isShift || context.isOnControl ? undefined : { type: 'ask', name: 'open' };
    case 'F2':
      return press.isShift ? undefined : { type: 'ask', name: 'rename' };
    case 'Delete':
      return { type: 'ask', name: press.isShift ? 'delete-permanently' : 'delete' };
    case 'F10':
      return press.isShift ? { type: 'ask', name: 'menu' } : undefined;
    case 'ContextMenu':
      return { type: 'ask', name: 'menu' };
    default:
      return undefined;
  }
}
