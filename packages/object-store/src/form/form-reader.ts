import { refusal, type S3Error } from '../errors.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';

const CR = 0x0d;

/** Cuts a stream at delimiters: short pieces are gathered, long ones handed on as they come, without a copy. */
export class FormReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);
  #consumedBytes = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** How much of the stream was handed out, delimiters included. */
  get consumedBytes(): number {
    return this.#consumedBytes;
  }

  /** Everything before the delimiter, which is skipped. Throws `tooLong` when it does not come within `bytesMax`. */
  async upTo(delimiter: Buffer, bytesMax: number, tooLong: S3Error): Promise<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      if (at !== -1 && at <= bytesMax) {
        const taken = this.#held.subarray(0, at);
        this.#skip(at + delimiter.length);
        return taken;
      }
      if (at !== -1 || this.#held.length > bytesMax + delimiter.length) throw new PayloadError(tooLong);
      await this.#more();
    }
  }

  /** The bytes before the delimiter, which must come and is skipped. It begins with CR LF. */
  async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      const safe = at === -1 ? beginOfDelimiter(this.#held, delimiter) : at;
      const piece = this.#held.subarray(0, safe);
      this.#skip(at === -1 ? safe : at + delimiter.length);
      if (piece.length > 0) yield piece;
      if (at !== -1) return;
      await this.#more();
    }
  }

  /** Exactly so many bytes. */
  async take(bytes: number): Promise<Buffer> {
    while (this.#held.length < bytes) await this.#more();
    const taken = this.#held.subarray(0, bytes);
    this.#skip(bytes);
    return taken;
  }

  /** Reads what is left, for nobody. */
  async drain(): Promise<void> {
    this.#held = Buffer.alloc(0);
    while ((await this.#source.next()).done !== true);
  }

  /** Lets go of the stream, wherever it stands. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  #skip(bytes: number): void {
    this.#held = this.#held.subarray(bytes);
    this.#consumedBytes += bytes;
  }

  async #more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done === true) throw new PayloadError(refusal('MalformedPOSTRequest'));
    this.#held = this.#held.length === 0 ? asBuffer(next.value) : Buffer.concat([this.#held, next.value]);
  }
}

/** Where the delimiter may begin whose end has not come yet; the length of `bytes` when it does not. */
function beginOfDelimiter(bytes: Buffer, delimiter: Buffer): number {
  let at = bytes.indexOf(CR, Math.max(0, bytes.length - delimiter.length + 1));
  while (at !== -1) {
    if (delimiter.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return at;
    at = bytes.indexOf(CR, at + 1);
  }
  return bytes.length;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
