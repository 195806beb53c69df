export type WantedBytes =
  | { readonly kind: 'whole' | 'beyond' }
  | { readonly kind: 'part'; readonly from: number; readonly to: number };

/**
 * Supports a single range. Several ranges, an invalid range or an outdated `If-Range` give the whole file.
 * @see RFC 9110 section 14
 */
export function wantedBytes(
  { range, ifRange }: { readonly range: string | undefined; readonly ifRange: string | undefined },
  { sizeBytes, etag }: { readonly sizeBytes: number; readonly etag: string },
): WantedBytes {
  if (ifRange !== undefined && ifRange !== etag) return { kind: 'whole' };
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec((range ?? '').trim());
  const [, first = '', last = ''] = asked ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? { kind: 'beyond' } : part(sizeBytes - length, sizeBytes - 1);
  }
  const from = Number(first);
  const to = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < from) return { kind: 'whole' };
  return from >= sizeBytes ? { kind: 'beyond' } : part(from, to);
}

function part(from: number, to: number): WantedBytes {
  return { kind: 'part', from, to };
}
