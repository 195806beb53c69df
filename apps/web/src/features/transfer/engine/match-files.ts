/** An upload that needs its file. */
export interface Sought {
  /** The path on disk. */
  readonly path: readonly string[];
  readonly sizeBytes: number;
  /** Undefined for an upload of another device, for which only name and size are known. */
  readonly modifiedMs: number | undefined;
}

/**
 * Pairs uploads with chosen files by their whole paths. If a folder above or below the uploaded one was chosen, a file
 * is paired only if its path is unambiguous.
 */
export function matchFiles<T extends Sought>(
  sought: readonly T[],
  files: readonly File[],
): readonly (readonly [T, File])[] {
  const chosen = files.map((file) => ({ file, key: keyOf(file.webkitRelativePath || file.name) }));
  const wanted = sought.map((one) => ({ one, key: keyOf(one.path.join('/')) }));
  const byPath = Map.groupBy(chosen, ({ key }) => key);
  const chosenByName = Map.groupBy(chosen, ({ file, key }) => nameAndSize(key, file.size));
  const wantedByName = Map.groupBy(wanted, ({ one, key }) => nameAndSize(key, one.sizeBytes));
  return wanted.flatMap(({ one, key }) => {
    const whole = one.modifiedMs === undefined ? [] : (byPath.get(key) ?? []);
    const [same, ...others] = whole.filter(({ file }) => isSameFile(one, file));
    if (same !== undefined && others.length === 0) return [[one, same.file] as const];
    const group = nameAndSize(key, one.sizeBytes);
    const similar = (chosenByName.get(group) ?? []).filter(
      (each) => endAlike(each.key, key) && isSameFile(one, each.file),
    );
    const [only] = similar;
    if (only === undefined || similar.length > 1) return [];
    const rivals = (wantedByName.get(group) ?? []).filter(
      (each) => endAlike(each.key, only.key) && isSameFile(each.one, only.file),
    );
    // The same folder may have been uploaded twice, which is no ambiguity.
    const paths = new Set(rivals.map((rival) => (rival.one.modifiedMs === undefined ? rival : rival.key)));
    return paths.size === 1 ? [[one, only.file] as const] : [];
  });
}

export function isSameFile({ sizeBytes, modifiedMs }: Sought, file: File): boolean {
  return file.size === sizeBytes && (modifiedMs === undefined || file.lastModified === modifiedMs);
}

/** The server and other devices may encode the same name with other code points. */
function keyOf(path: string): string {
  return path.normalize('NFC');
}

function nameAndSize(key: string, sizeBytes: number): string {
  return `${sizeBytes} ${key.slice(key.lastIndexOf('/') + 1)}`;
}

/** Whether the longer path ends with the shorter one. */
function endAlike(one: string, other: string): boolean {
  return `/${one}`.endsWith(`/${other}`) || `/${other}`.endsWith(`/${one}`);
}
