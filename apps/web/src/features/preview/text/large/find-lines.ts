export interface Sought {
  readonly words: string;
  readonly isCaseSensitive: boolean;
}

/** Beyond it a line without an end is looked through in pieces. */
const HELD_MAX = 1_000_000;

/** The numbers, from 0, of lines that match, while the text arrives in pieces. */
export class LineFinder {
  readonly #words: string;
  readonly #isCaseSensitive: boolean;
  #held = '';
  #line = 0;
  #last = -1;

  constructor({ words, isCaseSensitive }: Sought) {
    this.#isCaseSensitive = isCaseSensitive;
    this.#words = this.#folded(words);
  }

  next(piece: string, isEnd: boolean): readonly number[] {
    this.#held += this.#folded(piece);
    const lastBreak = this.#held.lastIndexOf('\n');
    const isLong = this.#held.length - lastBreak > HELD_MAX;
    // A match may span two pieces of a long line.
    const end = isEnd ? this.#held.length : isLong ? this.#held.length - this.#words.length : lastBreak + 1;
    const text = this.#held.slice(0, Math.max(0, end));
    this.#held = this.#held.slice(text.length);
    return this.#findIn(text);
  }

  #findIn(text: string): readonly number[] {
    const found: number[] = [];
    let counted = 0;
    let at = this.#words === '' ? -1 : text.indexOf(this.#words);
    while (at >= 0) {
      counted = this.#countTo(text, counted, at);
      if (this.#line !== this.#last) found.push(this.#line);
      this.#last = this.#line;
      const lineEnd = text.indexOf('\n', at);
      at = lineEnd < 0 ? -1 : text.indexOf(this.#words, lineEnd);
    }
    this.#countTo(text, counted, text.length);
    return found;
  }

  #countTo(text: string, from: number, to: number): number {
    let at = text.indexOf('\n', from);
    while (at >= 0 && at < to) {
      this.#line += 1;
      from = at + 1;
      at = text.indexOf('\n', from);
    }
    return from;
  }

  #folded(text: string): string {
    return this.#isCaseSensitive ? text : text.toLowerCase();
  }
}
