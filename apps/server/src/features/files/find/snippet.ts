import { highlightTexts, type Range } from './highlight.ts';

interface Snippet {
  readonly text: string;
  readonly ranges: { readonly start: number; readonly end: number }[];
}

const BEFORE = 60;
const LENGTH = 260;

/** A few words around the first match of an excerpt, on one line. */
export function snippetOf(excerpt: string, texts: readonly string[]): Snippet {
  const line = excerpt.replaceAll(/\s/g, ' ');
  const found = highlightTexts(line, texts);
  const first = found[0]?.start ?? 0;
  const start = first <= BEFORE ? 0 : wordStart(line, first - BEFORE, first);
  const end = line.length <= start + LENGTH ? line.length : wordEnd(line, start + LENGTH);
  const text = `${start > 0 ? '…' : ''}${line.slice(start, end).trimEnd()}${end < line.length ? '…' : ''}`;
  const offset = start > 0 ? start - 1 : start;
  return { text, ranges: within(found, { start, end }).map((range) => moved(range, offset)) };
}

function wordStart(line: string, from: number, to: number): number {
  const space = line.indexOf(' ', from);
  if (space >= 0 && space < to) return space + 1;
  return isWithinCharacter(line, from) ? from + 1 : from;
}

function wordEnd(line: string, to: number): number {
  const space = line.lastIndexOf(' ', to);
  if (space > to - BEFORE) return space;
  return isWithinCharacter(line, to) ? to - 1 : to;
}

function isWithinCharacter(line: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(line[at] ?? '');
}

function within(ranges: readonly Range[], { start, end }: Range): readonly Range[] {
  return ranges.filter((range) => range.start >= start && range.end <= end);
}

function moved({ start, end }: Range, by: number): { start: number; end: number } {
  return { start: start - by, end: end - by };
}
