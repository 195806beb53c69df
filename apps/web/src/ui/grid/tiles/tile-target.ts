export interface TilePlace {
  readonly rowCount: number;
  readonly perRow: number;
  /** Number of rows of tiles that are completely visible. */
  readonly pageRows: number;
  readonly isRightToLeft: boolean;
}

/** The tile to which a key moves the focus. Undefined for a key that does not move it. */
export function tileTarget(key: string, focus: number, place: TilePlace): number | undefined {
  const page = Math.max(1, place.pageRows);
  switch (key) {
    case 'ArrowRight':
      return focus + (place.isRightToLeft ? -1 : 1);
    case 'ArrowLeft':
      return focus + (place.isRightToLeft ? 1 : -1);
    case 'ArrowDown':
      return rowsAway(focus, 1, place);
    case 'ArrowUp':
      return rowsAway(focus, -1, place);
    case 'PageDown':
      return rowsAway(focus, page, place);
    case 'PageUp':
      return rowsAway(focus, -page, place);
    case 'Home':
      return 0;
    case 'End':
      return place.rowCount - 1;
    default:
      return undefined;
  }
}

/** Keeps the column, except in a shorter last row. */
function rowsAway(focus: number, rows: number, { rowCount, perRow }: TilePlace): number {
  const column = focus % perRow;
  const lastRow = Math.floor((rowCount - 1) / perRow);
  const row = Math.max(0, Math.min(lastRow, Math.floor(focus / perRow) + rows));
  return Math.min(rowCount - 1, row * perRow + column);
}
