/** Buffers that are used again and again: new ones for every batch would keep the garbage collector as busy as the hash. */
export class BufferPool {
  readonly #bufferBytes: number;
  readonly #keptMax: number;
  readonly #free: Buffer[] = [];

  constructor(bufferBytes: number, keptMax: number) {
    this.#bufferBytes = bufferBytes;
    this.#keptMax = keptMax;
  }

  /** A buffer with anything in it. Give it back once. */
  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#bufferBytes);
  }

  give(buffer: Buffer): void {
    if (this.#free.length < this.#keptMax) this.#free.push(buffer);
  }
}
