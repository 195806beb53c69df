import '../../find/highlights.css';
import { type Match, type PageText, itemRangesOf } from './find-in-page.ts';

export interface PageMarks {
  readonly text: PageText;
  readonly matches: readonly Match[];
  readonly chosen: Match | undefined;
}

const FOUND = 'pdf-found';
const CHOSEN = 'pdf-chosen';

/**
 * Marks text with CSS highlights, which change no element. Returns a function that clears them, and the position of
 * the current match.
 */
export function markFound(words: readonly HTMLElement[], { text, matches, chosen }: PageMarks) {
  if (!('highlights' in CSS)) return { clear: () => undefined, chosenRange: undefined };
  const highlights = [highlightNamed(FOUND), highlightNamed(CHOSEN)] as const;
  const added: (readonly [Highlight, Range])[] = [];
  let chosenRange: Range | undefined;
  for (const match of matches) {
    const isChosen = match === chosen;
    for (const { item, from, to } of itemRangesOf(text, match)) {
      const node = words[item]?.firstChild;
      if (!(node instanceof Text) || node.length < to) continue;
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, to);
      const highlight = highlights[isChosen ? 1 : 0];
      highlight.add(range);
      added.push([highlight, range]);
      if (isChosen) chosenRange ??= range;
    }
  }
  return {
    clear: () => {
      for (const [highlight, range] of added) highlight.delete(range);
    },
    chosenRange,
  };
}

function highlightNamed(name: string): Highlight {
  const existing = CSS.highlights.get(name);
  if (existing !== undefined) return existing;
  const highlight = new Highlight();
  CSS.highlights.set(name, highlight);
  return highlight;
}
