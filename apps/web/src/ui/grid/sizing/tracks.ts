import type { GridColumn } from '../grid-types.ts';

type Track = Pick<GridColumn<never>, 'id' | 'width'>;

/** Resized columns shrink if the list is too narrow for them and the names. */
export function tracksOf(columns: readonly Track[], sized: Readonly<Record<string, number>> = {}): string {
  const widths = columns.map(({ id, width = 'minmax(0, 1fr)' }) => {
    const px = sized[id];
    return px === undefined ? width : `minmax(4rem, ${px}px)`;
  });
  return ['var(--grid-check)', ...widths, 'var(--grid-more)'].join(' ');
}
