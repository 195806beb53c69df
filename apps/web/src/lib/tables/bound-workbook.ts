import { MIB } from '@coffer/kit';
import type { Parts } from '../zip/unpack-zip.ts';
import { COLUMNS_MAX } from './csv-format.ts';

export interface WorkbookLimits {
  /** Limit of one sheet, or of all text together. A cell takes ten times its bytes in memory. */
  readonly partBytes: number;
  /** Limit of all parts that are read. */
  readonly wholeBytes: number;
}

export const WORKBOOK_LIMITS: WorkbookLimits = { partBytes: 24 * MIB, wholeBytes: 64 * MIB };

/** An OpenDocument row can be stored once with a repeat count. */
const REPEATED_ROWS_MAX = 1_000;

/** Marks the row after the last one that was read. */
export const CUT_MARK = '\uE000cut';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/i;
const CONTENT = 'content.xml';
const READ = [
  /^\[Content_Types\]\.xml$/i,
  /^_rels\/.rels$/i,
  /^xl\/(?:_rels\/)?(?:workbook|sharedStrings|styles)\.(?:xml|bin)(?:\.rels)?$/i,
  /^xl\/worksheets\/[^/]+\.(?:xml|bin)$/i,
  /^xl\/theme\//i,
  /^(?:mimetype|content\.xml|styles\.xml|meta\.xml|META-INF\/manifest\.xml)$/i,
];

/** Keeps the parts that hold the values of cells. Very long sheets are cut at the limit. */
export function boundWorkbook(parts: Parts, { partBytes, wholeBytes }: WorkbookLimits): Parts | 'large' {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  let left = wholeBytes;
  for (const [path, bytes] of parts) {
    if (!READ.some((each) => each.test(path))) continue;
    const bounded = boundPart(path, bytes, partBytes);
    if (bounded === undefined) return 'large';
    left -= bounded.length;
    if (left < 0) return 'large';
    kept.set(path, bounded);
  }
  return kept;
}

function boundPart(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  max: number,
): Uint8Array<ArrayBuffer> | undefined {
  if (path === CONTENT) return new TextEncoder().encode(boundContent(textOf(bytes, max)));
  if (bytes.length <= max) return bytes;
  return SHEET.test(path) ? new TextEncoder().encode(cutSheet(textOf(bytes, max))) : undefined;
}

function textOf(bytes: Uint8Array, max: number): string {
  return new TextDecoder().decode(bytes.subarray(0, max));
}

function cutSheet(beginning: string): string {
  const end = lastEndOf(beginning, 'row');
  if (end === undefined) return '';
  const { prefix, at } = end;
  const mark = `<${prefix}row><${prefix}c t="str"><${prefix}v>${CUT_MARK}</${prefix}v></${prefix}c></${prefix}row>`;
  return `${beginning.slice(0, at)}${mark}</${prefix}sheetData></${prefix}worksheet>`;
}

/** A single line of the content can stand for a million rows of a million cells. */
function boundContent(whole: string): string {
  const content = whole
    .replaceAll(/(number-columns-repeated=["'])(\d+)/g, (_, name: string, times: string) =>
      lessThan(name, times, COLUMNS_MAX),
    )
    .replaceAll(/(number-rows-repeated=["'])(\d+)/g, (_, name: string, times: string) =>
      lessThan(name, times, REPEATED_ROWS_MAX),
    );
  if (content.includes('</office:document-content>')) return content;
  const end = lastEndOf(content, 'table-row');
  if (end === undefined) return content;
  const mark = `<table:table-row><table:table-cell office:value-type="string"><text:p>${CUT_MARK}</text:p></table:table-cell></table:table-row>`;
  return `${content.slice(0, end.at)}${mark}</table:table></office:spreadsheet></office:body></office:document-content>`;
}

function lessThan(name: string, times: string, most: number): string {
  return `${name}${Math.min(Number(times), most)}`;
}

const PREFIX_MAX = 40;

function lastEndOf(text: string, tag: string): { readonly prefix: string; readonly at: number } | undefined {
  for (let tail = text.lastIndexOf(`${tag}>`); tail > 0; tail = text.lastIndexOf(`${tag}>`, tail - 1)) {
    const prefix = /<\/((?:[\w.-]+:)?)$/.exec(text.slice(Math.max(0, tail - PREFIX_MAX), tail))?.[1];
    if (prefix !== undefined) return { prefix, at: tail + tag.length + 1 };
  }
  return undefined;
}
