import { diff3Merge, diffComm } from 'node-diff3';

/** A part of a merge. Lines do not include their line breaks. */
export type MergedPart =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | {
      readonly kind: 'conflict';
      readonly mine: readonly string[];
      readonly base: readonly string[];
      readonly theirs: readonly string[];
    };

export interface Versions {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** In the worst case, the time of comparing grows with the square of the number of lines. */
const COMPARED_LINES_MAX = 5_000;

/** Merges line by line. Equal changes on both sides are no conflict. */
export function mergeTexts({ base, mine, theirs }: Versions): readonly MergedPart[] {
  const sides = { base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) };
  const all = [sides.base, sides.mine, sides.theirs];
  const shortest = Math.min(...all.map((lines) => lines.length));
  const start = countWhile(shortest, (at) => isShared(all.map((lines) => lines[at])));
  const end = countWhile(shortest - start, (at) => isShared(all.map((lines) => lines.at(-1 - at))));
  const middle = (lines: readonly string[]): string[] => lines.slice(start, lines.length - end);
  return [
    { kind: 'same', lines: sides.base.slice(0, start) },
    ...mergeLines({ base: middle(sides.base), mine: middle(sides.mine), theirs: middle(sides.theirs) }),
    { kind: 'same', lines: end === 0 ? [] : sides.base.slice(-end) },
  ];
}

interface Lines {
  readonly base: string[];
  readonly mine: string[];
  readonly theirs: string[];
}

function mergeLines({ base, mine, theirs }: Lines): readonly MergedPart[] {
  if (Math.max(base.length, mine.length, theirs.length) > COMPARED_LINES_MAX) {
    return [{ kind: 'conflict', base, mine, theirs }];
  }
  const parts = diff3Merge(mine, base, theirs, { excludeFalseConflicts: true });
  return parts.flatMap(({ ok, conflict }): readonly MergedPart[] => {
    if (conflict !== undefined)
      return [{ kind: 'conflict', mine: conflict.a, base: conflict.o, theirs: conflict.b }];
    return ok === undefined ? [] : [{ kind: 'same', lines: ok }];
  });
}

function countWhile(max: number, holds: (at: number) => boolean): number {
  let count = 0;
  while (count < max && holds(count)) count += 1;
  return count;
}

function isShared([first, ...others]: readonly (string | undefined)[]): boolean {
  return others.every((line) => line === first);
}

/** The merged text. Undefined if it contains a conflict. */
export function cleanMerge(parts: readonly MergedPart[]): string | undefined {
  const lines: string[] = [];
  for (const part of parts) {
    if (part.kind === 'conflict') return undefined;
    for (const line of part.lines) lines.push(line);
  }
  return lines.join('\n');
}

interface LinesChanged {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The lines that differ between two texts. */
export function changesOf(before: string, after: string): readonly LinesChanged[] {
  const old = linesOf(before);
  const now = linesOf(after);
  const shortest = Math.min(old.length, now.length);
  const start = countWhile(shortest, (at) => old[at] === now[at]);
  const end = countWhile(shortest - start, (at) => old.at(-1 - at) === now.at(-1 - at));
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  if (removed.length === 0 && added.length === 0) return [];
  if (Math.max(removed.length, added.length) > COMPARED_LINES_MAX) return [{ removed, added }];
  return diffComm(removed, added).flatMap((chunk) =>
    'common' in chunk ? [] : [{ removed: chunk.buffer1, added: chunk.buffer2 }],
  );
}

function linesOf(text: string): string[] {
  return text.split('\n');
}
