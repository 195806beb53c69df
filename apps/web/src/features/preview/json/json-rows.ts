import { type JsonIndex, KIND } from './json-index.ts';

export function isContainer({ kind }: JsonIndex, value: number): boolean {
  return (kind[value] ?? KIND.word) <= KIND.array;
}

const OPEN_AT_FIRST = 100;

/** Opens the root. On the second level, opens only short containers near the beginning of the file. */
export function openAtFirst(index: JsonIndex): Uint8Array {
  const isOpen = new Uint8Array(index.length);
  for (let value = 0; value < index.length; value += 1) {
    const depth = index.depth[value] ?? 0;
    if (depth === 0 || (depth === 1 && (index.count[value] ?? 0) <= OPEN_AT_FIRST && value < 2_000))
      isOpen[value] = 1;
  }
  return isOpen;
}

/** Indexes of the visible values, from the top of the tree to its end. */
export function rowsOf(index: JsonIndex, isOpen: Uint8Array): Int32Array {
  const rows = new Int32Array(index.length);
  let count = 0;
  for (let value = 0; value < index.length; ) {
    rows[count] = value;
    count += 1;
    value =
      isContainer(index, value) && isOpen[value] === 0 ? (index.next[value] ?? index.length) : value + 1;
  }
  return rows.subarray(0, count);
}

const SHOWN_MAX = 300;

/** The value as written in the file, up to `max` characters. Escapes in strings are resolved. */
export function formatValue(index: JsonIndex, value: number, max = SHOWN_MAX): string {
  const from = index.from[value] ?? 0;
  const to = index.to[value] ?? 0;
  if (index.kind[value] !== KIND.text) return index.text.slice(from, Math.min(to, from + max));
  return `“${plainText(index.text.slice(from, Math.min(to, from + max * 6 + 1)), max)}”`;
}

/** Undefined for values without a name: the root, and the elements of a list. */
export function nameOf({ name, text }: JsonIndex, value: number): string | undefined {
  const from = name[value] ?? -1;
  if (from < 0) return undefined;
  const pattern = /"(?:[^"\\]|\\.)*"/y;
  pattern.lastIndex = from;
  pattern.test(text);
  return plainText(text.slice(from, Math.min(pattern.lastIndex, from + SHOWN_MAX * 6 + 1)), SHOWN_MAX);
}

/** Resolves escapes, which take at most six characters each. Text that may be cut keeps its escapes as written. */
function plainText(written: string, max: number): string {
  const isLong = written.length > max * 6;
  const parsed: unknown = isLong ? written.slice(1) : JSON.parse(written);
  const plain = String(parsed);
  return plain.length > max ? `${plain.slice(0, max)}…` : plain;
}

const PATH_STEPS = 20;

/** `a › b › 3`, from the root. The start of a very deep path is omitted. */
export function pathOf(index: JsonIndex, value: number): string {
  const steps: string[] = [];
  for (let at = value; at > 0 && steps.length < PATH_STEPS; at = index.parent[at] ?? -1)
    steps.unshift(nameOf(index, at) ?? String(index.position[at] ?? 0));
  return (steps.length === PATH_STEPS ? ['…', ...steps] : steps).join(' › ');
}
