import type { IncomingMessage } from 'node:http';
import { type BlockHolder, type BlockPool, blockPool } from '../disk/blobs/block-pool.ts';
import { BLOCK_BYTES } from '../disk/blobs/block-sums.ts';

const WAITING_MAX = 1;

/**
 * node:http delivers pieces of at most 64 KiB. Hashing and writing each costs more than a copy, so long bodies are
 * gathered into reusable blocks.
 */
export class BodyBlocks {
  readonly #incoming: IncomingMessage;
  readonly #releasePiece: (piece: Uint8Array) => void;
  readonly #holder: BlockHolder;
  readonly #full: Buffer[] = [];
  readonly #lent = new Map<Uint8Array, Buffer>();
  #block: Buffer | undefined;
  #filled = 0;
  #waiting: { readonly piece: Buffer; readonly at: number } | undefined;
  #end: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  constructor(
    incoming: IncomingMessage,
    releasePiece: (piece: Uint8Array) => void,
    pool: BlockPool = blockPool,
  ) {
    this.#incoming = incoming;
    this.#releasePiece = releasePiece;
    this.#holder = pool.holder();
  }

  /** May be called once. Throws if the request is aborted. */
  async *read(): AsyncGenerator<Uint8Array> {
    const incoming = this.#incoming;
    const gather = (piece: Buffer): void => this.#gather(piece, 0);
    const end = (error?: Error): void => {
      this.#end ??= error === undefined ? {} : { error };
      this.#wake?.();
    };
    const finish = (): void => end();
    incoming.on('data', gather).once('end', finish).once('close', finish).once('error', end);
    if (incoming.destroyed) end(incoming.errored ?? new Error('the connection is closed'));
    try {
      for (;;) {
        const block = this.#full.shift();
        if (block !== undefined) {
          this.#continueReading();
          yield this.#lend(block, BLOCK_BYTES);
        } else if (this.#end?.error !== undefined) throw this.#end.error;
        else if (this.#end === undefined || this.#waiting !== undefined) await this.#more();
        else break;
      }
      const last = this.#block;
      this.#block = undefined;
      if (last !== undefined) yield this.#lend(last, this.#filled);
    } finally {
      // Keep the error listener, because an unhandled error would crash the process.
      incoming.off('data', gather).off('end', finish).off('close', finish);
      this.#releaseUnread();
      // Unread data would block the connection.
      incoming.resume();
    }
  }

  stop(error: Error): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  release(bytes: Uint8Array): void {
    const block = this.#lent.get(bytes);
    if (block === undefined) return;
    this.#lent.delete(bytes);
    this.#holder.release(block);
    this.#continueReading();
  }

  #gather(piece: Buffer, start: number): void {
    for (let at = start; at < piece.length; ) {
      this.#block ??= this.#holder.acquire();
      if (this.#block === undefined) {
        this.#waiting = { piece, at };
        this.#incoming.pause();
        return;
      }
      const count = Math.min(piece.length - at, BLOCK_BYTES - this.#filled);
      this.#block.set(count === piece.length ? piece : piece.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === BLOCK_BYTES) this.#endBlock(this.#block);
    }
    this.#releasePiece(piece);
  }

  #continueReading(): void {
    if (this.#full.length > WAITING_MAX) return;
    const waiting = this.#waiting;
    if (waiting !== undefined) {
      this.#waiting = undefined;
      this.#gather(waiting.piece, waiting.at);
      this.#wake?.();
    }
    const hasRoom = this.#waiting === undefined && this.#full.length <= WAITING_MAX;
    if (hasRoom && this.#incoming.isPaused()) this.#incoming.resume();
  }

  #releaseUnread(): void {
    if (this.#block !== undefined) this.#full.push(this.#block);
    this.#block = undefined;
    this.#waiting = undefined;
    for (const block of this.#full.splice(0)) this.#holder.release(block);
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
