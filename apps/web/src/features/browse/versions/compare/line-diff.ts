import { diffComm } from 'node-diff3';

interface Line {
  /** Line number, from 1. */
  readonly number: number;
  readonly text: string;
}

/** One row of the comparison. Unchanged and changed lines are on both sides. */
export interface DiffRow {
  readonly isSame: boolean;
  readonly before: Line | undefined;
  readonly after: Line | undefined;
}

export interface DiffPart {
  /** Whether the part is collapsed at first, because there are no changes nearby. */
  readonly isFolded: boolean;
  readonly rows: readonly DiffRow[];
}

/** Longer texts are not compared line by line, because that would take too long. */
const COMPARED_LINES_MAX = 5_000;
const LINES_AROUND = 3;

export function diffLines(before: string, after: string): readonly DiffRow[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(old.length, now.length);
  const start = countWhile(shortest, (at) => old[at] === now[at]);
  const end = countWhile(shortest - start, (at) => old.at(-1 - at) === now.at(-1 - at));
  const rows = new Rows();
  rows.add(old.slice(0, start), now.slice(0, start), true);
  const [removed, added] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  if (Math.max(removed.length, added.length) > COMPARED_LINES_MAX) rows.add(removed, added, false);
  else {
    for (const chunk of diffComm(removed, added)) {
      if ('common' in chunk) rows.add(chunk.common, chunk.common, true);
      else rows.add(chunk.buffer1, chunk.buffer2, false);
    }
  }
  rows.add(old.slice(old.length - end), now.slice(now.length - end), true);
  return rows.all;
}

export function countChanges(rows: readonly DiffRow[]): { readonly removed: number; readonly added: number } {
  const changed = rows.filter(({ isSame }) => !isSame);
  return {
    removed: changed.filter(({ before }) => before !== undefined).length,
    added: changed.filter(({ after }) => after !== undefined).length,
  };
}

/** Splits the rows into parts, so that long unchanged sections can be collapsed. */
export function foldRows(rows: readonly DiffRow[]): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  let from = 0;
  while (from < rows.length) {
    const isSame = rows[from]?.isSame === true;
    let to = from;
    while (to < rows.length && rows[to]?.isSame === isSame) to += 1;
    const [keepStart, keepEnd] = [from === 0 ? 0 : LINES_AROUND, to === rows.length ? 0 : LINES_AROUND];
    const [first, last] = [from + keepStart, to - keepEnd];
    if (isSame && last - first > 1) {
      parts.push({ isFolded: false, rows: rows.slice(from, first) });
      parts.push({ isFolded: true, rows: rows.slice(first, last) });
      parts.push({ isFolded: false, rows: rows.slice(last, to) });
    } else parts.push({ isFolded: false, rows: rows.slice(from, to) });
    from = to;
  }
  return parts.filter((part) => part.rows.length > 0);
}

class Rows {
  readonly all: DiffRow[] = [];
  #before = 0;
  #after = 0;

  add(before: readonly string[], after: readonly string[], isSame: boolean): void {
    for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
      this.all.push({
        isSame,
        before: this.#line('before', before[at]),
        after: this.#line('after', after[at]),
      });
    }
  }

  #line(side: 'before' | 'after', text: string | undefined): Line | undefined {
    if (text === undefined) return undefined;
    const number = side === 'before' ? (this.#before += 1) : (this.#after += 1);
    return { number, text };
  }
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

function countWhile(max: number, holds: (at: number) => boolean): number {
  let count = 0;
  while (count < max && holds(count)) count += 1;
  return count;
}
