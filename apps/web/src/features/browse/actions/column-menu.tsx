import { ArrowLeft, ArrowRight, EyeOff, RotateCcw } from 'lucide-react';
import { getPreferences, setPreferences } from '../../../lib/preferences.ts';
import type { ColumnMenuRequest } from '../../../ui/grid/index.ts';
import { ContextMenu } from '../../../ui/overlays/context-menu.tsx';
import type { MenuEntry } from '../../../ui/overlays/index.ts';
import { areColumnsChanged, resetColumns } from './reset-columns.ts';
import { useText } from './texts.ts';

interface ColumnMenuProps {
  readonly asked: ColumnMenuRequest;
  readonly onOrder: (ids: readonly string[], movedId: string) => void;
  readonly onClose: () => void;
}

/** The menu of a column heading: moves and hides its column, and resets all columns. */
export function ColumnMenu({ asked: { columns, at, anchor }, onOrder, onClose }: ColumnMenuProps) {
  const text = useText();
  const column = columns[at];
  if (column === undefined) return null;
  const step = document.documentElement.dir === 'rtl' ? -1 : 1;
  const moveTo = (to: number): void => {
    const ids = columns.map(({ id }) => id).filter((id) => id !== column.id);
    onOrder(ids.toSpliced(to, 0, column.id), column.id);
  };
  const mayMove = (to: number): boolean => column.isRowHeader !== true && to >= 1 && to < columns.length;
  const move = (id: 'left' | 'right', to: number): readonly MenuEntry[] =>
    mayMove(to)
      ? [
          {
            id,
            label: text(`browse.columns.${id}`),
            icon: id === 'left' ? ArrowLeft : ArrowRight,
            keys: id === 'left' ? 'Ctrl Shift ←' : 'Ctrl Shift →',
          },
        ]
      : [];
  const entries: readonly MenuEntry[] = [
    ...move('left', at - step),
    ...move('right', at + step),
    ...(column.isRowHeader === true
      ? []
      : [{ id: 'hide', label: text('browse.columns.hide'), icon: EyeOff, startsGroup: true }]),
    {
      id: 'reset',
      label: text('browse.columns.reset'),
      icon: RotateCcw,
      startsGroup: true,
      isDisabled: !areColumnsChanged(getPreferences()),
    },
  ];
  return (
    <ContextMenu
      label={column.label}
      heading={column.label}
      anchor={anchor}
      entries={entries}
      onAction={(id) => {
        if (id === 'left') moveTo(at - step);
        if (id === 'right') moveTo(at + step);
        if (id === 'hide') {
          setPreferences({ hiddenColumns: [...getPreferences().hiddenColumns, column.id] });
        }
        if (id === 'reset') resetColumns();
      }}
      onClose={onClose}
    />
  );
}
