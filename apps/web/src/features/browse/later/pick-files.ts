type Picking = typeof globalThis & {
  showOpenFilePicker?(options: { readonly multiple: true }): Promise<readonly FileSystemFileHandle[]>;
};

/**
 * The choice of files that gives ways to them, so that their upload goes on after a reload without another choice. Where there is none, or
 * fingers point (there the other one offers the camera too), `otherwise`. To be called within a click.
 */
export async function pickFiles(
  onFiles: (files: Promise<readonly File[]>, handles: readonly FileSystemFileHandle[]) => void,
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
  onFiles(opened(picked.value), picked.value);
}

/** A file that went away meanwhile is no file. */
async function opened(handles: readonly FileSystemFileHandle[]): Promise<readonly File[]> {
  const files = await Promise.allSettled(handles.map(async (handle) => await handle.getFile()));
  return files.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []));
}

function isClosed(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}
