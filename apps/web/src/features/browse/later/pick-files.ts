/** Opens chosen files, as long as `goOn`, which is told how many are open by now, says so. */
export type Opening = (goOn: (count: number) => boolean) => Promise<readonly File[]>;

const AT_ONCE = 100;

type Picking = typeof globalThis & {
  showOpenFilePicker?(options: { readonly multiple: true }): Promise<readonly FileSystemFileHandle[]>;
};

/**
 * The choice of files that gives ways to them, so that their upload goes on after a reload without another choice. Where there is none, or
 * fingers point (there the other one offers the camera too), `otherwise`. To be called within a click.
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
    // Whoever closes it has chosen nothing. Else it could not be shown: within a frame, or where a policy forbids it.
    if (!isClosed(picked.reason)) otherwise();
    return;
  }
  const handles = picked.value;
  onFiles(async (goOn) => await opened(handles, goOn), handles);
}

/** By the hundred, so that it can be told how far it is. A file that went away meanwhile is no file. */
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
