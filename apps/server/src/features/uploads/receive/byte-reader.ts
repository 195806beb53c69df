/** Reads pieces of a chosen length from a stream. */
export interface ByteReader {
  /** Reads this many bytes, or fewer at the end of the stream. */
  take(sizeBytes: number): Promise<Uint8Array>;
  isAtEnd(): Promise<boolean>;
  close(): Promise<void>;
}

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  let left: Uint8Array = new Uint8Array();
  let isEnded = false;
  const more = async (): Promise<boolean> => {
    while (left.length === 0 && !isEnded) {
      const next = await iterator.next();
      if (next.done === true) isEnded = true;
      else left = next.value;
    }
    return left.length > 0;
  };
  return {
    take: async (sizeBytes) => {
      const taken = Buffer.allocUnsafe(sizeBytes);
      let length = 0;
      while (length < sizeBytes && (await more())) {
        const piece = left.subarray(0, sizeBytes - length);
        taken.set(piece, length);
        length += piece.length;
        left = left.subarray(piece.length);
      }
      return taken.subarray(0, length);
    },
    isAtEnd: async () => !(await more()),
    close: async () => {
      if (!isEnded) await iterator.return?.();
    },
  };
}
