export interface Cell {
  /** -1 for the header row. */
  readonly row: number;
  readonly column: number;
}

interface Bounds {
  readonly rows: number;
  readonly columns: number;
  readonly pageRows: number;
  readonly isRightToLeft: boolean;
}

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The cell to which a key of the ARIA grid pattern leads. Undefined for other keys. */
export function cellAfter(cell: Cell, pressed: Pressed, bounds: Bounds): Cell | undefined {
  const isModified = pressed.ctrlKey || pressed.metaKey;
  const next = moved(cell, { key: pressed.key, isModified }, bounds);
  if (next === undefined) return undefined;
  return {
    row: Math.min(bounds.rows - 1, Math.max(-1, next.row)),
    column: Math.min(bounds.columns - 1, Math.max(0, next.column)),
  };
}

function moved(
  { row, column }: Cell,
  { key, isModified }: { readonly key: string; readonly isModified: boolean },
  { rows, columns, pageRows, isRightToLeft }: Bounds,
): Cell | undefined {
  const forwards = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return { row, column: column + (key === forwards ? 1 : -1) };
  if (key === 'ArrowDown') return { row: isModified ? rows - 1 : row + 1, column };
  if (key === 'ArrowUp') return { row: isModified ? 0 : row - 1, column };
  if (key === 'PageDown') return { row: row + pageRows, column };
  if (key === 'PageUp') return { row: Math.max(0, row - pageRows), column };
  if (key === 'Home') return { row: isModified ? 0 : row, column: 0 };
  if (key === 'End') return { row: isModified ? rows - 1 : row, column: columns - 1 };
  return undefined;
}
