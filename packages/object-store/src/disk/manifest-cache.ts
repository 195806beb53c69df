import { defined } from '@coffer/kit';
import type { ObjectManifest } from './records.ts';

export interface ObjectRecord {
  readonly manifest: ObjectManifest;
  readonly inline?: Buffer;
}

export interface ManifestCacheLimits {
  readonly partsMax: number;
  readonly inlineBytesMax: number;
}

/**
 * Caches recently used records. Copies bytes that are a slice of a larger buffer, because otherwise the whole buffer
 * would stay in memory.
 */
export class ManifestCache {
  readonly #limits: ManifestCacheLimits;
  readonly #records = new Map<string, ObjectRecord>();
  #parts = 0;
  #inlineBytes = 0;

  constructor(limits: ManifestCacheLimits) {
    this.#limits = limits;
  }

  get(name: string): ObjectRecord | undefined {
    const record = this.#records.get(name);
    if (record === undefined) return undefined;
    this.#records.delete(name);
    this.#records.set(name, record);
    return record;
  }

  set(name: string, record: ObjectRecord): void {
    this.delete(name);
    const { inline } = record;
    this.#records.set(name, inline === undefined ? record : { ...record, inline: compacted(inline) });
    this.#count(record, 1);
    while (this.#parts > this.#limits.partsMax || this.#inlineBytes > this.#limits.inlineBytesMax) {
      const [oldest] = this.#records.keys();
      this.delete(defined(oldest, 'the cache counts bytes but has no records'));
    }
  }

  delete(name: string): void {
    const record = this.#records.get(name);
    if (record === undefined) return;
    this.#records.delete(name);
    this.#count(record, -1);
  }

  #count({ manifest, inline }: ObjectRecord, sign: 1 | -1): void {
    this.#parts += sign * manifest.parts.length;
    this.#inlineBytes += sign * (inline?.length ?? 0);
  }
}

function compacted(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
