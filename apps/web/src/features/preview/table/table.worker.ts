import { fetchFile, fetchFileBytes } from '../../../api/file-bytes.ts';
import { CsvIndex } from './csv-index.ts';
import { CELL_MAX, orderOf, shapeOf, type Wish } from './csv-table.ts';
import type { TableNews, TableRequest, TableRow } from './table-protocol.ts';
import type { Workbook } from '../../../lib/tables/workbook.ts';

let index: CsvIndex | undefined;
/** Rows of the file before the first one of the table. */
let headerRows = 0;
let view = 0;
let order: Uint32Array | undefined;
let wished: Wish | undefined;
let book: Workbook | undefined;
let isSheetCut = false;

self.onmessage = ({ data }: MessageEvent<TableRequest>): void => {
  if (data.ask === 'open') void (data.isWorkbook ? openBookOrFail(data.url) : openOrFail(data));
  else if (data.ask === 'sheet') showSheet(data.sheet, data.view);
  else if (data.ask === 'beginning') say({ say: 'beginning', rows: rowsFrom(0, data.count) });
  else if (data.ask === 'order') void reorder(data.view, data.wish);
  else if (data.view === view) sendRows(data.first, data.count);
};

function say(news: TableNews): void {
  self.postMessage(news);
}

async function openOrFail(request: Extract<TableRequest, { ask: 'open' }>): Promise<void> {
  const [end] = await Promise.allSettled([open(request)]);
  if (end.status === 'rejected') say({ say: 'failed' });
}

async function open({ url, sizeBytes, delimiter }: Extract<TableRequest, { ask: 'open' }>): Promise<void> {
  const read = new CsvIndex(sizeBytes, delimiter);
  index = read;
  const abort = new AbortController();
  const { body } = await fetchFile(url, { signal: abort.signal });
  if (body !== null) await readAll(body, read);
  abort.abort();
  read.finish();
  tellShape(read);
  tellRead(true);
  // The results so far are from fewer rows.
  if (wished !== undefined) await reorder(view, { ...wished });
}

async function openBookOrFail(url: string): Promise<void> {
  const [bytes] = await Promise.allSettled([fetchFileBytes(url)]);
  if (bytes.status === 'rejected') {
    say({ say: 'failed' });
    return;
  }
  const { openWorkbook } = await import('../../../lib/tables/workbook.ts');
  const [opened] = await Promise.allSettled([openWorkbook(bytes.value)]);
  const read = opened.status === 'rejected' ? 'damaged' : opened.value;
  if (typeof read === 'string') {
    say({ say: 'failed', why: read });
    return;
  }
  book = read;
  say({ say: 'sheets', names: book.names });
  showSheet(0, 0);
}

/** Converts a sheet to CSV for the rest of the viewer. */
function showSheet(sheet: number, next: number): void {
  if (book === undefined) return;
  const { csv, isCut } = book.read(sheet);
  const read = new CsvIndex(csv.length, ',');
  index = read;
  view = next;
  order = undefined;
  wished = undefined;
  isTold = false;
  isSheetCut = isCut;
  read.add(csv);
  read.finish();
  tellShape(read);
  tellRead(true);
}

const FIRST_ROWS = 100;
const TELL_EVERY_MS = 250;

async function readAll(body: ReadableStream<Uint8Array>, read: CsvIndex): Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    read.add(value);
    if (read.isFull) return;
    const now = performance.now();
    if (read.rowCount < FIRST_ROWS || now - toldAt < TELL_EVERY_MS) continue;
    tellShape(read);
    tellRead(false);
    await breath();
    toldAt = performance.now();
  }
}

let isTold = false;

function tellShape(read: CsvIndex): void {
  if (isTold) return;
  isTold = true;
  const shape = shapeOf(read);
  headerRows = shape.hasHeader ? 1 : 0;
  say({ say: 'facts', facts: { shape, encoding: read.encoding, delimiter: read.delimiter } });
}

function tellRead(isDone: boolean): void {
  if (index === undefined) return;
  say({
    say: 'read',
    rows: index.rowCount - headerRows,
    isDone,
    cut: index.cut ?? (isSheetCut ? 'rows' : undefined),
  });
}

function sendRows(first: number, count: number): void {
  if (index !== undefined) say({ say: 'rows', view, first, rows: rowsFrom(first, count) });
}

function rowsFrom(first: number, count: number): readonly TableRow[] {
  if (index === undefined) return [];
  const total = order?.length ?? index.rowCount - headerRows;
  const rows: TableRow[] = [];
  for (let place = first; place < Math.min(first + count, total); place += 1) {
    const row = order === undefined ? place + headerRows : (order[place] ?? 0);
    const cells = index
      .cells(row)
      .map((cell) => (cell.length > CELL_MAX ? `${cell.slice(0, CELL_MAX)}…` : cell));
    rows.push({ number: row - headerRows + 1, cells });
  }
  return rows;
}

/** Handles questions that have arrived. */
async function breath(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

async function reorder(next: number, wish: Wish): Promise<void> {
  if (index === undefined) return;
  view = next;
  wished = wish;
  const isPlain = wish.words === '' && wish.sort === undefined;
  const pause = async (): Promise<boolean> => {
    await breath();
    return view === next && wished === wish;
  };
  const made = isPlain ? undefined : await orderOf(index, { from: headerRows, wish }, pause);
  if (view !== next || wished !== wish || (!isPlain && made === undefined)) return;
  order = made;
  say({ say: 'ordered', view, rows: made?.length ?? index.rowCount - headerRows });
}
