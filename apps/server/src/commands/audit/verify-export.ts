import { parseJson } from '@coffer/kit';
import { GENESIS, hashOf } from '../../features/audit/chain.ts';

/** The result of a check. `line` starts at 1. */
export type Verdict =
  | { readonly kind: 'whole'; readonly rows: number; readonly sequence: number; readonly hash: string }
  | { readonly kind: 'no_export'; readonly line: number }
  | { readonly kind: 'changed' | 'repeated'; readonly line: number; readonly sequence: number }
  | { readonly kind: 'missing' | 'replaced'; readonly line: number; readonly sequence: number }
  | { readonly kind: 'cut'; readonly sequence: number };

/** The expected end of the chain, from another export or from a head in the bucket. */
export interface Expected {
  readonly sequence: number;
  readonly hash: string;
}

interface Row {
  readonly sequence: number;
  readonly previous: string;
  readonly hash: string;
}

/** Checks the lines of an export of the whole audit trail, without the server that created it. */
export async function verifyExport(lines: AsyncIterable<string>, expected?: Expected): Promise<Verdict> {
  let last: Row = { sequence: 0, previous: GENESIS, hash: GENESIS };
  let line = 0;
  let end: object | undefined;
  for await (const text of lines) {
    line += 1;
    const parsed = parse(text);
    if (parsed === undefined || end !== undefined) return { kind: 'no_export', line };
    if ('end' in parsed) {
      end = parsed;
      continue;
    }
    if (!isRow(parsed)) return { kind: 'no_export', line };
    const verdict = judge(last, parsed, line);
    if (verdict !== undefined) return verdict;
    if (parsed.sequence === expected?.sequence && parsed.hash !== expected.hash) {
      return { kind: 'replaced', line, sequence: parsed.sequence };
    }
    last = parsed;
  }
  const { sequence, hash } = last;
  const isWhole = JSON.stringify(end) === JSON.stringify({ end: { hash, rows: sequence, sequence } });
  const isShort = expected !== undefined && expected.sequence > sequence;
  if (!isWhole || isShort) return { kind: 'cut', sequence };
  return { kind: 'whole', rows: sequence, sequence, hash };
}

function judge(last: Row, row: Row, line: number): Verdict | undefined {
  const { sequence } = row;
  if (sequence <= last.sequence) return { kind: 'repeated', line, sequence };
  if (sequence > last.sequence + 1) return { kind: 'missing', line, sequence: last.sequence + 1 };
  if (row.hash !== hashOf(row)) return { kind: 'changed', line, sequence };
  return row.previous === last.hash ? undefined : { kind: 'replaced', line, sequence };
}

function parse(text: string): object | undefined {
  const parsed = parseJson(text);
  return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
}

function isRow(value: object): value is Row {
  return (
    'sequence' in value &&
    Number.isSafeInteger(value.sequence) &&
    'previous' in value &&
    typeof value.previous === 'string' &&
    'hash' in value &&
    typeof value.hash === 'string'
  );
}
