import { refusal, type S3Error } from '../errors.ts';

/** The body is inconsistent with its headers. An exception, because it is found while streaming. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
  readonly failure: S3Error;

  constructor(failure: S3Error) {
    super(failure.code);
    this.failure = failure;
  }
}

export interface Line {
  readonly text: string;
  readonly end: 'crlf' | 'lf';
}

export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #current: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

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

  /** Reads a line without its CRLF. Fails if it is too long, ends in a bare LF, or is incomplete. */
  async line(bytesMax: number): Promise<string> {
    const { text, end } = await this.anyLine(bytesMax);
    if (end === 'lf') throw new PayloadError(refusal('IncompleteBody'));
    return text;
  }

  /** Like `line`, but accepts a bare LF. */
  async anyLine(bytesMax: number): Promise<Line> {
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
    return text.endsWith('\r\n')
      ? { text: text.slice(0, -2), end: 'crlf' }
      : { text: text.slice(0, -1), end: 'lf' };
  }

  async isAtEnd(): Promise<boolean> {
    const next = await this.take(1);
    if (next !== undefined) this.#unread(next);
    return next === undefined;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  #unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#current = this.#current.length === 0 ? bytes : Buffer.concat([bytes, this.#current]);
  }
}
