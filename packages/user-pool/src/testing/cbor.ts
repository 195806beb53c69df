/** CBOR (RFC 8949): integers, texts, bytes and maps only. */
export type CborValue = number | string | Uint8Array | ReadonlyMap<number | string, CborValue>;

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, map: 5 } as const;

export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number')
    return value >= 0 ? head(MAJOR.unsigned, value) : head(MAJOR.negative, -1 - value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([head(MAJOR.text, bytes.length), bytes]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(MAJOR.bytes, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
  return Buffer.concat([head(MAJOR.map, value.size), ...entries]);
}

function head(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.of(type | argument);
  if (argument < 0x100) return Buffer.of(type | 24, argument);
  return Buffer.of(type | 25, argument >> 8, argument & 0xff);
}
