import { readRows, type Rows } from '../../../../../lib/tables/read-rows.ts';
import { diffTables } from './table-diff.ts';
import type { TablesAnswer, TablesRequest } from './tables-protocol.ts';

const LIMITS = { rows: 20_000, columns: 100 } as const;

self.onmessage = ({ data }: MessageEvent<TablesRequest>): void => {
  void answer(data);
};

async function answer(request: TablesRequest): Promise<void> {
  const [compared] = await Promise.allSettled([compare(request)]);
  const refused: TablesAnswer = { did: 'refused' };
  self.postMessage(compared.status === 'fulfilled' ? compared.value : refused);
}

async function compare({ isWorkbook, ...files }: TablesRequest): Promise<TablesAnswer> {
  const older = await rowsOf(files.older, isWorkbook);
  const newer = await rowsOf(files.newer, isWorkbook);
  if (older === undefined || newer === undefined) return { did: 'refused' };
  return { did: 'compared', diff: diffTables(older.rows, newer.rows), isCut: older.isCut || newer.isCut };
}

async function rowsOf(bytes: Uint8Array<ArrayBuffer>, isWorkbook: boolean): Promise<Rows | undefined> {
  if (!isWorkbook) return readRows(bytes, LIMITS);
  const { openWorkbook } = await import('../../../../../lib/tables/workbook.ts');
  const book = await openWorkbook(bytes);
  if (typeof book === 'string') return undefined;
  const { csv, isCut } = book.read(0);
  const { rows, isCut: isCutHere } = readRows(csv, LIMITS);
  return { rows, isCut: isCut || isCutHere };
}
