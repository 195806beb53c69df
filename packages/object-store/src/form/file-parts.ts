import { refusal, type S3Error } from '../errors.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';
import type { FormReader } from './form-reader.ts';
import { parsePartHeader } from './part-header.ts';

const LINE_END = Buffer.from('\r\n');
const HEADER_END = Buffer.from('\r\n\r\n');
const CLOSING = Buffer.from('--');
const HEADER_BYTES_MAX = 4096;

export class FileParts {
  readonly #reader: FormReader;
  readonly #delimiter: Buffer;
  #knownHeader: Buffer | undefined;

  constructor(reader: FormReader, delimiter: Buffer) {
    this.#reader = reader;
    this.#delimiter = delimiter;
  }

  async whole(bytes: number): Promise<Buffer | 'shorter' | 'longer'> {
    return this.#reader.sized(bytes, this.#delimiter);
  }

  pieces(): AsyncIterable<Uint8Array> {
    return this.#reader.until(this.#delimiter);
  }

  async next(): Promise<boolean> {
    const end = await this.#reader.take(LINE_END.length);
    if (end.equals(CLOSING)) {
      await this.#reader.drain();
      return false;
    }
    if (!end.equals(LINE_END)) throw malformed();
    const header = await this.#reader.upTo(HEADER_END, HEADER_BYTES_MAX, TOO_LONG);
    if (this.#knownHeader?.equals(header) === true) return true;
    if (parsePartHeader(header.toString('utf8'))?.name.toLowerCase() !== 'file') throw malformed();
    this.#knownHeader = Buffer.from(header);
    return true;
  }
}

const TOO_LONG: S3Error = refusal('MalformedPOSTRequest');

function malformed(): PayloadError {
  return new PayloadError(refusal('MalformedPOSTRequest'));
}
