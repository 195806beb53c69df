import type { ByteSpan } from '../disk/blobs/byte-span.ts';

/** `whole` without a header, or for one that must be ignored. @see https://www.rfc-editor.org/rfc/rfc9110#section-14.2 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteSpan | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  if (last !== '' && BigInt(last) < BigInt(first)) return 'whole';
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
