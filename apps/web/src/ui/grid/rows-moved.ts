const ROWS_MAX = 200;

/** By how many places most of these rows moved together. 0 if no majority did, as in a list with a new order. */
export function rowsMoved(
  before: ReadonlyMap<number, string>,
  keyAt: (index: number) => string | undefined,
): number {
  const indexes = [...before.keys()];
  const isInPlace = indexes.every((index) => (keyAt(index) ?? before.get(index)) === before.get(index));
  if (isInPlace) return 0;
  const found = new Map<string, number>();
  const [first = 0, last = 0] = [indexes[0], indexes.at(-1)];
  for (let index = first - ROWS_MAX; index <= last + ROWS_MAX; index += 1) {
    const key = keyAt(index);
    if (key !== undefined) found.set(key, index);
  }
  const votes = new Map<number, number>();
  for (const [index, key] of before) {
    const foundAt = found.get(key);
    if (foundAt !== undefined) votes.set(foundAt - index, (votes.get(foundAt - index) ?? 0) + 1);
  }
  const [moved, count] = [...votes].toSorted(([, one], [, other]) => other - one)[0] ?? [0, 0];
  return count * 2 > before.size ? moved : 0;
}
