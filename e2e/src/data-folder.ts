import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh folder for the data of one test, with a space in its path. `await using` removes it. */
export function createDataFolder(name: string): AsyncDisposable & { readonly path: string } {
  const outer = mkdtempSync(join(tmpdir(), `coffer ${name} `));
  return {
    path: join(outer, 'data'),
    [Symbol.asyncDispose]: () => rm(outer, { recursive: true, force: true, maxRetries: 5 }),
  };
}
