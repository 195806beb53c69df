import { refusal, type S3Error } from '../errors.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';
import type { FormReader } from './form-reader.ts';
import { parsePartHeader } from './part-header.ts';

const LINE_END = Buffer.from('\r\n');
const HEADER_END = Buffer.from('\r\n\r\n');
const CLOSING = Buffer.from('--');
/** Name, file name and type: what clients say of a part, with room to spare. */
const HEADER_BYTES_MAX = 4096;

/** The files of a form one after the other, from the first byte of the first on. */
export class FileParts {
  readonly #reader: FormReader;
  readonly #delimiter: Buffer;
  #knownHeader: Buffer | undefined;

  constructor(reader: FormReader, delimiter: Buffer) {
    this.#reader = reader;
    this.#delimiter = delimiter;
  }

  /** The file that has begun, when it is so long. Its bytes lie in memory that they share with others. */
  async whole(bytes: number): Promise<Buffer | 'shorter' | 'longer'> {
    return this.#reader.sized(bytes, this.#delimiter);
  }

  /** The file that has begun, piece by piece. */
  pieces(): AsyncIterable<Uint8Array> {
    return this.#reader.until(this.#delimiter);
  }

  /** Goes on behind a file that was read to its end. True where another begins, false at the end of the form. */
  async next(): Promise<boolean> {
    const end = await this.#reader.take(LINE_END.length);
    if (end.equals(CLOSING)) {
      await this.#reader.drain();
      return false;
    }
    if (!end.equals(LINE_END)) throw malformed();
    const header = await this.#reader.upTo(HEADER_END, HEADER_BYTES_MAX, TOO_LONG);
    // Clients write the same for each of many files.
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
