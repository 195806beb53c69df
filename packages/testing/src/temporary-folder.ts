import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Removed by `await using`, or when the process ends. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  remove(): Promise<void>;
}

const left = new Set<string>();
let isWatching = false;

export function temporaryFolder(name = 'test'): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `coffer-${name}-`));
  if (!isWatching) process.once('exit', removeAll);
  isWatching = true;
  left.add(path);
  const remove = async (): Promise<void> => {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
    left.delete(path);
  };
  return { path, remove, [Symbol.asyncDispose]: remove };
}

function removeAll(): void {
  for (const path of left) rmSync(path, { recursive: true, force: true });
}
