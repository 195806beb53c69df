import { refusal, type S3Error } from '../errors.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';

const CR = 0x0d;

/** Splits a stream at delimiters. Short pieces are buffered; long ones pass without a copy. */
export class FormReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #onPiece: (bytes: number) => void;
  #buffer: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  #ownsBuffer = false;
  #consumedBytes = 0;

  constructor(source: AsyncIterable<Uint8Array>, onPiece: (bytes: number) => void = () => undefined) {
    this.#source = source[Symbol.asyncIterator]();
    this.#onPiece = onPiece;
  }

  get consumedBytes(): number {
    return this.#consumedBytes;
  }

  /** Reads up to the delimiter and skips it. Throws `tooLong` after `bytesMax`. */
  async upTo(delimiter: Buffer, bytesMax: number, tooLong: S3Error): Promise<Buffer> {
    for (let searched = 0; ; ) {
      const buffered = this.#buffered();
      const at = buffered.indexOf(delimiter, Math.max(0, searched - delimiter.length));
      if (at !== -1 && at <= bytesMax) {
        this.#skip(at + delimiter.length);
        return buffered.subarray(0, at);
      }
      if (at !== -1 || buffered.length > bytesMax + delimiter.length) throw new PayloadError(tooLong);
      searched = buffered.length;
      await this.#more();
    }
  }

  /** Streams the bytes before the delimiter, which must start with CR LF. */
  async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const buffered = this.#buffered();
      const at = buffered.indexOf(delimiter);
      const safe = at === -1 ? partialDelimiterStart(buffered, delimiter) : at;
      this.#skip(at === -1 ? safe : at + delimiter.length);
      if (safe > 0) yield buffered.subarray(0, safe);
      if (at !== -1) return;
      await this.#more();
    }
  }

  /** Reads exactly `bytes` bytes and the delimiter, or reports how the length differs. */
  async sized(bytes: number, delimiter: Buffer): Promise<Buffer | 'shorter' | 'longer'> {
    const whole = bytes + delimiter.length;
    while (this.#end - this.#start < whole && (await this.#pull()));
    const buffered = this.#buffered();
    if (buffered.subarray(bytes, whole).equals(delimiter)) {
      this.#skip(whole);
      return buffered.subarray(0, bytes);
    }
    if (buffered.subarray(0, whole).includes(delimiter)) return 'shorter';
    if (buffered.length < whole) throw new PayloadError(refusal('MalformedPOSTRequest'));
    return 'longer';
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.#end - this.#start < bytes) await this.#more();
    const taken = this.#buffered().subarray(0, bytes);
    this.#skip(bytes);
    return taken;
  }

  async drain(): Promise<void> {
    this.#start = this.#end;
    while ((await this.#source.next()).done !== true);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  #buffered(): Buffer {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  #skip(bytes: number): void {
    this.#start += bytes;
    this.#consumedBytes += bytes;
  }

  async #more(): Promise<void> {
    if (!(await this.#pull())) throw new PayloadError(refusal('MalformedPOSTRequest'));
  }

  async #pull(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done === true) return false;
    const piece = next.value;
    this.#onPiece(piece.length);
    const bufferedBytes = this.#end - this.#start;
    if (bufferedBytes === 0) {
      this.#buffer = asBuffer(piece);
      this.#ownsBuffer = false;
      this.#start = 0;
      this.#end = piece.length;
      return true;
    }
    if (!this.#ownsBuffer || this.#buffer.length - this.#end < piece.length) {
      const grown = Buffer.allocUnsafeSlow(bufferedBytes + Math.max(piece.length, bufferedBytes));
      this.#buffered().copy(grown);
      this.#buffer = grown;
      this.#start = 0;
      this.#end = bufferedBytes;
      this.#ownsBuffer = true;
    }
    this.#buffer.set(piece, this.#end);
    this.#end += piece.length;
    return true;
  }
}

function partialDelimiterStart(bytes: Buffer, delimiter: Buffer): number {
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
