import { EXPORT_FOLDER, nameKey } from '@coffer/contracts';
import { type Archive, type ArchiveFile, type ImportProblem, readArchive, safePath } from './read-archive.ts';
import {
  type ExportedComment,
  type ExportedItem,
  type ExportedTag,
  type ExportedVersion,
  readMetadata,
} from './read-metadata.ts';

export interface PlannedContent {
  readonly source: ArchiveFile;
  /** In hex. Undefined if the metadata contain no checksum. */
  readonly sha256: string | undefined;
  readonly modifiedMs: number;
  readonly mediaType: string;
  readonly label: string | undefined;
}

export interface PlannedItem {
  /** Path below the folder of the import. */
  readonly path: readonly string[];
  readonly kind: 'file' | 'folder';
  /** Versions, oldest first. Empty for folders. */
  readonly contents: readonly PlannedContent[];
  readonly isStarred: boolean;
  readonly tags: readonly ExportedTag[];
  readonly comments: readonly ExportedComment[];
}

export interface ImportPlan {
  readonly archive: Archive;
  readonly items: readonly PlannedItem[];
  readonly problems: readonly ImportProblem[];
  readonly isExport: boolean;
  readonly files: number;
  readonly folders: number;
  readonly versions: number;
  readonly sizeBytes: number;
  /** A folder that is moved to the trash at the end. Undefined if the export has no trash. */
  readonly trashFolder: string | undefined;
}

export const keyOf = (path: readonly string[]): string => path.map(nameKey).join('/');

/**
 * Resolves to undefined if the file is not a zip archive. `trashName` is the name of a folder for items that were in
 * the trash.
 */
export async function planImport(zip: Blob, trashName: string): Promise<ImportPlan | undefined> {
  const archive = await readArchive(zip);
  if (archive === undefined) return undefined;
  const exported = await readMetadata(archive);
  const plan = new Planner(archive, trashName);
  const isExport = exported !== undefined;
  for (const item of exported ?? []) plan.addExported(item);
  plan.addOthers(isExport);
  const items = [...plan.items.values()];
  const contents = items.flatMap((item) => item.contents);
  const files = items.filter(({ kind }) => kind === 'file').length;
  return {
    archive,
    items,
    problems: [...archive.problems, ...plan.problems],
    isExport,
    files,
    folders: items.length - files,
    versions: contents.length - files,
    sizeBytes: contents.reduce((sum, { source }) => sum + source.sizeBytes, 0),
    trashFolder: isExport && items.some(({ path }) => path[0] === trashName) ? trashName : undefined,
  };
}

class Planner {
  readonly items = new Map<string, PlannedItem>();
  readonly problems: ImportProblem[] = [];
  readonly #archive: Archive;
  readonly #trashName: string;
  readonly #taken = new Set<string>();

  constructor(archive: Archive, trashName: string) {
    this.#archive = archive;
    this.#trashName = trashName;
  }

  addExported(item: ExportedItem): void {
    // The root folder already exists.
    if (item.path === '') return;
    const place = item.file?.replace(/\/$/, '');
    const inTrash =
      place?.startsWith(`${EXPORT_FOLDER}/trash/`) === true ? place.split('/').slice(2) : undefined;
    const path =
      inTrash === undefined ? safePath(item.path) : safePath([this.#trashName, ...inTrash].join('/'));
    if (path === undefined) return void this.problems.push({ path: item.path.slice(0, 1_000), code: 'path' });
    const { kind, isStarred, tags, comments } = item;
    const contents = item.versions.flatMap((version, index) => {
      const isCurrent = index === item.versions.length - 1;
      const content = this.#contentOf(version, isCurrent ? item.modifiedMs : undefined);
      if (content === undefined) this.problems.push({ path: version.file.slice(0, 1_000), code: 'missing' });
      return content ?? [];
    });
    if (place !== undefined) this.#taken.add(place);
    if (kind === 'file' && contents.length === 0) return;
    this.#add({ path, kind, contents, isStarred, tags, comments });
  }

  /** Adds files without metadata: from zip files of other programs, or added to an export later. */
  addOthers(isExport: boolean): void {
    const isOther = (key: string, path: readonly string[]): boolean =>
      !this.#taken.has(key) && !(isExport && path[0] === EXPORT_FOLDER);
    const plain = { isStarred: false, tags: [], comments: [] };
    for (const [key, path] of this.#archive.folders)
      if (isOther(key, path)) this.#add({ path, kind: 'folder', contents: [], ...plain });
    for (const [key, source] of this.#archive.files) {
      if (!isOther(key, source.path)) continue;
      const { modifiedMs } = source;
      const content = { source, sha256: undefined, modifiedMs, mediaType: '', label: undefined };
      this.#add({ path: source.path, kind: 'file', contents: [content], ...plain });
    }
  }

  /** In Coffer, names that differ only in case are the same. The first such item is imported. */
  #add(item: PlannedItem): void {
    const key = keyOf(item.path);
    const known = this.items.get(key);
    if (known === undefined) this.items.set(key, item);
    else if (known.kind === 'file' || item.kind === 'file')
      this.problems.push({ path: item.path.join('/'), code: 'twin' });
  }

  #contentOf(version: ExportedVersion, modifiedMs: number | undefined): PlannedContent | undefined {
    const source = this.#archive.files.get(version.file);
    if (source === undefined) return undefined;
    this.#taken.add(version.file);
    const changedMs = Date.parse(version.changedAt ?? '');
    return {
      source,
      sha256: version.sha256,
      modifiedMs: modifiedMs ?? (Number.isNaN(changedMs) ? source.modifiedMs : changedMs),
      mediaType: version.mediaType,
      label: version.label,
    };
  }
}
