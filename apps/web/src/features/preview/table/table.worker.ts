import { fetchFile, fetchFileBytes } from '../../../api/file-bytes.ts';
import { CsvIndex } from './csv-index.ts';
import { CELL_MAX, orderOf, shapeOf, type Order } from './csv-table.ts';
import type { TableMessage, TableRequest, TableRow } from './table-protocol.ts';
import type { Workbook } from '../../../lib/tables/workbook.ts';

let index: CsvIndex | undefined;
/** Number of header rows at the start of the file. */
let headerRows = 0;
let view = 0;
let order: Uint32Array | undefined;
let wished: Order | undefined;
let workbook: Workbook | undefined;
let isSheetCut = false;

self.onmessage = ({ data }: MessageEvent<TableRequest>): void => {
  if (data.type === 'open') void (data.isWorkbook ? openWorkbookOrFail(data.url) : openOrFail(data));
  else if (data.type === 'sheet') showSheet(data.sheet, data.view);
  else if (data.type === 'beginning') post({ type: 'beginning', rows: rowsFrom(0, data.count) });
  else if (data.type === 'order') void reorder(data.view, data.wish);
  else if (data.view === view) sendRows(data.first, data.count);
};

function post(message: TableMessage): void {
  self.postMessage(message);
}

async function openOrFail(request: Extract<TableRequest, { type: 'open' }>): Promise<void> {
  const [end] = await Promise.allSettled([open(request)]);
  if (end.status === 'rejected') post({ type: 'failed' });
}

async function open({ url, sizeBytes, delimiter }: Extract<TableRequest, { type: 'open' }>): Promise<void> {
  const read = new CsvIndex(sizeBytes, delimiter);
  index = read;
  const abort = new AbortController();
  const { body } = await fetchFile(url, { signal: abort.signal });
  if (body !== null) await readAll(body, read);
  abort.abort();
  read.finish();
  sendShape(read);
  sendProgress(true);
  // The current order was computed before all rows were read.
  if (wished !== undefined) await reorder(view, { ...wished });
}

async function openWorkbookOrFail(url: string): Promise<void> {
  const [bytes] = await Promise.allSettled([fetchFileBytes(url)]);
  if (bytes.status === 'rejected') {
    post({ type: 'failed' });
    return;
  }
  post({ type: 'fetched' });
  const { openWorkbook } = await import('../../../lib/tables/workbook.ts');
  const [opened] = await Promise.allSettled([openWorkbook(bytes.value)]);
  const read = opened.status === 'rejected' ? 'damaged' : opened.value;
  if (typeof read === 'string') {
    post({ type: 'failed', reason: read });
    return;
  }
  workbook = read;
  post({ type: 'sheets', names: workbook.names });
  showSheet(0, 0);
}

/** Converts a sheet to CSV for the rest of the viewer. */
function showSheet(sheet: number, next: number): void {
  if (workbook === undefined) return;
  const { csv, isCut } = workbook.read(sheet);
  const read = new CsvIndex(csv.length, ',');
  index = read;
  view = next;
  order = undefined;
  wished = undefined;
  isShapeSent = false;
  isSheetCut = isCut;
  read.add(csv);
  read.finish();
  sendShape(read);
  sendProgress(true);
}

const FIRST_ROWS = 100;
const PROGRESS_EVERY_MS = 250;

async function readAll(body: ReadableStream<Uint8Array>, read: CsvIndex): Promise<void> {
  let sentAt = Number.NEGATIVE_INFINITY;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (!isShapeSent) post({ type: 'fetched' });
    read.add(value);
    if (read.isFull) return;
    const now = performance.now();
    if (read.rowCount < FIRST_ROWS || now - sentAt < PROGRESS_EVERY_MS) continue;
    sendShape(read);
    sendProgress(false);
    await yieldToMessages();
    sentAt = performance.now();
  }
}

let isShapeSent = false;

function sendShape(read: CsvIndex): void {
  if (isShapeSent) return;
  isShapeSent = true;
  const shape = shapeOf(read);
  headerRows = shape.hasHeader ? 1 : 0;
  post({ type: 'facts', facts: { shape, encoding: read.encoding, delimiter: read.delimiter } });
}

function sendProgress(isDone: boolean): void {
  if (index === undefined) return;
  post({
    type: 'read',
    rows: index.rowCount - headerRows,
    isDone,
    truncation: index.truncation ?? (isSheetCut ? 'rows' : undefined),
  });
}

function sendRows(first: number, count: number): void {
  if (index !== undefined) post({ type: 'rows', view, first, rows: rowsFrom(first, count) });
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

/** Yields so that pending messages can be handled. */
async function yieldToMessages(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

async function reorder(next: number, wish: Order): Promise<void> {
  if (index === undefined) return;
  view = next;
  wished = wish;
  const isPlain = wish.words === '' && wish.sort === undefined;
  const pause = async (): Promise<boolean> => {
    await yieldToMessages();
    return view === next && wished === wish;
  };
  const made = isPlain ? undefined : await orderOf(index, { from: headerRows, order: wish }, pause);
  if (view !== next || wished !== wish || (!isPlain && made === undefined)) return;
  order = made;
  post({ type: 'ordered', view, rows: made?.length ?? index.rowCount - headerRows });
}
