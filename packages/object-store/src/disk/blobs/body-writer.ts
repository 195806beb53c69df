import type { BlobFolder, BlobWriter, BodyWriter, SealedBlob } from './blob-folder.ts';
import { sumsOf } from './block-sums.ts';
import { newId } from '../ids.ts';

export interface SealedInline {
  readonly sums: string;
  readonly inline: Buffer;
  readonly durable?: undefined;
}

/** Buffers a small body for its record, and moves it to a blob when it exceeds the limit. */
export class SmallBodyWriter implements BodyWriter<SealedBlob | SealedInline> {
  readonly #blobs: Pick<BlobFolder, 'create'>;
  readonly #inlineBytesMax: number;
  readonly #ownId = newId();
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
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
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes <= this.#inlineBytesMax) {
      this.#buffered.push(Buffer.from(chunk));
      release?.();
      return;
    }
    this.#blob = await this.#blobs.create();
    for (const buffered of this.#buffered.splice(0)) await this.#blob.append(buffered);
    await this.#blob.append(chunk, release);
  }

  seal(): SealedBlob | SealedInline {
    if (this.#blob !== undefined) return this.#blob.seal();
    const [only, ...more] = this.#buffered;
    const inline = only !== undefined && more.length === 0 ? only : Buffer.concat(this.#buffered);
    return { sums: sumsOf(inline), inline };
  }

  async discard(): Promise<void> {
    this.#buffered = [];
    await this.#blob?.discard();
  }
}
