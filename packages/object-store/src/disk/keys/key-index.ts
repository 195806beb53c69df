import { defined } from '@coffer/kit';
import type { ChecksumAlgorithm } from '../../checksum/algorithms.ts';
import type { PackPosition } from '../packs/pack-file.ts';

export interface KeyEntry {
  readonly key: string;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly modifiedAtMs: number;
  readonly checksumAlgorithm?: ChecksumAlgorithm;
  readonly shard: string;
  readonly packed?: PackPosition;
  readonly stale?: readonly PackPosition[];
}

const BLOCK_MAX = 512;

/** The keys of a bucket in UTF-8 byte order: blocks of sorted items with binary search. */
export class KeyIndex {
  #blocks: KeyEntry[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  load(entries: readonly KeyEntry[]): void {
    const sorted = entries.toSorted((a, b) => compareKeys(a.key, b.key));
    this.#size = sorted.length;
    this.#blocks = [];
    for (let i = 0; i < sorted.length; i += BLOCK_MAX / 2)
      this.#blocks.push(sorted.slice(i, i + BLOCK_MAX / 2));
  }

  entries(): readonly KeyEntry[] {
    return this.#blocks.flat();
  }

  get(key: string): KeyEntry | undefined {
    const { block, offset } = this.#seek((other) => compareKeys(other, key) < 0);
    const entry = this.#blocks[block]?.[offset];
    return entry?.key === key ? entry : undefined;
  }

  set(entry: KeyEntry): void {
    const { block, offset } = this.#seek((other) => compareKeys(other, entry.key) < 0);
    if (this.#blocks[block]?.[offset]?.key === entry.key) {
      defined(this.#blocks[block], 'the block that was found does not exist')[offset] = entry;
      return;
    }
    this.#size += 1;
    this.#insert(block, offset, entry);
  }

  delete(key: string): boolean {
    const { block, offset } = this.#seek((other) => compareKeys(other, key) < 0);
    const entries = this.#blocks[block];
    if (entries?.[offset]?.key !== key) return false;
    entries.splice(offset, 1);
    if (entries.length === 0) this.#blocks.splice(block, 1);
    this.#size -= 1;
    return true;
  }

  atOrAfter(key: string): KeyEntry | undefined {
    return this.#entryAt(this.#seek((other) => compareKeys(other, key) < 0));
  }

  after(key: string): KeyEntry | undefined {
    return this.#entryAt(this.#seek((other) => compareKeys(other, key) <= 0));
  }

  afterPrefix(prefix: string): KeyEntry | undefined {
    return this.#entryAt(this.#seek((other) => other.startsWith(prefix) || compareKeys(other, prefix) < 0));
  }

  #entryAt({ block, offset }: Position): KeyEntry | undefined {
    return this.#blocks[block]?.[offset];
  }

  #seek(before: (key: string) => boolean): Position {
    const block = firstIndex(this.#blocks.length, (i) => {
      const last = this.#blocks[i]?.at(-1);
      return last === undefined || !before(last.key);
    });
    const entries = this.#blocks[block];
    if (entries === undefined) return { block, offset: 0 };
    const offset = firstIndex(
      entries.length,
      (i) => !before(defined(entries[i], 'the index is outside of the block').key),
    );
    return { block, offset };
  }

  #insert(block: number, offset: number, entry: KeyEntry): void {
    const index = Math.min(block, Math.max(this.#blocks.length - 1, 0));
    const entries = this.#blocks[index];
    if (entries === undefined) {
      this.#blocks.push([entry]);
      return;
    }
    entries.splice(index === block ? offset : entries.length, 0, entry);
    if (entries.length > BLOCK_MAX) this.#blocks.splice(index + 1, 0, entries.splice(BLOCK_MAX / 2));
  }
}

interface Position {
  readonly block: number;
  readonly offset: number;
}

function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Compares by UTF-8 bytes, as S3 lists keys. This differs from UTF-16 order only for surrogates and units above them. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
