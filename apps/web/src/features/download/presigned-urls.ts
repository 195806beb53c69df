import { askServer, type RunPorts } from './ask-server.ts';
import { DownloadError } from './ports.ts';
import type { TreeItem } from './read-tree.ts';

/** Share of its lifetime for which a URL is used: it must still be valid when its request starts. */
const USED_PART = 0.8;

interface PresignedUrl {
  readonly url: string;
  /** By the page's monotonic clock, because the device's wall clock may be wrong. */
  readonly goodUntil: number;
}

/** Presigns URLs just before they are needed, because they expire soon. */
export class PresignedUrls {
  readonly #ports: RunPorts;
  readonly #files: readonly TreeItem[];
  readonly #signal: AbortSignal;
  readonly #known = new Map<number, Promise<PresignedUrl>>();
  /** When each received URL expires. */
  readonly #goodUntil = new Map<number, number>();

  constructor(ports: RunPorts, files: readonly TreeItem[], signal: AbortSignal) {
    this.#ports = ports;
    this.#files = files;
    this.#signal = signal;
  }

  async of(index: number): Promise<string> {
    // No `await` before this, so that concurrent callers share one request.
    if (!this.#known.has(index)) this.#sign(index);
    const urls = await this.#known.get(index);
    if (urls !== undefined && urls.goodUntil > this.#ports.now()) return urls.url;
    this.forget(index);
    this.#sign(index);
    const signed = await this.#known.get(index);
    if (signed === undefined) throw new DownloadError({ code: 'internal' });
    return signed.url;
  }

  forget(index: number): void {
    this.#known.delete(index);
  }

  #sign(from: number): void {
    const indexes: number[] = [];
    for (
      let index = from;
      index < this.#files.length && indexes.length < this.#ports.api.signedMax;
      index += 1
    ) {
      const goodUntil = this.#goodUntil.get(index) ?? Number.POSITIVE_INFINITY;
      if (this.#known.has(index) && goodUntil > this.#ports.now()) break;
      indexes.push(index);
    }
    const answer = this.#ask(indexes);
    for (const [offset, index] of indexes.entries()) {
      const address = answer.then((addresses) => {
        const own = addresses[offset];
        if (own === undefined) throw this.#gone(index);
        this.#goodUntil.set(index, own.goodUntil);
        return own;
      });
      // Handles the rejection here too, so that it is not reported as unhandled.
      address.catch(() => this.#known.delete(index));
      this.#goodUntil.delete(index);
      this.#known.set(index, address);
    }
  }

  async #ask(indexes: readonly number[]): Promise<readonly (PresignedUrl | undefined)[]> {
    const files = indexes.map((index) => {
      const { nodeId, versionId } = this.#itemAt(index);
      if (versionId === null) throw this.#gone(index);
      return { nodeId, versionId };
    });
    const { api, now } = this.#ports;
    const goodUntil = now() + api.urlLifeMs * USED_PART;
    const { items } = await askServer(this.#ports, this.#signal, () => api.signContents(files, this.#signal));
    return items.map((item) => (item.ok ? { url: item.url, goodUntil } : undefined));
  }

  #gone(index: number): DownloadError {
    return new DownloadError({ code: 'file_gone', entries: [this.#itemAt(index)] });
  }

  #itemAt(index: number): TreeItem {
    const item = this.#files[index];
    if (item === undefined) throw new DownloadError({ code: 'internal' });
    return item;
  }
}
