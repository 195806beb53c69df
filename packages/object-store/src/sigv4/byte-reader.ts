import { refusal, type S3Error } from '../errors.ts';

/** A body that breaks its own announcement: found while streaming, so it travels as an exception to the receiver. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
  readonly failure: S3Error;

  constructor(failure: S3Error) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Pulls lines and byte runs out of a stream without copying the runs. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #current: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Up to `bytesMax` bytes, at least one; undefined at the end of the stream. */
  async take(bytesMax: number): Promise<Uint8Array | undefined> {
    while (this.#current.length === 0) {
      const next = await this.#source.next();
      if (next.done === true) return undefined;
      this.#current = next.value;
    }
    const taken = this.#current.subarray(0, bytesMax);
    this.#current = this.#current.subarray(taken.length);
    return taken;
  }

  /** One line without its CRLF. Fails when it is longer than `bytesMax` or the stream ends first. */
  async line(bytesMax: number): Promise<string> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const piece = await this.take(bytesMax + 2 - length);
      if (piece === undefined) throw new PayloadError(refusal('IncompleteBody'));
      const end = piece.indexOf(0x0a);
      if (end !== -1) {
        this.#unread(piece.subarray(end + 1));
        pieces.push(piece.subarray(0, end + 1));
        break;
      }
      pieces.push(piece);
      length += piece.length;
      if (length >= bytesMax + 2) throw new PayloadError(refusal('IncompleteBody'));
    }
    const text = Buffer.concat(pieces).toString('latin1');
    if (!text.endsWith('\r\n')) throw new PayloadError(refusal('IncompleteBody'));
    return text.slice(0, -2);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  #unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#current = this.#current.length === 0 ? bytes : Buffer.concat([bytes, this.#current]);
  }
}
