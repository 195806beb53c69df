import { BLOCK_BYTES } from './block-sums.ts';

const SHARED_MAX = 128;
const FREE_MAX = 128;

/**
 * [Note: Memory of requests] Each request gets one block, and further blocks only from a shared limit. The number of
 * requests therefore bounds memory, and no request waits for the memory of a slow client.
 */
export class BlockPool {
  readonly #sharedMax: number;
  readonly #free: Buffer[] = [];
  #shared = 0;
  #leastFree = 0;

  constructor(sharedMax: number = SHARED_MAX) {
    this.#sharedMax = sharedMax;
  }

  holder(): BlockHolder {
    return new BlockHolder(this);
  }

  acquire(): Buffer {
    const block = this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#leastFree = Math.min(this.#leastFree, this.#free.length);
    return block;
  }

  release(block: Buffer): void {
    if (this.#free.length < FREE_MAX) this.#free.push(block);
    else freeNow(block);
  }

  /** If this returns true, the caller must call `releaseShared` once. */
  acquireShared(): boolean {
    if (this.#shared >= this.#sharedMax) return false;
    this.#shared += 1;
    return true;
  }

  releaseShared(): void {
    this.#shared -= 1;
  }

  trim(): number {
    const unused = this.#free.splice(0, this.#leastFree);
    for (const block of unused) freeNow(block);
    this.#leastFree = this.#free.length;
    return unused.length * BLOCK_BYTES;
  }
}

export class BlockHolder {
  readonly #pool: BlockPool;
  #count = 0;

  constructor(pool: BlockPool) {
    this.#pool = pool;
  }

  /** Undefined if the request has a block already and the shared limit is reached. Retry after `release`. */
  acquire(): Buffer | undefined {
    if (this.#count > 0 && !this.#pool.acquireShared()) return undefined;
    this.#count += 1;
    return this.#pool.acquire();
  }

  release(block: Buffer): void {
    this.#count -= 1;
    if (this.#count > 0) this.#pool.releaseShared();
    this.#pool.release(block);
  }
}

/** Counts bytes that a request has received but not written: up to one block, and more only from the shared limit. */
export class PendingBytes {
  readonly #bytesMax: number;
  readonly #pool: BlockPool;
  #bytes = 0;
  #shared = 0;

  constructor(bytesMax: number, pool: BlockPool) {
    this.#bytesMax = bytesMax;
    this.#pool = pool;
  }

  hasRoom(): boolean {
    if (this.#bytes > this.#bytesMax) return false;
    while (this.#bytes > this.#roomBytes) {
      if (!this.#pool.acquireShared()) return false;
      this.#shared += 1;
    }
    return true;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  remove(bytes: number): void {
    this.#bytes -= bytes;
    while (this.#shared > 0 && this.#bytes <= this.#roomBytes - BLOCK_BYTES) {
      this.#shared -= 1;
      this.#pool.releaseShared();
    }
  }

  get #roomBytes(): number {
    return BLOCK_BYTES * (1 + this.#shared);
  }
}

export const blockPool = new BlockPool();

/** Frees the memory without waiting for garbage collection. */
function freeNow({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
