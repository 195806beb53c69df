import type { IncomingMessage } from 'node:http';
import { BLOCK_BYTES } from '../disk/block-sums.ts';
import { BufferPool } from '../disk/buffer-pool.ts';

/** Blocks that wait to be read; with more than these, the socket is not read any more. */
const WAITING_MAX = 1;
/** 16 MiB. */
const BLOCKS_KEPT_MAX = 64;

const pool = new BufferPool(BLOCK_BYTES, BLOCKS_KEPT_MAX);

/**
 * [Note: Bodies in blocks] node:http hands a body on in whatever pieces the socket had, of 64 KiB at most. To hash and to write each by
 * itself costs more than to copy it. So a long body is gathered into blocks of the size that is summed and written at once, whose memory
 * is lent and used again.
 */
export class BodyBlocks {
  readonly #incoming: IncomingMessage;
  readonly #releasePiece: (piece: Uint8Array) => void;
  readonly #full: Buffer[] = [];
  /** Handed out and not given back: the very same pieces of memory, and nothing that is cut from them. */
  readonly #lent = new Map<Uint8Array, Buffer>();
  #block: Buffer | undefined;
  #filled = 0;
  #end: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  /** `releasePiece` takes back the memory of what node:http hands on. */
  constructor(incoming: IncomingMessage, releasePiece: (piece: Uint8Array) => void) {
    this.#incoming = incoming;
    this.#releasePiece = releasePiece;
  }

  /** May be read once. Throws what the request ends with, when that is not its end. */
  async *read(): AsyncGenerator<Uint8Array> {
    const incoming = this.#incoming;
    const gather = (piece: Buffer): void => this.#gather(piece);
    const end = (error?: Error): void => {
      this.#end ??= error === undefined ? {} : { error };
      this.#wake?.();
    };
    const finish = (): void => end();
    incoming.on('data', gather).once('end', finish).once('close', finish).once('error', end);
    // Whoever was gone before the body was wanted says nothing more.
    if (incoming.destroyed) end(incoming.errored ?? new Error('the connection is closed'));
    try {
      for (;;) {
        const block = this.#full.shift();
        if (block !== undefined) {
          if (incoming.isPaused()) incoming.resume();
          yield this.#lend(block, BLOCK_BYTES);
        } else if (this.#end === undefined) await this.#more();
        else break;
      }
      if (this.#end.error !== undefined) throw this.#end.error;
      if (this.#block !== undefined) yield this.#lend(this.#block, this.#filled);
    } finally {
      // Errors stay listened to: one that is on its way already would end the process.
      incoming.off('data', gather).off('end', finish).off('close', finish);
      // What nobody reads any more must not hold up the connection.
      incoming.resume();
    }
  }

  /** Whoever reads gets this error behind the blocks that are full. */
  stop(error: Error): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  /** Takes back the memory of what was read. Of a piece that was cut from it the garbage is collected. */
  release(bytes: Uint8Array): void {
    const block = this.#lent.get(bytes);
    if (block === undefined) return;
    this.#lent.delete(bytes);
    pool.give(block);
  }

  #gather(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      this.#block ??= pool.take();
      const count = Math.min(piece.length - at, BLOCK_BYTES - this.#filled);
      this.#block.set(count === piece.length ? piece : piece.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === BLOCK_BYTES) this.#endBlock(this.#block);
    }
    this.#releasePiece(piece);
  }

  #endBlock(block: Buffer): void {
    this.#full.push(block);
    this.#block = undefined;
    this.#filled = 0;
    if (this.#full.length > WAITING_MAX) this.#incoming.pause();
    this.#wake?.();
  }

  #lend(block: Buffer, length: number): Uint8Array {
    const bytes = block.subarray(0, length);
    this.#lent.set(bytes, block);
    return bytes;
  }

  async #more(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    await promise;
    this.#wake = undefined;
  }
}
