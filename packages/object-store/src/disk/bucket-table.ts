import type { Durable } from './durable.ts';
import type { Layout } from './layout.ts';
import type { BucketRecord } from './records.ts';

/** The buckets and their settings, mirrored in memory. */
export class BucketTable {
  readonly #layout: Layout;
  readonly #durable: Durable;
  readonly #buckets = new Map<string, BucketRecord>();

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

  /** By name. */
  list(): readonly BucketRecord[] {
    return [...this.#buckets.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  async put(record: BucketRecord): Promise<void> {
    await this.#durable.ensureFolder(this.#layout.manifests(record.name));
    await this.#durable.commitFile(this.#layout.bucket(record.name), JSON.stringify(record));
    this.#buckets.set(record.name, record);
  }
}
