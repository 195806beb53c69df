import type { DownloadEngine } from './engine.ts';
import type * as Code from './downloads.ts';
import type { Root } from './tree.ts';

// The code comes with the first download: a page that only shows files does not carry it.
let loading: Promise<typeof Code> | undefined;
let engine: DownloadEngine | undefined;
const listeners = new Set<() => void>();

/** Brings files and whole folders down as one zip file. Rejects when the code could not be fetched. */
export async function bringDown(roots: readonly Root[], title: string): Promise<void> {
  (await open()).downloads.start(roots, title);
}

/** The engine, once there was a download. */
export function startedDownloads(): DownloadEngine | undefined {
  return engine;
}

export function onDownloadsStart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Somebody is signed in, perhaps again. */
export async function greetDownloads(): Promise<void> {
  if (loading !== undefined) (await loading).greet();
}

async function open(): Promise<typeof Code> {
  loading ??= import('./downloads.ts').then(
    (code) => {
      engine = code.downloads;
      for (const listener of listeners) listener();
      return code;
    },
    (cause: unknown) => {
      loading = undefined;
      throw cause;
    },
  );
  return await loading;
}
