/** The text of a page as pdf.js gives it: pieces, some of which end a line. */
export interface PageText {
  readonly text: string;
  /** Where each piece begins in `text`. */
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
}

export interface Match {
  readonly page: number;
  readonly from: number;
  readonly to: number;
  /** For the list. */
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

interface Piece {
  readonly str: string;
  readonly hasEOL: boolean;
}

const AROUND = 40;

export function pageTextOf(pieces: readonly Piece[]): PageText {
  const starts: number[] = [];
  let text = '';
  for (const { str, hasEOL } of pieces) {
    starts.push(text.length);
    text += hasEOL ? `${str} ` : str;
  }
  return { text, starts, lengths: pieces.map(({ str }) => str.length) };
}

/** Without regard to case and accents. */
export function findInPage(
  { text }: PageText,
  sought: string,
  { page, max }: { readonly page: number; readonly max: number },
): readonly Match[] {
  const words = folded(sought.trim().replaceAll(/\s+/g, ' '));
  const found: Match[] = [];
  if (words === '') return found;
  const place = folded(text);
  let from = place.indexOf(words);
  while (from >= 0 && found.length < max) {
    const to = from + words.length;
    found.push({
      page,
      from,
      to,
      before: text.slice(Math.max(0, from - AROUND), from),
      words: text.slice(from, to),
      after: text.slice(to, to + AROUND),
    });
    from = place.indexOf(words, to);
  }
  return found;
}

/** Keeps every place: one unit for each unit. */
function folded(text: string): string {
  return text.replaceAll(/[\sA-Z]|\P{ASCII}/gu, (unit) => {
    if (/\s/.test(unit)) return ' '.repeat(unit.length);
    const lower = (unit.normalize('NFD')[0] ?? unit).toLocaleLowerCase('en');
    return lower.length === unit.length ? lower : unit;
  });
}

export interface PieceRange {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

/** The parts of the pieces that a match covers. */
export function piecesOf({ starts, lengths }: PageText, { from, to }: Match): readonly PieceRange[] {
  return starts.flatMap((start, piece) => {
    const end = start + (lengths[piece] ?? 0);
    const range = { piece, from: Math.max(from, start) - start, to: Math.min(to, end) - start };
    return range.from < range.to ? [range] : [];
  });
}
