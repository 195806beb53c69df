import { randomFillSync } from 'node:crypto';
import type { Clock } from '@coffer/kit';

/**
 * UUID version 7. Ids always ascend, even if the clock goes back; a full counter borrows the next millisecond.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.7 (layout) and section 6.2, method 1 (counter)
 */
export function createIdMaker(clock: Clock): () => string {
  const random = createDrawer();
  let lastMs = 0;
  let counter = 0;
  return () => {
    const nowMs = clock.now().getTime();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      counter = 0;
    } else if (++counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
    const bytes = Buffer.allocUnsafe(16);
    random(bytes.subarray(8));
    bytes.writeUIntBE(lastMs, 0, 6);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}

const DRAWN_BYTES = 4_096;

/** Draws random bytes in blocks, because single draws would dominate the cost. */
function createDrawer(): (target: Uint8Array) => void {
  const drawn = Buffer.alloc(DRAWN_BYTES);
  let used = DRAWN_BYTES;
  return (target) => {
    if (used + target.length > DRAWN_BYTES) {
      randomFillSync(drawn);
      used = 0;
    }
    target.set(drawn.subarray(used, used + target.length));
    used += target.length;
  };
}
