import { LIMITS, nodeNameIssue } from '@coffer/contracts';

/** Where an object belongs, below the folder of the import. */
export interface ObjectPath {
  readonly folders: readonly string[];
  /** Undefined for the marker of a folder, and for the prefix itself. */
  readonly name: string | undefined;
  /** The key in Unicode's composed form, if it is another one. Names have that form. */
  readonly composedKey: string | undefined;
}

/** Whether the object only marks a folder. */
export function isFolder({ key, sizeBytes }: { readonly key: string; readonly sizeBytes: number }): boolean {
  return key.endsWith('/') && sizeBytes === 0;
}

/** The path of a key, from the last `/` of the prefix on. Undefined if a name of it is not allowed. */
export function pathOf(
  { key, sizeBytes }: { readonly key: string; readonly sizeBytes: number },
  prefix: string,
): ObjectPath | undefined {
  const cut = prefix.lastIndexOf('/') + 1;
  const path = key.slice(cut);
  const composed = key.slice(0, cut) + path.normalize('NFC');
  const composedKey = composed === key ? undefined : composed;
  if (path === '' && sizeBytes === 0) return { folders: [], name: undefined, composedKey };
  const names = path.split('/').map((name) => name.normalize('NFC'));
  const isMarker = names.at(-1) === '';
  // A key that ends with a slash cannot be a file.
  if (isMarker && sizeBytes > 0) return undefined;
  const folders = names.slice(0, -1);
  const name = isMarker ? undefined : names.at(-1);
  const isAllowed = [...folders, ...(name === undefined ? [] : [name])].every(
    (each) => nodeNameIssue(each) === undefined,
  );
  if (!isAllowed || folders.length >= LIMITS.depthMax) return undefined;
  return { folders, name, composedKey };
}

/** What the keys of an import are sealed for. */
export function keysPurpose(jobId: string): string {
  return `bucket_import.keys:${jobId}`;
}

/** The source did not answer, but may later. */
export class SourceUnreachableError extends Error {
  override readonly name = 'SourceUnreachableError';
}
