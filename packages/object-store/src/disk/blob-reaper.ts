import type { BlobFolder } from './blob-folder.ts';
import type { DamageList } from './damage-list.ts';

export interface BlobReaperParts {
  readonly blobs: BlobFolder;
  readonly damage: Pick<DamageList, 'remove'>;
  readonly onError: (error: unknown) => void;
}

/** Removes blobs that no manifest names any more, behind the back of requests, a few at a time. */
export class BlobReaper {
  readonly #blobs: BlobFolder;
  readonly #damage: Pick<DamageList, 'remove'>;
  readonly #onError: (error: unknown) => void;
  readonly #queue: string[] = [];
  #running: Promise<void> | undefined;

  constructor(parts: BlobReaperParts) {
    this.#blobs = parts.blobs;
    this.#damage = parts.damage;
    this.#onError = parts.onError;
  }

  add(ids: readonly string[]): void {
    for (const id of ids) this.#queue.push(id);
    if (this.#queue.length > 0) this.#running ??= this.#run();
  }

  /** Resolves when nothing is left to remove. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    for (let id = this.#queue.pop(); id !== undefined; id = this.#queue.pop()) {
      try {
        await this.#blobs.remove(id);
        await this.#damage.remove(id);
      } catch (error) {
        // The blob stays behind as an orphan, which the next start finds.
        this.#onError(error);
      }
    }
    this.#running = undefined;
  }
}
