import type { Parts } from '../../lib/zip/unpack-zip.ts';
import { isLeading } from '../hand.ts';
import { pictureOf } from '../open-parts.ts';
import { attributeOf, nameOf } from './odf-names.ts';
import { isLength, type OdfStyles } from './odf-styles.ts';

const DEPTH_MAX = 100;
const ELEMENTS_MAX = 60_000;
const REPEATED_MAX = 200;

const TAGS: Readonly<Record<string, string>> = {
  'text:p': 'p',
  'text:span': 'span',
  'text:list': 'ul',
  'text:list-item': 'li',
  'text:list-header': 'li',
  'text:section': 'section',
  'text:note': 'small',
  'table:table': 'table',
  'table:table-row': 'tr',
  'table:table-cell': 'td',
  'draw:text-box': 'div',
  'draw:custom-shape': 'div',
  'draw:rect': 'div',
};

/** Elements whose content is not part of the text. */
const UNSEEN = new Set([
  'office:annotation',
  'office:forms',
  'presentation:notes',
  'text:sequence-decls',
  'text:tracked-changes',
  'text:variable-decls',
  'svg:title',
  'svg:desc',
]);

interface OdfFile {
  readonly parts: Parts;
  readonly styles: OdfStyles;
}

/** Writes the elements of a text or presentation as HTML, with a fixed set of tags and no attributes of the file. */
export class OdfWriter {
  readonly headings: HTMLElement[] = [];
  isCut = false;
  readonly #file: OdfFile;
  #count = 0;

  constructor(file: OdfFile) {
    this.#file = file;
  }

  write(from: Element, into: HTMLElement, depth = 0): void {
    for (const node of from.childNodes) {
      this.#count += 1;
      if (this.#count > ELEMENTS_MAX || depth > DEPTH_MAX) {
        this.isCut = true;
        return;
      }
      if (node instanceof Element) this.#element(node, into, depth);
      else if (node instanceof Text && isWithText(from)) into.append(node.data.replaceAll(/\s+/g, ' '));
    }
  }

  #element(element: Element, into: HTMLElement, depth: number): void {
    const name = nameOf(element);
    if (UNSEEN.has(name)) return;
    if (name === 'text:s') into.append('\u00a0'.repeat(Math.min(REPEATED_MAX, countOf(element))));
    else if (name === 'text:tab') into.append('\u2003');
    else if (name === 'text:line-break') into.append(document.createElement('br'));
    else if (name === 'draw:image') this.#picture(element, into);
    else if (name === 'text:h') this.#heading(element, into, depth);
    else if (name === 'text:a') this.#link(element, into, depth);
    else if (name === 'draw:frame' || name.startsWith('draw:')) this.#frame(element, into, depth);
    else {
      const tag = TAGS[name];
      if (tag === undefined) this.write(element, into, depth + 1);
      else this.#tagged(element, tag, { into, depth });
    }
  }

  #tagged(
    element: Element,
    tag: string,
    { into, depth }: { readonly into: HTMLElement; readonly depth: number },
  ): void {
    const isNumbered = tag === 'ul' && this.#file.styles.isNumbered(attributeOf(element, 'text:style-name'));
    const made = this.#dressed(element, isNumbered ? 'ol' : tag);
    this.write(element, made, depth + 1);
    const times = tag === 'td' && made.textContent === '' ? this.#take(cellsOf(element)) : 1;
    if (made instanceof HTMLTableCellElement) {
      made.colSpan = spanOf(element, 'table:number-columns-spanned');
      made.rowSpan = spanOf(element, 'table:number-rows-spanned');
    }
    if (tag === 'p' && made.childNodes.length === 0) made.append(document.createElement('br'));
    into.append(made);
    for (let more = 1; more < times; more += 1) into.append(made.cloneNode(true));
  }

  /** Counts the copies of an element as well, and returns how many there may be. */
  #take(times: number): number {
    const copies = Math.max(0, Math.min(times - 1, ELEMENTS_MAX - this.#count));
    this.#count += copies;
    if (copies < times - 1) this.isCut = true;
    return 1 + copies;
  }

  #dressed(element: Element, tag: string): HTMLElement {
    const made = document.createElement(tag);
    const names = [
      'text:style-name',
      'table:style-name',
      'presentation:style-name',
      'draw:style-name',
    ] as const;
    for (const name of names) {
      const look = this.#file.styles.look(attributeOf(element, name));
      for (const [property, value] of Object.entries(look)) made.style.setProperty(property, value);
    }
    if (tag === 'p' || tag.startsWith('h')) made.dir = 'auto';
    return made;
  }

  #heading(element: Element, into: HTMLElement, depth: number): void {
    const level = Math.min(6, Math.max(1, Number(attributeOf(element, 'text:outline-level') ?? 1) || 1));
    const made = this.#dressed(element, `h${level}`);
    this.write(element, made, depth + 1);
    into.append(made);
    if (made.textContent.trim() !== '') this.headings.push(made);
  }

  #link(element: Element, into: HTMLElement, depth: number): void {
    const address = attributeOf(element, 'xlink:href') ?? '';
    const made = document.createElement(isLeading(address) ? 'a' : 'span');
    if (made instanceof HTMLAnchorElement) made.href = address;
    this.write(element, made, depth + 1);
    into.append(made);
  }

  #frame(element: Element, into: HTMLElement, depth: number): void {
    const made = this.#dressed(element, 'div');
    made.classList.add('odf-frame');
    const places = [
      ['svg:x', 'left'],
      ['svg:y', 'top'],
      ['svg:width', 'width'],
      ['svg:height', 'min-height'],
    ] as const;
    for (const [name, property] of places) {
      const value = attributeOf(element, name);
      if (isLength(value)) made.style.setProperty(property, value);
    }
    this.write(element, made, depth + 1);
    into.append(made);
  }

  #picture(element: Element, into: HTMLElement): void {
    const path = (attributeOf(element, 'xlink:href') ?? '').replace(/^\.\//, '');
    const blob = pictureOf(this.#file.parts, path);
    // A second picture in a frame is an alternative to the first, so it is skipped.
    if (blob === undefined || into.querySelector('img') !== null) return;
    const picture = document.createElement('img');
    picture.alt = '';
    picture.src = URL.createObjectURL(blob);
    into.append(picture);
  }
}

function isWithText(element: Element): boolean {
  return (
    /^text:(?:p|h|span|a|ruby-base|note-citation)$/.test(nameOf(element)) ||
    nameOf(element).startsWith('text:')
  );
}

function countOf(element: Element): number {
  return Number(attributeOf(element, 'text:c') ?? 1) || 1;
}

function cellsOf(element: Element): number {
  return Math.min(REPEATED_MAX, Number(attributeOf(element, 'table:number-columns-repeated') ?? 1) || 1);
}

function spanOf(
  element: Element,
  name: 'table:number-columns-spanned' | 'table:number-rows-spanned',
): number {
  return Math.min(REPEATED_MAX, Math.max(1, Number(attributeOf(element, name) ?? 1) || 1));
}
