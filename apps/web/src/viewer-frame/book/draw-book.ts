import DOMPurify from 'dompurify';
import { mapText } from '../../lib/find/text-map.ts';
import type { DrawJob, Drawing } from '../drawer.ts';
import { makeHarmless } from '../harmless.ts';
import { openParts } from '../open-parts.ts';
import { type Book, readBook, resolvedPath } from './read-book.ts';
import './book.css';

const CHAPTER_MAX = 2_000_000;

/** Draws a book chapter by chapter, in the reader's own style. The styles and scripts of the file are left out. */
export async function drawBook(job: DrawJob): Promise<Drawing> {
  const { desk, say, words } = job;
  const book = readBook(await openParts(job));
  const shelf = document.createElement('main');
  shelf.className = 'book-shelf';
  const pictures = new Map<string, string>();
  let shown = -1;
  const show = (place: number, fragment = ''): void => {
    const chapter = Math.min(book.chapters.length - 1, Math.max(0, place));
    if (chapter !== shown) {
      shown = chapter;
      const page = chapterOf(book, chapter, pictures);
      shelf.replaceChildren(page, turnersOf(book, { chapter, words, show }));
      desk.scrollTop = 0;
      say({ say: 'at', place: chapter });
    }
    const anchor = fragment === '' ? null : document.getElementById(`book-${fragment}`);
    if (anchor !== null) anchor.scrollIntoView({ block: 'start' });
  };
  desk.append(shelf);
  show(0);
  shelf.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-chapter]') : null;
    if (link !== null) show(Number(link.dataset['chapter']), link.dataset['fragment']);
  });
  const turn = (event: KeyboardEvent): void => {
    const step = stepOf(event, book.isRightToLeft);
    if (step === 0) return;
    event.preventDefault();
    show(shown + step);
  };
  // Captures, because the frame forwards unhandled arrow keys, which lead to another file.
  document.addEventListener('keydown', turn, { capture: true });
  return {
    count: book.chapters.length,
    outline: book.outline,
    go: show,
    scale: (scale) => {
      shelf.style.fontSize = `${scale}rem`;
    },
    places: {
      count: book.chapters.length,
      textOf: (place) => textOf(book, place),
      current: () => shown,
      show: async (place) => {
        show(place);
        return await Promise.resolve(shelf.querySelector<HTMLElement>('.book-page') ?? undefined);
      },
    },
    layOut: async () => {
      const pages = book.chapters.map((_, place) => chapterOf(book, place, pictures));
      shelf.replaceChildren(...pages);
      await Promise.allSettled(
        Array.from(shelf.querySelectorAll('img'), async (each) => await each.decode()),
      );
      return async () => {
        const place = shown;
        shown = -1;
        show(place);
        await Promise.resolve();
      };
    },
  };
}

function stepOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, isRightToLeft: boolean): -1 | 0 | 1 {
  if (ctrlKey || metaKey || altKey) return 0;
  if (key === 'ArrowRight') return isRightToLeft ? -1 : 1;
  if (key === 'ArrowLeft') return isRightToLeft ? 1 : -1;
  return 0;
}

function chapterOf(book: Book, place: number, pictures: Map<string, string>): HTMLElement {
  const page = document.createElement('article');
  page.className = 'book-page';
  page.tabIndex = -1;
  const { path, source } = book.chapter(place);
  const body = DOMPurify.sanitize(inHtml(source.slice(0, CHAPTER_MAX)), {
    USE_PROFILES: { html: true, svg: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'dialog', 'audio', 'video'],
    FORBID_ATTR: ['style', 'class', 'ping', 'autofocus', 'tabindex', 'contenteditable'],
    RETURN_DOM_FRAGMENT: true,
  });
  page.append(body);
  for (const element of page.querySelectorAll('[id]')) element.id = `book-${element.id}`;
  for (const picture of page.querySelectorAll('img, image')) settle(picture, { book, path, pictures });
  for (const link of page.querySelectorAll('a[href]')) lead(link, { book, path });
  makeHarmless(page);
  page.dir = book.isRightToLeft ? 'rtl' : 'auto';
  if (book.language !== undefined) page.lang = book.language;
  return page;
}

function textOf(book: Book, place: number): string {
  const body = DOMPurify.sanitize(inHtml(book.chapter(place).source.slice(0, CHAPTER_MAX)), {
    USE_PROFILES: { html: true, svg: true },
    FORBID_TAGS: ['style'],
    RETURN_DOM_FRAGMENT: true,
  });
  return mapText(body).text;
}

/** Converts XHTML to HTML, in which an empty element would contain what follows it. */
function inHtml(source: string): string {
  const parsed = new DOMParser().parseFromString(source, 'application/xhtml+xml');
  const body = parsed.querySelector('body');
  if (parsed.querySelector('parsererror') !== null || body === null) return source;
  const shell = document.implementation.createHTMLDocument();
  shell.body.append(...Array.from(body.childNodes, (node) => shell.importNode(node, true)));
  return shell.body.innerHTML;
}

interface Place {
  readonly book: Book;
  readonly path: string;
  readonly pictures: Map<string, string>;
}

function settle(picture: Element, { book, path, pictures }: Place): void {
  const name = picture.localName === 'img' ? 'src' : picture.hasAttribute('href') ? 'href' : 'xlink:href';
  const target = resolvedPath(path, picture.getAttribute(name) ?? '').path;
  const blob = book.picture(target);
  picture.removeAttribute('srcset');
  if (blob === undefined) {
    picture.removeAttribute(name);
    return;
  }
  const address = pictures.get(target) ?? URL.createObjectURL(blob);
  pictures.set(target, address);
  picture.setAttribute(name, address);
}

/** Links within the book lead to a chapter; the application opens all others. */
function lead(link: Element, { book, path }: Omit<Place, 'pictures'>): void {
  const address = link.getAttribute('href') ?? '';
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return;
  const { path: target, fragment } = resolvedPath(path, address);
  const chapter = book.chapters.indexOf(target);
  link.removeAttribute('href');
  if (chapter < 0 || !(link instanceof HTMLElement)) return;
  link.role = 'link';
  link.tabIndex = 0;
  link.dataset['chapter'] = String(chapter);
  link.dataset['fragment'] = fragment;
  link.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') link.click();
  });
}

interface Turning {
  readonly chapter: number;
  readonly words: DrawJob['words'];
  readonly show: (place: number) => void;
}

function turnersOf(book: Book, { chapter, words, show }: Turning): HTMLElement {
  const row = document.createElement('nav');
  row.className = 'book-turners';
  row.ariaLabel = words['chapters'] ?? '';
  const add = (label: string | undefined, step: number): void => {
    const target = chapter + step;
    if (target < 0 || target >= book.chapters.length) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label ?? '';
    button.addEventListener('click', () => show(target));
    row.append(button);
  };
  add(words['previous'], -1);
  add(words['next'], 1);
  return row;
}
