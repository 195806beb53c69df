import { createHash, randomFillSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Sources {
  readonly paths: readonly string[];
  readonly byName: ReadonlyMap<string, { readonly sizeBytes: number; readonly sha256: string }>;
  readonly sizeBytes: number;
}

/** All content is unique. */
export function makeSources(folder: string, largeBytes: number): Sources {
  mkdirSync(folder, { recursive: true });
  const sizes = { 'film.bin': largeBytes, 'a.txt': 20, 'b.txt': 300, 'c.jpg': 70_000, 'd.pdf': 400_000 };
  const made = Object.entries(sizes).map(([name, sizeBytes]) => {
    const content = randomFillSync(Buffer.allocUnsafe(sizeBytes));
    const path = join(folder, name);
    writeFileSync(path, content);
    return { name, path, sizeBytes, sha256: createHash('sha256').update(content).digest('hex') };
  });
  return {
    paths: made.map(({ path }) => path),
    byName: new Map(made.map(({ name, sizeBytes, sha256 }) => [name, { sizeBytes, sha256 }] as const)),
    sizeBytes: made.reduce((sum, file) => sum + file.sizeBytes, 0),
  };
}
