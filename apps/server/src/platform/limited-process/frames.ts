import { assert } from '@coffer/kit';

const HEADER_BYTES = 4;

/** The length precedes the bytes, so that a reader knows where a frame ends. */
export function frameHeader(sizeBytes: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32BE(sizeBytes);
  return header;
}

/** Throws for a frame above `maxBytes`. Stops at the end of the input, even within a frame. */
export async function* readFrames(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let chunks: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    heldBytes += chunk.length;
    let neededBytes = neededOf(chunks, heldBytes);
    assert(neededBytes <= HEADER_BYTES + maxBytes, 'a frame exceeds the size limit');
    while (heldBytes >= neededBytes) {
      const held = Buffer.concat(chunks);
      yield held.subarray(HEADER_BYTES, neededBytes);
      chunks = [held.subarray(neededBytes)];
      heldBytes = held.length - neededBytes;
      neededBytes = neededOf(chunks, heldBytes);
      assert(neededBytes <= HEADER_BYTES + maxBytes, 'a frame exceeds the size limit');
    }
  }
}

/** Bytes of the next frame, including its header. */
function neededOf(chunks: readonly Uint8Array[], heldBytes: number): number {
  if (heldBytes < HEADER_BYTES) return HEADER_BYTES;
  let [first = Buffer.alloc(0)] = chunks;
  if (first.length < HEADER_BYTES) first = Buffer.concat(chunks);
  return HEADER_BYTES + Buffer.from(first.buffer, first.byteOffset, HEADER_BYTES).readUInt32BE();
}
