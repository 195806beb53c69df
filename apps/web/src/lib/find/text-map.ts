const BLOCKS =
  'p, div, li, td, th, tr, h1, h2, h3, h4, h5, h6, section, article, header, footer, pre, blockquote, dt, dd, figcaption, main, body';

/** Separates two blocks. Search text never contains this character. */
export const BLOCK_END = '\0';

export interface TextMap {
  readonly text: string;
  /** The text nodes in document order. */
  readonly nodes: readonly Text[];
  /** The offset in `text` at which each node begins. */
  readonly starts: readonly number[];
}

/** The text of an element in reading order, with the nodes it comes from. */
export function mapText(root: Node): TextMap {
  const nodes: Text[] = [];
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  let block: Element | null | undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('script, style') != null) continue;
    const own = node.parentElement?.closest(BLOCKS) ?? null;
    if (block !== undefined && own !== block) {
      parts.push(BLOCK_END);
      length += 1;
    }
    block = own;
    nodes.push(node);
    starts.push(length);
    parts.push(node.data);
    length += node.length;
  }
  return { text: parts.join(''), nodes, starts };
}

export function rangeIn({ nodes, starts }: TextMap, from: number, to: number): Range | undefined {
  const first = indexAt(starts, from);
  const last = indexAt(starts, to - 1);
  const [start, end] = [nodes[first], nodes[last]];
  if (start === undefined || end === undefined) return undefined;
  const range = document.createRange();
  range.setStart(start, Math.min(start.length, from - (starts[first] ?? 0)));
  range.setEnd(end, Math.min(end.length, to - (starts[last] ?? 0)));
  return range;
}

/** Index of the last start at or before the position. */
function indexAt(starts: readonly number[], position: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
