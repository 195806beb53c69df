/**
 * Parts of the File System Access API that some browsers lack.
 * @see https://wicg.github.io/file-system-access/
 */
export type ReadableHandle = FileSystemHandle & {
  queryPermission?(options: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { readonly mode: 'read' }): Promise<PermissionState>;
};

/** Handles by name. Without names that occur twice, because a name does not say which of them is meant. */
export function rootsByName<T extends FileSystemHandle>(roots: readonly T[]): ReadonlyMap<string, T> {
  const byName = Map.groupBy(roots, ({ name }) => name);
  return new Map(roots.filter(({ name }) => byName.get(name)?.length === 1).map((root) => [root.name, root]));
}

/** Opens `path`, which starts with the root's name. Rejects if the file is missing or access is not permitted. */
export async function openFile(root: FileSystemHandle, path: readonly string[]): Promise<File> {
  let folder = root;
  for (const name of path.slice(1, -1)) if (isFolder(folder)) folder = await folder.getDirectoryHandle(name);
  const last = path.at(-1) ?? '';
  const file = isFolder(folder) ? await folder.getFileHandle(last) : folder;
  if (!isFile(file)) throw new DOMException('no such file', 'NotFoundError');
  return await file.getFile();
}

function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === 'directory';
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}
