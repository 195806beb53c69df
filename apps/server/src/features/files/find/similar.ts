/** The number of typos tolerated in a word of this length. */
function forgiven(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** The fewest typos that turn every term into the beginning of a word of the name. Undefined if a term is too far off. */
export function distanceTo(words: readonly string[], terms: readonly string[]): number | undefined {
  let sum = 0;
  for (const term of terms) {
    const nearest = Math.min(...words.map((word) => distanceToBeginning(term, word)));
    if (nearest > forgiven(term)) return undefined;
    sum += nearest;
  }
  return sum;
}

export function isNear(term: string, word: string): boolean {
  return distanceToBeginning(term, word) <= forgiven(term);
}

/** The word with two neighbouring letters swapped, for each pair. Of all typos, a swap keeps the fewest trigrams. */
export function swapsOf(term: string): readonly string[] {
  const characters = Array.from(term);
  return characters.slice(1).flatMap((second, index) => {
    const first = characters[index];
    if (first === undefined || first === second) return [];
    return [[...characters.slice(0, index), second, first, ...characters.slice(index + 2)].join('')];
  });
}

/**
 * The number of insertions, deletions, replacements and swaps of neighbours between the typed word and the nearest
 * beginning of `word`.
 * @see https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance
 */
function distanceToBeginning(typed: string, word: string): number {
  const from = Array.from(typed);
  const to = Array.from(word).slice(0, from.length + 2);
  let previous: number[] = [];
  let current = to.map((_, index) => index);
  current.push(to.length);
  for (const [row, character] of from.entries()) {
    const next = [row + 1];
    for (const [column, other] of to.entries()) {
      const replaced = at(current, column) + (character === other ? 0 : 1);
      const isSwap = row > 0 && column > 0 && character === to[column - 1] && from[row - 1] === other;
      const swapped = isSwap ? at(previous, column - 1) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, at(current, column + 1) + 1, at(next, column) + 1, swapped));
    }
    previous = current;
    current = next;
  }
  return Math.min(...current);
}

function at(line: readonly number[], index: number): number {
  return line[index] ?? Number.POSITIVE_INFINITY;
}
