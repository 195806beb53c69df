/** Sizes in pixels. */
export interface TileSize {
  readonly width: number;
  readonly pictureHeight: number;
}

export interface TileLayout {
  readonly perRow: number;
  readonly pictureHeight: number;
  readonly rowHeight: number;
  readonly padding: number;
  readonly gap: number;
}

const NARROW = 560;
const NARROW_PICTURE = 112;
const CAPTION = 48;
const PER_ROW_MIN = 2;

/** `size.width` is the minimum width of a tile. A narrow list shows two tiles per row. */
export function tileLayout(listWidth: number, size: TileSize): TileLayout {
  const isNarrow = listWidth < NARROW;
  const padding = isNarrow ? 16 : 24;
  const gap = isNarrow ? 12 : 20;
  const fitting = Math.floor((listWidth - 2 * padding + gap) / (size.width + gap));
  const pictureHeight = isNarrow ? Math.min(NARROW_PICTURE, size.pictureHeight) : size.pictureHeight;
  return {
    perRow: isNarrow ? PER_ROW_MIN : Math.max(PER_ROW_MIN, fitting),
    pictureHeight,
    rowHeight: pictureHeight + CAPTION + gap,
    padding,
    gap,
  };
}
