import { MIB } from '@coffer/kit';
import { configure, type Entry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import type { CollectedText } from './collected-text.ts';
import { HTML, type Markup, OPEN_DOCUMENT, readMarkup, SHEET, SLIDE, WORD } from './markup-text.ts';

configure({ useWebWorkers: false });

/** Limit for all unpacked entries. Counted while unpacking, because the directory may state wrong sizes. */
const UNPACKED_BYTES_MAX = 128 * MIB;
const ENTRIES_MAX = 20_000;

interface PartKind {
  readonly path: RegExp;
  readonly markup: Markup;
}

/** In the order in which the entries are read. */
const PARTS: readonly PartKind[] = [
  { path: /^word\/document\d*\.xml$/, markup: WORD },
  { path: /^word\/(?:footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/, markup: WORD },
  { path: /^xl\/sharedStrings\.xml$/, markup: SHEET },
  { path: /^xl\/worksheets\/sheet\d+\.xml$/, markup: SHEET },
  { path: /^xl\/comments\d*\.xml$/, markup: SHEET },
  { path: /^ppt\/slides\/slide\d+\.xml$/, markup: SLIDE },
  { path: /^ppt\/notesSlides\/notesSlide\d+\.xml$/, markup: SLIDE },
];
const OPEN_DOCUMENT_PARTS: readonly PartKind[] = [{ path: /^content\.xml$/, markup: OPEN_DOCUMENT }];
const BOOK_PARTS: readonly PartKind[] = [{ path: /\.x?html?$/i, markup: HTML }];

/** Reads office documents and e-books; other archives have no text. Throws if the file cannot be read. */
export async function readZipText(bytes: Uint8Array<ArrayBuffer>, into: CollectedText): Promise<void> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes));
  const entries: Entry[] = [];
  for await (const entry of zip.getEntriesGenerator({
    strictness: 'tolerant',
    filenameValidation: 'tolerant',
  })) {
    if (entries.length >= ENTRIES_MAX) throw new Error('the archive has more entries than the limit');
    if (!entry.directory && !entry.encrypted) entries.push(entry);
  }
  let leftBytes = UNPACKED_BYTES_MAX;
  for (const { path, markup } of partsOf(entries)) {
    for (const entry of entries.filter(({ filename }) => path.test(filename)).toSorted(byNumber)) {
      leftBytes -= await readPart(entry, { markup, into, bytesMax: leftBytes });
      into.separate('\n');
    }
  }
}

function partsOf(entries: readonly Entry[]): readonly PartKind[] {
  const has = (path: string): boolean => entries.some(({ filename }) => filename === path);
  if (has('[Content_Types].xml')) return PARTS;
  if (has('META-INF/container.xml')) return BOOK_PARTS;
  return has('META-INF/manifest.xml') ? OPEN_DOCUMENT_PARTS : [];
}

const natural = new Intl.Collator('en', { numeric: true });

function byNumber(a: Entry, b: Entry): number {
  return natural.compare(a.filename, b.filename);
}

interface Reading {
  readonly markup: Markup;
  readonly into: CollectedText;
  readonly bytesMax: number;
}

/** Returns the number of unpacked bytes. */
async function readPart(entry: Entry, { markup, into, bytesMax }: Reading): Promise<number> {
  if (entry.directory) return 0;
  const reader = readMarkup(markup, into);
  const decoder = new TextDecoder();
  let unpackedBytes = 0;
  const written = new WritableStream<Uint8Array>({
    write: (piece) => {
      unpackedBytes += piece.length;
      if (unpackedBytes > bytesMax) throw new Error('the unpacked entries exceed the size limit');
      reader.write(decoder.decode(piece, { stream: true }));
    },
  });
  await entry.getData(written);
  reader.end();
  return unpackedBytes;
}
