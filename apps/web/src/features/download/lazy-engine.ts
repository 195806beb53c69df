import { missingCode } from '../../ui/loading/lazy.tsx';
import type { DownloadEngine } from './engine.ts';
import type * as Code from './downloads.ts';
import type { ContentCalls } from './ports.ts';
import type { SelectedNode } from './read-tree.ts';

let loading: Promise<typeof Code> | undefined;
let engine: DownloadEngine | undefined;
const listeners = new Set<() => void>();

/** Without `calls`, uses those of a member. */
export async function downloadAsZip(
  roots: readonly SelectedNode[],
  title: string,
  calls?: ContentCalls,
): Promise<void> {
  const [loaded] = await Promise.allSettled([loadEngine()]);
  if (loaded.status === 'fulfilled') loaded.value.downloads.start(roots, title, calls);
}

/** The engine. Undefined before the first download. */
export function startedDownloads(): DownloadEngine | undefined {
  return engine;
}

export function onDownloadsStart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function resumeDownloads(): Promise<void> {
  if (loading !== undefined) (await loading).resumeAfterSignIn();
}

/** Rejects if the code cannot be loaded, after telling the person. */
export async function loadEngine(): Promise<typeof Code> {
  loading ??= import('./downloads.ts').then(
    (code) => {
      engine = code.downloads;
      for (const listener of listeners) listener();
      return code;
    },
    (cause: unknown) => {
      loading = undefined;
      missingCode?.tell();
      throw cause;
    },
  );
  return await loading;
}
