/** Opens the files. `goOn` receives the number opened so far, and stops the opening by returning false. */
export type Opening = (goOn: (count: number) => boolean) => Promise<readonly File[]>;

const AT_ONCE = 100;

type Picking = typeof globalThis & {
  showOpenFilePicker?(options: { readonly multiple: true }): Promise<readonly FileSystemFileHandle[]>;
};

/**
 * Opens the picker whose file handles let uploads resume after a reload; call it within a click. Calls `otherwise`
 * without browser support, or with a coarse pointer: the other picker offers the camera.
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
    // A rejection means that the person cancelled the picker, or that a frame or policy forbids it.
    if (!isClosed(picked.reason)) otherwise();
    return;
  }
  const handles = picked.value;
  onFiles(async (goOn) => await opened(handles, goOn), handles);
}

/** Opens files in batches, to report progress. Skips files that were deleted meanwhile. */
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
