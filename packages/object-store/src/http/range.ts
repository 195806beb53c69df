import type { ByteSpan } from '../disk/byte-span.ts';

/**
 * Reads a Range header. `whole` when there is none, or one that is to be ignored: several ranges, another unit, or
 * not a range at all. @see https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteSpan | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
