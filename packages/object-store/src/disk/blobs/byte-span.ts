/** `end` is exclusive. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}
