import { err, ok, type Result } from '@coffer/kit';
import type { Durable } from './durable/durable.ts';
import { KeyLock } from './keys/key-lock.ts';
import type { Layout } from './layout.ts';
import { writeRecord } from './durable/record-file.ts';
import type { BucketRecord } from './records.ts';

export class BucketTable {
  readonly #layout: Layout;
  readonly #durable: Durable;
  readonly #buckets = new Map<string, BucketRecord>();
  readonly #locks = new KeyLock();

  constructor(layout: Layout, durable: Durable) {
    this.#layout = layout;
    this.#durable = durable;
  }

  restore(record: BucketRecord): void {
    this.#buckets.set(record.name, record);
  }

  find(name: string): BucketRecord | undefined {
    return this.#buckets.get(name);
  }

  list(): readonly BucketRecord[] {
    return [...this.#buckets.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  async create(record: BucketRecord): Promise<boolean> {
    return this.#locks.run(record.name, async () => {
      if (this.#buckets.has(record.name)) return false;
      await this.#durable.ensureFolder(this.#layout.manifests(record.name));
      await this.#commit(record);
      return true;
    });
  }

  async update(name: string, change: (record: BucketRecord) => BucketRecord): Promise<boolean> {
    return this.#locks.run(name, async () => {
      const record = this.#buckets.get(name);
      if (record === undefined) return false;
      await this.#commit(change(record));
      return true;
    });
  }

  /** Removes a bucket if `mayGo` allows it. Nothing can be committed to the bucket after that check. */
  async remove(name: string, mayGo: () => boolean): Promise<Result<void, 'NoSuchBucket' | 'BucketNotEmpty'>> {
    return this.#locks.run(name, async () => {
      const record = this.#buckets.get(name);
      if (record === undefined) return err('NoSuchBucket');
      if (!mayGo()) return err('BucketNotEmpty');
      this.#buckets.delete(name);
      try {
        await this.#durable.removeFile(this.#layout.bucket(name));
      } catch (error) {
        this.#buckets.set(name, record);
        throw error;
      }
      return ok(undefined);
    });
  }

  async #commit(record: BucketRecord): Promise<void> {
    await this.#durable.commitFile(this.#layout.bucket(record.name), writeRecord(record));
    this.#buckets.set(record.name, record);
  }
}
