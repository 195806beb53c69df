const NEWLINE = 0x0a;
const FIRST_CAPACITY = 4_096;

/** Byte offsets of the lines of a file below 4 GiB. The content itself is not kept. */
export class LineIndex {
  #starts = new Uint32Array(FIRST_CAPACITY);
  #count = 1;
  #bytes = 0;

  /** Number of lines that begin within the bytes read. */
  get lineCount(): number {
    return this.#count;
  }

  get readBytes(): number {
    return this.#bytes;
  }

  /** Offset of a line. Undefined if the line is not known yet. */
  startOf(line: number): number | undefined {
    return line < this.#count ? this.#starts[line] : undefined;
  }

  /** Adds the next bytes of the file, which must come in order. */
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
