import { formDropped, type S3Error } from '../errors.ts';
import { oldestOfBusiestAddress } from '../fair-share.ts';
import type { StoreRequest } from '../http/message.ts';
import type { StoreLimits } from '../limits.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';

export interface UnverifiedForm {
  receive(bytes: number): void;
  /** Call this when the signature is verified or the form ends. May be called more than once. */
  leave(): void;
}

interface Entry {
  readonly address: string;
  readonly end: (failure: S3Error) => void;
  bytes: number;
  failure?: S3Error;
}

/**
 * A form's signature is in its body, so unauthenticated clients could fill memory with slow forms. Above the limits,
 * the address with the most forms or bytes loses its oldest or largest form.
 */
export class UnverifiedForms {
  readonly #limits: Pick<StoreLimits, 'unverifiedFormsMax' | 'unverifiedFormBytesMax'>;
  readonly #entries = new Set<Entry>();
  #bytes = 0;

  constructor(limits: Pick<StoreLimits, 'unverifiedFormsMax' | 'unverifiedFormBytesMax'>) {
    this.#limits = limits;
  }

  enter({ client, interrupt }: Pick<StoreRequest, 'client' | 'interrupt'>): UnverifiedForm {
    const entry: Entry = {
      address: client?.address ?? '',
      end: (failure) => interrupt?.(failure),
      bytes: 0,
    };
    this.#entries.add(entry);
    if (this.#entries.size > this.#limits.unverifiedFormsMax)
      this.#end(oldestOfBusiestAddress([...this.#entries], () => 1));
    return {
      receive: (bytes) => this.#receive(entry, bytes),
      leave: () => this.#remove(entry),
    };
  }

  #receive(entry: Entry, bytes: number): void {
    if (entry.failure !== undefined) throw new PayloadError(entry.failure);
    if (!this.#entries.has(entry)) return;
    entry.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.#limits.unverifiedFormBytesMax) this.#end(this.#largestBefore(entry));
    if (entry.failure !== undefined) throw new PayloadError(entry.failure);
  }

  /**
   * Considers only earlier forms, so that a fast form survives among equal addresses. Skips forms smaller than half of
   * the average.
   */
  #largestBefore(entry: Entry): Entry | undefined {
    const entries = [...this.#entries];
    const address = oldestOfBusiestAddress(entries, ({ bytes }) => bytes)?.address;
    const theirs = entries.filter((each) => each.address === address);
    const average = theirs.reduce((sum, { bytes }) => sum + bytes, 0) / theirs.length;
    const large = theirs.filter(({ bytes }) => bytes >= average / 2);
    const own = large.indexOf(entry);
    const before = own > 0 ? large.slice(0, own) : large;
    const most = Math.max(...before.map(({ bytes }) => bytes));
    return before.find(({ bytes }) => bytes === most);
  }

  #end(entry: Entry | undefined): void {
    if (entry === undefined) return;
    this.#remove(entry);
    entry.failure = formDropped();
    entry.end(entry.failure);
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#bytes -= entry.bytes;
  }
}
