/** Longer lines are read from their beginning only. */
const WHOLE_LINE_BYTES_MAX = 32 * 1024;
/** Contains the longest line that is shown, in any encoding. */
const LINE_BEGINNING_BYTES = 8_000;
const PART_BYTES_MAX = 2 * 1024 * 1024;

/** Bytes that contain consecutive lines, or the beginning of one long line. */
export interface BlockPart {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The number of its first line within the block. */
  readonly line: number;
  readonly count: number;
}

/** Divides a block into parts to read. `starts` are the offsets of its lines, and the end of the last one. */
export function partsOf(starts: readonly number[]): readonly BlockPart[] {
  const parts: BlockPart[] = [];
  let open: BlockPart | undefined;
  const close = (): void => {
    if (open !== undefined && open.to > open.from) parts.push(open);
    open = undefined;
  };
  for (let line = 0; line < starts.length - 1; line += 1) {
    const from = starts[line] ?? 0;
    const to = starts[line + 1] ?? from;
    if (to - from > WHOLE_LINE_BYTES_MAX) {
      close();
      parts.push({ from, to: from + LINE_BEGINNING_BYTES, line, count: 1 });
      continue;
    }
    if (open !== undefined && to - open.from > PART_BYTES_MAX) close();
    open = open === undefined ? { from, to, line, count: 1 } : { ...open, to, count: open.count + 1 };
  }
  close();
  return parts;
}
