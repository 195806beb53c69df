/** Calls `goOn` with the number opened and stops when it returns false. */
export type Opening = (goOn: (count: number) => boolean) => Promise<readonly File[]>;

const AT_ONCE = 100;

type Picking = typeof globalThis & {
  showOpenFilePicker?(options: { readonly multiple: true }): Promise<readonly FileSystemFileHandle[]>;
};

/**
 * The handles let uploads resume after a reload. Calls `otherwise` without browser support or with a coarse pointer,
 * where that picker offers the camera. Call it within a click.
 */
export async function pickFiles(
  onFiles: (open: Opening, handles: readonly FileSystemFileHandle[]) => void,
  otherwise: () => void,
): Promise<void> {
  const window: Picking = globalThis;
  if (window.showOpenFilePicker === undefined || !matchMedia('(pointer: fine)').matches) {
    otherwise();
    return;
  }
  const [picked] = await Promise.allSettled([window.showOpenFilePicker({ multiple: true })]);
  if (picked.status === 'rejected') {
    // The picker was cancelled, or is forbidden in a frame or by a policy.
    if (!isClosed(picked.reason)) otherwise();
    return;
  }
  const handles = picked.value;
  onFiles(async (goOn) => await opened(handles, goOn), handles);
}

/** In batches, to report progress. Skips deleted files. */
async function opened(
  handles: readonly FileSystemFileHandle[],
  goOn: Parameters<Opening>[0],
): Promise<readonly File[]> {
  const files: File[] = [];
  for (let at = 0; at < handles.length && goOn(files.length); at += AT_ONCE) {
    const some = handles.slice(at, at + AT_ONCE).map(async (handle) => await handle.getFile());
    for (const file of await Promise.allSettled(some))
      if (file.status === 'fulfilled') files.push(file.value);
  }
  return files;
}

function isClosed(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}
