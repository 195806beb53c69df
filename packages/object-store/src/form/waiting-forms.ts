import { madeRoom, type S3Error } from '../errors.ts';
import { firstOfHeaviest } from '../fair-share.ts';
import type { StoreRequest } from '../http/message.ts';
import type { StoreLimits } from '../limits.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';

/** A form that is read until its signature is known. */
export interface WaitingForm {
  /** Counts what has come. Throws PayloadError when the form had to make room. */
  receive(bytes: number): void;
  /** To be called when its signature is known, or never will be. May be repeated. */
  leave(): void;
}

interface Entry {
  readonly address: string;
  readonly end: (failure: S3Error) => void;
  bytes: number;
  failure?: S3Error;
}

/**
 * [Note: Waiting forms] The signature of a form lies in its body: until it has come the store holds for a stranger whatever he sends, as slowly
 * as he likes. So these forms take no place of signed work and refuse nobody: when they are too many, or hold too much, one of them goes,
 * of the address that has most: the oldest, or, where they hold too much, the one that holds most. Signed forms leave within the time that their fields need on their line.
 */
export class WaitingForms {
  readonly #limits: Pick<StoreLimits, 'waitingFormsMax' | 'waitingFormBytesMax'>;
  /** From the oldest on. */
  readonly #entries = new Set<Entry>();
  #bytes = 0;

  constructor(limits: Pick<StoreLimits, 'waitingFormsMax' | 'waitingFormBytesMax'>) {
    this.#limits = limits;
  }

  enter({ client, interrupt }: Pick<StoreRequest, 'client' | 'interrupt'>): WaitingForm {
    const entry: Entry = {
      address: client?.address ?? '',
      end: (failure) => interrupt?.(failure),
      bytes: 0,
    };
    this.#entries.add(entry);
    if (this.#entries.size > this.#limits.waitingFormsMax)
      this.#end(firstOfHeaviest([...this.#entries], () => 1));
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
    while (this.#bytes > this.#limits.waitingFormBytesMax) this.#end(this.#largestBefore(entry));
    if (entry.failure !== undefined) throw new PayloadError(entry.failure);
  }

  /**
   * Of the address that has brought most, the first of the forms that have, of those that came before this one: so one that comes in one go stays
   * where all have the same address. Small ones stay too, which hold less than half of what its forms do on average.
   */
  #largestBefore(entry: Entry): Entry | undefined {
    const entries = [...this.#entries];
    const address = firstOfHeaviest(entries, ({ bytes }) => bytes)?.address;
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
    entry.failure = madeRoom();
    entry.end(entry.failure);
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#bytes -= entry.bytes;
  }
}
