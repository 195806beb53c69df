import { findMatches, type Match, MATCHES_MAX } from './find-matches.ts';
import { mapText, rangeIn, type TextMap } from './text-map.ts';

export interface Found {
  /** Number of the current match, from 1; 0 if there is none. */
  readonly current: number;
  readonly total: number;
  readonly isMore: boolean;
}

/** The chapters or slides of a document of which only some are rendered. */
export interface Places {
  readonly count: number;
  readonly textOf: (place: number) => string;
  readonly current: () => number;
  /** Renders the place and resolves to its element. */
  readonly show: (place: number) => Promise<HTMLElement | undefined>;
}

interface Findable {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  readonly places?: Places | undefined;
}

const NOTHING: Found = { current: 0, total: 0, isMore: false };
const EVERY = 'found';
const CURRENT = 'found-current';

/** Searches the rendered page, and marks matches without changing the document. */
export class Finder {
  readonly #in: Findable;
  #words = '';
  /** Number of matches at each place. */
  #counts: readonly number[] = [];
  #place = 0;
  /** Index of the current match at its place. */
  #index = 0;

  constructor(findable: Findable) {
    this.#in = findable;
  }

  async find(words: string): Promise<Found> {
    this.#words = words;
    const { places, root } = this.#in;
    this.#place = places?.current() ?? 0;
    this.#counts =
      places === undefined ? [findMatches(mapText(root).text, words).length] : countAtPlaces(places, words);
    this.#index = 0;
    if (this.#total() === 0) {
      endHighlights();
      return NOTHING;
    }
    if ((this.#counts[this.#place] ?? 0) === 0) this.#toNextPlace(1);
    else if (places === undefined) this.#index = this.#firstInSight();
    return await this.#reveal();
  }

  async step(by: 1 | -1): Promise<Found> {
    if (this.#total() === 0) return NOTHING;
    this.#index += by;
    if (this.#index < 0 || this.#index >= (this.#counts[this.#place] ?? 0)) this.#toNextPlace(by);
    return await this.#reveal();
  }

  end(): void {
    this.#words = '';
    this.#counts = [];
    endHighlights();
  }

  #total(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  #toNextPlace(by: 1 | -1): void {
    const { length } = this.#counts;
    for (let tries = 0; tries < length; tries += 1) {
      this.#place = (this.#place + by + length) % length;
      if ((this.#counts[this.#place] ?? 0) > 0) break;
    }
    this.#index = by === 1 ? 0 : (this.#counts[this.#place] ?? 1) - 1;
  }

  #firstInSight(): number {
    const { root, scroller } = this.#in;
    const map = mapText(root);
    const top = scroller.getBoundingClientRect().top;
    const at = findMatches(map.text, this.#words).findIndex(
      (match) => (rangeOf(map, match)?.getBoundingClientRect().bottom ?? top) > top,
    );
    return Math.max(0, at);
  }

  async #reveal(): Promise<Found> {
    const { places, root, scroller } = this.#in;
    const shown = (await places?.show(this.#place)) ?? root;
    const map = mapText(shown);
    const ranges = findMatches(map.text, this.#words).flatMap((match) => rangeOf(map, match) ?? []);
    const current = ranges[Math.min(this.#index, ranges.length - 1)];
    highlight(EVERY, ranges);
    highlight(CURRENT, current === undefined ? [] : [current]);
    if (current !== undefined) bringIntoSight(current, scroller);
    const before = this.#counts.slice(0, this.#place).reduce((sum, count) => sum + count, 0);
    const total = this.#total();
    return { current: before + this.#index + 1, total, isMore: total >= MATCHES_MAX };
  }
}

function countAtPlaces(places: Places, words: string): readonly number[] {
  let left = MATCHES_MAX;
  return Array.from({ length: places.count }, (_, place) => {
    if (left === 0) return 0;
    const { length } = findMatches(places.textOf(place), words, left);
    left -= length;
    return length;
  });
}

function rangeOf(map: TextMap, { from, to }: Match): Range | undefined {
  return rangeIn(map, from, to);
}

function highlight(name: string, ranges: readonly Range[]): void {
  // Older browsers scroll to the match without marking it.
  if (!('highlights' in CSS)) return;
  const marks = new Highlight(...ranges);
  marks.priority = name === CURRENT ? 1 : 0;
  CSS.highlights.set(name, marks);
}

function endHighlights(): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(EVERY);
  CSS.highlights.delete(CURRENT);
}

function bringIntoSight(range: Range, scroller: HTMLElement): void {
  const found = range.getBoundingClientRect();
  const sight = scroller.getBoundingClientRect();
  const height = Math.min(sight.height, innerHeight);
  if (found.top < sight.top + 72 || found.bottom > sight.top + height - 72)
    scroller.scrollBy({ top: found.top - sight.top - height / 3 });
  if (found.left < sight.left || found.right > sight.right)
    scroller.scrollBy({ left: found.left - sight.left - sight.width / 3 });
}
