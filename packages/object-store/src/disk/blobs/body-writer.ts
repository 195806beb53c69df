import type { BlobFolder, BlobWriter, BodyWriter, SealedBlob } from './blob-folder.ts';
import { sumsOf } from './block-sums.ts';
import { drawId } from '../ids.ts';

export interface SealedInline {
  readonly sums: string;
  readonly inline: Buffer;
  readonly durable?: undefined;
}

/** Buffers a small body for its record, and moves it to a blob when it exceeds the limit. */
export class SmallBodyWriter implements BodyWriter<SealedBlob | SealedInline> {
  readonly #blobs: Pick<BlobFolder, 'create'>;
  readonly #inlineBytesMax: number;
  readonly #ownId = drawId();
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #blob: BlobWriter | undefined;

  constructor(blobs: Pick<BlobFolder, 'create'>, inlineBytesMax: number) {
    this.#blobs = blobs;
    this.#inlineBytesMax = inlineBytesMax;
  }

  get id(): string {
    return this.#blob?.id ?? this.#ownId;
  }

  async append(chunk: Uint8Array, release?: () => void): Promise<void> {
    if (this.#blob !== undefined) return this.#blob.append(chunk, release);
    this.#keptBytes += chunk.length;
    if (this.#keptBytes <= this.#inlineBytesMax) {
      this.#kept.push(Buffer.from(chunk));
      release?.();
      return;
    }
    this.#blob = await this.#blobs.create();
    for (const kept of this.#kept.splice(0)) await this.#blob.append(kept);
    await this.#blob.append(chunk, release);
  }

  seal(): SealedBlob | SealedInline {
    if (this.#blob !== undefined) return this.#blob.seal();
    const [only, ...more] = this.#kept;
    const inline = only !== undefined && more.length === 0 ? only : Buffer.concat(this.#kept);
    return { sums: sumsOf(inline), inline };
  }

  async discard(): Promise<void> {
    this.#kept = [];
    await this.#blob?.discard();
  }
}
