import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { assert, KIB } from '@coffer/kit';

/**
 * A blob contains its bytes, followed by the CRC32 of each 256 KiB block. The record stores a SHA-256 of that
 * table, so each read detects damaged or swapped blobs.
 */
export const BLOCK_BYTES = 256 * KIB;
const SUM_BYTES = 4;

export class BlockSums {
  readonly #sums: number[] = [];
  #current = 0;
  #filled = 0;

  update(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      const piece =
        rest.length > BLOCK_BYTES - this.#filled ? rest.subarray(0, BLOCK_BYTES - this.#filled) : rest;
      this.#current = crc32(piece, this.#current);
      this.#filled += piece.length;
      if (this.#filled === BLOCK_BYTES) this.#end();
      rest = rest.subarray(piece.length);
    }
  }

  finish(): Buffer {
    if (this.#filled > 0) this.#end();
    const table = Buffer.alloc(this.#sums.length * SUM_BYTES);
    for (const [i, sum] of this.#sums.entries()) table.writeUInt32LE(sum, i * SUM_BYTES);
    return table;
  }

  #end(): void {
    this.#sums.push(this.#current);
    this.#current = 0;
    this.#filled = 0;
  }
}

export function tableHash(table: Uint8Array): string {
  return hash('sha256', table).slice(0, 32);
}

export function sumsOf(bytes: Uint8Array): string {
  const sums = new BlockSums();
  sums.update(bytes);
  return tableHash(sums.finish());
}

export function tableBytes(sizeBytes: number): number {
  return Math.ceil(sizeBytes / BLOCK_BYTES) * SUM_BYTES;
}

export function isBlockSound(table: Buffer, index: number, block: Uint8Array): boolean {
  assert((index + 1) * SUM_BYTES <= table.length, 'the block is outside of its blob');
  return table.readUInt32LE(index * SUM_BYTES) === crc32(block);
}
