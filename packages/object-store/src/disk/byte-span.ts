/** A span of bytes, end not included. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}
