import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Durable } from './durable/durable.ts';
import type { Layout } from './layout.ts';
import type { BlobProblem } from './blobs/read-blob.ts';
import { writeRecord } from './durable/record-file.ts';

const MARK = /^([0-9a-f]{32})\.([a-z]+)$/;
const problem = z.enum(['missing', 'length', 'content', 'unreadable']);

/** Blobs found damaged. Each has a marker file, so the list survives a restart. */
export class DamageList {
  readonly #layout: Layout;
  readonly #durable: Durable;
  readonly #marks = new Map<string, BlobProblem>();

  constructor(layout: Layout, durable: Durable) {
    this.#layout = layout;
    this.#durable = durable;
  }

  get count(): number {
    return this.#marks.size;
  }

  restore(): void {
    for (const name of readdirSync(this.#layout.damaged)) {
      const [, blob = '', word] = MARK.exec(basename(name)) ?? [];
      const found = problem.safeParse(word);
      if (found.success) this.#marks.set(blob, found.data);
    }
  }

  find(blob: string): BlobProblem | undefined {
    return this.#marks.get(blob);
  }

  async add(blob: string, found: BlobProblem): Promise<void> {
    if (this.#marks.get(blob) === found) return;
    await this.remove(blob);
    this.#marks.set(blob, found);
    await this.#durable.commitFile(this.#fileOf(blob, found), writeRecord({ blob, problem: found }));
  }

  async remove(blob: string): Promise<void> {
    const found = this.#marks.get(blob);
    if (found === undefined) return;
    this.#marks.delete(blob);
    await this.#durable.removeFile(this.#fileOf(blob, found));
  }

  #fileOf(blob: string, found: BlobProblem): string {
    return join(this.#layout.damaged, `${blob}.${found}`);
  }
}
