export interface LineQuery {
  readonly words: string;
  readonly isCaseSensitive: boolean;
}

/** Longer lines are searched in parts. */
const BUFFER_MAX = 1_000_000;

/** Finds the numbers, from 0, of matching lines in streamed text. */
export class LineFinder {
  readonly #words: string;
  readonly #isCaseSensitive: boolean;
  #buffer = '';
  #line = 0;
  #last = -1;

  constructor({ words, isCaseSensitive }: LineQuery) {
    this.#isCaseSensitive = isCaseSensitive;
    this.#words = this.#fold(words);
  }

  next(piece: string, isEnd: boolean): readonly number[] {
    this.#buffer += this.#fold(piece);
    const lastBreak = this.#buffer.lastIndexOf('\n');
    const isLong = this.#buffer.length - lastBreak > BUFFER_MAX;
    const end = isEnd || isLong ? this.#buffer.length : lastBreak + 1;
    const text = this.#buffer.slice(0, end);
    // The end of a part of a long line may be the start of a match, so it is kept for the next part. It has no line
    // break, so no line is counted twice.
    const kept = isLong && !isEnd ? Math.max(lastBreak + 1, end - Math.max(0, this.#words.length - 1)) : end;
    this.#buffer = this.#buffer.slice(kept);
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

  #fold(text: string): string {
    return this.#isCaseSensitive ? text : text.toLowerCase();
  }
}
