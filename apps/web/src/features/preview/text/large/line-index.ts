const NEWLINE = 0x0a;
const FIRST_CAPACITY = 4_096;

/** Byte offsets of the lines of a file, without the file. For files below 4 GiB. */
export class LineIndex {
  #starts = new Uint32Array(FIRST_CAPACITY);
  #count = 1;
  #bytes = 0;

  /** Lines that begin within the bytes read. */
  get lineCount(): number {
    return this.#count;
  }

  get readBytes(): number {
    return this.#bytes;
  }

  /** Undefined for the line after the last known one. */
  startOf(line: number): number | undefined {
    return line < this.#count ? this.#starts[line] : undefined;
  }

  /** The next bytes of the file, in order. */
  add(bytes: Uint8Array): void {
    let at = bytes.indexOf(NEWLINE);
    while (at >= 0) {
      this.#push(this.#bytes + at + 1);
      at = bytes.indexOf(NEWLINE, at + 1);
    }
    this.#bytes += bytes.length;
  }

  /** Offsets of the lines from `from` on, for another index. */
  startsFrom(from: number): Uint32Array<ArrayBuffer> {
    return this.#starts.slice(from, this.#count);
  }

  append(starts: Uint32Array, readBytes: number): void {
    for (const start of starts) this.#push(start);
    this.#bytes = readBytes;
  }

  #push(start: number): void {
    if (this.#count === this.#starts.length) {
      const larger = new Uint32Array(this.#starts.length * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#starts[this.#count] = start;
    this.#count += 1;
  }
}
