import { KIB, MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { packZip } from '../zip/pack-zip.ts';
import { openWorkbook, SHEET_ROWS_MAX, type Workbook } from './workbook.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

type Texts = Readonly<Record<string, string>>;

function zipOf(texts: Texts): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return packZip(new Map(Object.entries(texts).map(([path, text]) => [path, encoder.encode(text)])));
}

function xlsxOf(sheets: readonly string[], more: Texts = {}): Uint8Array<ArrayBuffer> {
  const numbers = sheets.map((_, at) => at + 1);
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const types = numbers
    .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${kind}.worksheet+xml"/>`)
    .join('');
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>${types}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers.map((n) => `<sheet name="S${n}" sheetId="${n}" r:id="r${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="r${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  });
}

function odsOf(rows: string): Uint8Array<ArrayBuffer> {
  const name = 'urn:oasis:names:tc:opendocument:xmlns';
  const spaces = ['office', 'table', 'text'].map((each) => `xmlns:${each}="${name}:${each}:1.0"`).join(' ');
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content ${spaces}><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${spaces}/>`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${name}:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  });
}

const SMALL = { partBytes: 64 * KIB, wholeBytes: MIB };

async function opened(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> {
  const book = await openWorkbook(bytes, SMALL);
  if (typeof book === 'string') throw new Error(`refused: ${book}`);
  return book;
}

function linesOf(book: Workbook, sheet = 0): readonly string[] {
  return new TextDecoder().decode(book.read(sheet).csv).split('\n');
}

function odsRow(times: string, words: string): string {
  return `<table:table-row ${times}><table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell></table:table-row>`;
}

test('each sheet is read when it is chosen, without the empty cells at the end of a row', async () => {
  const row = '<row><c r="A1"><v>1</v></c><c r="C1"><v>3</v></c><c r="F1"/></row>';
  const book = await opened(xlsxOf([row, '<row><c r="A1"><v>2</v></c></row>']));
  expect(book.names).toEqual(['S1', 'S2']);
  expect(linesOf(book, 1)).toEqual(['2']);
  expect(linesOf(book)).toEqual(['1,,3']);
  expect(book.read(0).isCut).toBe(false);
});

test('of a sheet with too many cells the beginning is read, and it says so', async () => {
  const row = `<row>${'<c><v>1</v></c>'.repeat(500)}</row>`;
  const rows = Math.ceil((80 * KIB) / row.length);
  const book = await opened(xlsxOf([row.repeat(rows), '<row><c><v>2</v></c></row>']));
  const sheet = book.read(0);
  const lines = new TextDecoder().decode(sheet.csv).split('\n');
  expect(sheet.isCut).toBe(true);
  expect(lines.length).toBeGreaterThan(rows / 2);
  expect(lines.length).toBeLessThan(rows);
  expect(new Set(lines)).toEqual(new Set([Array.from({ length: 500 }, () => '1').join(',')]));
  expect(book.read(1)).toMatchObject({ isCut: false });
});

test('distant cells create no table of empty ones', async () => {
  const rows = Array.from(
    { length: 1_000 },
    (_, at) => `<row r="${at + 1}"><c r="SF${at + 1}"><v>1</v></c></row>`,
  );
  const { csv } = (await opened(xlsxOf([rows.join('')]))).read(0);
  expect(csv.length).toBeLessThan(1_000 * 501);
  const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  expect((await opened(xlsxOf([far]))).read(0).csv.length).toBeLessThan(SHEET_ROWS_MAX);
});

test('a row repeated a million times, a thousand wide, is cut to a thousand rows', async () => {
  const bomb = odsRow('table:number-rows-repeated="100000000"', 'x').replace(
    '<table:table-cell ',
    '<table:table-cell table:number-columns-repeated="100000000" ',
  );
  const lines = linesOf(await opened(odsOf(bomb)));
  expect(lines).toHaveLength(1_000);
  expect(lines[0]?.split(',')).toHaveLength(500);
  const usual = `${odsRow('', 'bird')}${odsRow('table:number-rows-repeated="2"', 'curlew')}`;
  expect(linesOf(await opened(odsOf(usual)))).toEqual(['bird', 'curlew', 'curlew']);
});

test('a long OpenDocument sheet is cut between two rows', async () => {
  const row = odsRow('', 'w'.repeat(1_000));
  const { csv, isCut } = (await opened(odsOf(row.repeat(Math.ceil((65 * KIB) / row.length))))).read(0);
  expect(isCut).toBe(true);
  expect(new Set(new TextDecoder().decode(csv).split('\n'))).toEqual(new Set(['w'.repeat(1_000)]));
});

test('a file too large to truncate is rejected', async () => {
  const words = '<si><t>curlew</t></si>'.repeat(3_000);
  expect(await openWorkbook(xlsxOf([''], { 'xl/sharedStrings.xml': `<sst>${words}</sst>` }), SMALL)).toBe(
    'large',
  );
  expect(await openWorkbook(new Uint8Array(17 * MIB))).toBe('large');
});
