import type { BlobFolder } from './blob-folder.ts';
import type { DamageList } from '../damage-list.ts';
import type { BlobPart } from '../records.ts';

export interface BlobReaperParts {
  readonly blobs: BlobFolder;
  readonly damage: Pick<DamageList, 'remove'>;
  readonly onError: (error: unknown) => void;
}

interface Unnamed {
  readonly id: string;
  readonly hasFile: boolean;
}

/** Removes blobs to which no manifest refers, in the background. */
export class BlobReaper {
  readonly #blobs: BlobFolder;
  readonly #damage: Pick<DamageList, 'remove'>;
  readonly #onError: (error: unknown) => void;
  readonly #queue: Unnamed[] = [];
  #running: Promise<void> | undefined;

  constructor(parts: BlobReaperParts) {
    this.#blobs = parts.blobs;
    this.#damage = parts.damage;
    this.#onError = parts.onError;
  }

  add(ids: readonly string[]): void {
    this.#enqueue(ids.map((id) => ({ id, hasFile: true })));
  }

  addParts(parts: readonly Pick<BlobPart, 'blob' | 'isInline'>[]): void {
    this.#enqueue(parts.map(({ blob, isInline }) => ({ id: blob, hasFile: isInline !== true })));
  }

  #enqueue(unnamed: readonly Unnamed[]): void {
    for (const each of unnamed) this.#queue.push(each);
    if (this.#queue.length > 0) this.#running ??= this.#run();
  }

  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      try {
        if (next.hasFile) await this.#blobs.remove(next.id);
        await this.#damage.remove(next.id);
      } catch (error) {
        this.#onError(error);
      }
    }
    this.#running = undefined;
  }
}
