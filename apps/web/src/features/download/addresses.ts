import { LIMITS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { patiently, type Patience } from './patience.ts';
import { type DownloadPorts, DownloadStopped } from './ports.ts';
import type { Item } from './tree.ts';

/** An address that is over sooner than this is not begun with. */
const SPARE_MS = 60 * SECOND_MS;

interface Address {
  readonly url: string;
  /** By the clock of this page: the clock of the device may be wrong. */
  readonly goodUntil: number;
}

/** Signed addresses of files, a hundred in one call and just in time, since they do not live long. */
export class Addresses {
  readonly #ports: Patience & Pick<DownloadPorts, 'api' | 'now'>;
  readonly #files: readonly Item[];
  readonly #signal: AbortSignal;
  readonly #known = new Map<number, Promise<Address>>();

  constructor(
    ports: Patience & Pick<DownloadPorts, 'api' | 'now'>,
    files: readonly Item[],
    signal: AbortSignal,
  ) {
    this.#ports = ports;
    this.#files = files;
    this.#signal = signal;
  }

  /** The address of the file at `index`. */
  async of(index: number): Promise<string> {
    // Others ask at the same moment: nothing is waited for between the look and the question.
    if (!this.#known.has(index)) this.#sign(index);
    const known = await this.#known.get(index);
    if (known !== undefined && known.goodUntil > this.#ports.now()) return known.url;
    this.forget(index);
    this.#sign(index);
    const signed = await this.#known.get(index);
    if (signed === undefined) throw new DownloadStopped({ code: 'internal' });
    return signed.url;
  }

  /** The store takes it no longer, or the file has been read. */
  forget(index: number): void {
    this.#known.delete(index);
  }

  #sign(from: number): void {
    const wanted: number[] = [];
    for (
      let index = from;
      index < this.#files.length && wanted.length < LIMITS.contentsSignedMax;
      index += 1
    ) {
      if (this.#known.has(index)) break;
      wanted.push(index);
    }
    const answer = this.#ask(wanted);
    for (const [place, index] of wanted.entries()) {
      const address = answer.then((addresses) => {
        const own = addresses[place];
        if (own === undefined) throw this.#gone(index);
        return own;
      });
      // Whoever asks for it learns of it.
      address.catch(() => this.#known.delete(index));
      this.#known.set(index, address);
    }
  }

  async #ask(indexes: readonly number[]): Promise<readonly (Address | undefined)[]> {
    const files = indexes.map((index) => {
      const { nodeId, versionId } = this.#itemAt(index);
      if (versionId === null) throw this.#gone(index);
      return { nodeId, versionId };
    });
    const { api, now } = this.#ports;
    const goodUntil = now() + LIMITS.downloadUrlLifeMs - SPARE_MS;
    const { items } = await patiently(this.#ports, this.#signal, () => api.signContents(files, this.#signal));
    return items.map((item) => (item.ok ? { url: item.url, goodUntil } : undefined));
  }

  #gone(index: number): DownloadStopped {
    return new DownloadStopped({ code: 'file_gone', entries: [this.#itemAt(index)] });
  }

  #itemAt(index: number): Item {
    const item = this.#files[index];
    if (item === undefined) throw new DownloadStopped({ code: 'internal' });
    return item;
  }
}
