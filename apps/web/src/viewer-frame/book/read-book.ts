import type { Parts } from '../../lib/zip/unpack-zip.ts';
import { Refused } from '../drawer.ts';
import { parseXml, pictureOf, textOf } from '../open-parts.ts';
import type { OutlineStep } from '../protocol.ts';

export interface Book {
  /** Paths of the chapters, in reading order. */
  readonly chapters: readonly string[];
  readonly outline: readonly OutlineStep[];
  readonly language: string | undefined;
  readonly isRightToLeft: boolean;
  chapter(place: number): { readonly path: string; readonly source: string };
  picture(path: string): Blob | undefined;
}

interface Item {
  readonly path: string;
  readonly type: string;
  readonly properties: string;
}

const STEPS_MAX = 2_000;
const DEPTH_MAX = 10;

/** @see https://www.w3.org/TR/epub-33/ */
export function readBook(parts: Parts): Book {
  const container = parseXml(textOf(parts, 'META-INF/container.xml') ?? '<none/>');
  const packagePath = firstOf(container, 'rootfile')?.getAttribute('full-path') ?? '';
  const source = textOf(parts, packagePath);
  if (source === undefined) throw new Refused('damaged');
  const opf = parseXml(source);
  const items = new Map<string, Item>();
  for (const item of allOf(opf, 'item')) {
    const { path } = resolvedPath(packagePath, item.getAttribute('href') ?? '');
    const type = item.getAttribute('media-type') ?? '';
    items.set(item.id, { path, type, properties: item.getAttribute('properties') ?? '' });
  }
  const spine = firstOf(opf, 'spine');
  const chapters = allOf(opf, 'itemref').flatMap((entry) => {
    const item = items.get(entry.getAttribute('idref') ?? '');
    return item !== undefined && parts.has(item.path) ? [item.path] : [];
  });
  if (chapters.length === 0) throw new Refused('damaged');
  refuseProtected(parts, chapters);
  return {
    chapters,
    outline: outlineOf({ parts, items, chapters, tocId: spine?.getAttribute('toc') ?? '' }),
    language: firstOf(opf, 'language')?.textContent.trim().slice(0, 35),
    isRightToLeft: spine?.getAttribute('page-progression-direction') === 'rtl',
    chapter: (place) => {
      const path = chapters[place] ?? '';
      return { path, source: textOf(parts, path) ?? '' };
    },
    picture: (path) => pictureOf(parts, path),
  };
}

/** Obfuscated fonts are allowed. Encrypted chapters mean copy protection, so the book is refused. */
function refuseProtected(parts: Parts, chapters: readonly string[]): void {
  const encryption = textOf(parts, 'META-INF/encryption.xml');
  if (encryption === undefined) return;
  const encrypted = allOf(parseXml(encryption), 'CipherReference').map(
    (each) => each.getAttribute('URI') ?? '',
  );
  if (encrypted.some((path) => chapters.includes(path))) throw new Refused('encrypted');
}

interface Listed {
  readonly parts: Parts;
  readonly items: ReadonlyMap<string, Item>;
  readonly chapters: readonly string[];
  readonly tocId: string;
}

function outlineOf({ parts, items, chapters, tocId }: Listed): readonly OutlineStep[] {
  const nav = Array.from(items.values()).find(({ properties }) => properties.split(' ').includes('nav'));
  const ncx =
    items.get(tocId) ?? Array.from(items.values()).find(({ type }) => type === 'application/x-dtbncx+xml');
  const list = nav ?? ncx;
  const source = list === undefined ? undefined : textOf(parts, list.path);
  if (list === undefined || source === undefined) return [];
  const entries = list === nav ? entriesOfNav(parseXml(source)) : entriesOfNcx(parseXml(source));
  return entries.slice(0, STEPS_MAX).flatMap(({ address, depth, text }) => {
    const place = chapters.indexOf(resolvedPath(list.path, address).path);
    return place < 0 || text === '' ? [] : [{ place, depth, text }];
  });
}

interface Entry {
  readonly address: string;
  readonly depth: number;
  readonly text: string;
}

function entriesOfNav(document: Document): readonly Entry[] {
  const lists = allOf(document, 'nav');
  const toc =
    lists.find((list) => list.getAttributeNS('http://www.idpf.org/2007/ops', 'type') === 'toc') ?? lists[0];
  if (toc === undefined) return [];
  return allOf(toc, 'a').map((link) => ({
    address: link.getAttribute('href') ?? '',
    depth: depthOf(link, 'ol'),
    text: plain(link.textContent),
  }));
}

function entriesOfNcx(document: Document): readonly Entry[] {
  return allOf(document, 'navPoint').map((point) => ({
    address: firstOf(point, 'content')?.getAttribute('src') ?? '',
    depth: depthOf(point, 'navPoint'),
    text: plain(firstOf(point, 'text')?.textContent ?? ''),
  }));
}

function depthOf(element: Element, name: string): number {
  let depth = 0;
  for (let up = element.parentElement; up !== null && depth < DEPTH_MAX; up = up.parentElement) {
    if (up.localName === name) depth += 1;
  }
  return depth;
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}

function allOf(parent: Document | Element, name: string): readonly Element[] {
  return Array.from(parent.getElementsByTagNameNS('*', name));
}

function firstOf(parent: Document | Element, name: string): Element | undefined {
  return parent.getElementsByTagNameNS('*', name)[0];
}

/** Resolves a path relative to a part of the archive, never to a place outside of it. */
export function resolvedPath(
  base: string,
  address: string,
): { readonly path: string; readonly fragment: string } {
  const host = 'https://book.invalid';
  if (!URL.canParse(address, `${host}/${base}`)) return { path: '', fragment: '' };
  const { origin, pathname, hash } = new URL(address, `${host}/${base}`);
  if (origin !== host) return { path: '', fragment: '' };
  return { path: decoded(pathname.slice(1)), fragment: decoded(hash.slice(1)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
