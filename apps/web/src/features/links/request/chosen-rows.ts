import { isKindAccepted, LIMITS, nodeNameIssue, type GuestRequest } from '@coffer/contracts';
import type { ChosenEntry, ChosenFiles } from './guest-transfers.ts';

/** Why a file is not accepted. */
export type Refusal = 'kind' | 'name' | 'size' | 'full' | 'room' | 'unreadable';

export interface ChosenRow {
  /** Unique, because several files and a folder may have the same name. */
  readonly key: string;
  readonly entries: readonly ChosenEntry[];
  readonly name: string;
  readonly isFolder: boolean;
  readonly fileCount: number;
  readonly sizeBytes: number;
  /** Reason of the first file that is not accepted. */
  readonly refusal: Refusal | undefined;
  readonly refusedCount: number;
}

export interface Judged {
  readonly rows: readonly ChosenRow[];
  readonly accepted: readonly ChosenEntry[];
  readonly acceptedFiles: number;
  readonly acceptedBytes: number;
  readonly refusedFiles: number;
}

/** Key of the folder row that shows the entry. Undefined for a file outside of folders, which has its own row. */
export function folderKeyOf({ path }: { readonly path: readonly string[] }): string | undefined {
  return path.length > 1 ? `folder ${path[0] ?? ''}` : undefined;
}

/** Adds what was chosen again. Only files with equal path, size and date are the same: phones reuse names. */
export function mergeChosen(before: ChosenFiles, { entries, roots }: ChosenFiles): ChosenFiles {
  const known = new Set(before.entries.map(identityOf));
  const fresh = entries.filter((entry) => !known.has(identityOf(entry)));
  return { entries: [...before.entries, ...fresh], roots: [...before.roots, ...roots] };
}

function identityOf(entry: ChosenEntry): string {
  const file = entry.kind === 'file' ? entry.file : undefined;
  return [entry.kind, file?.size, file?.lastModified, ...entry.path].join('/');
}

/** Removes the files of a row. A handle stays while another file has its name. */
export function withoutRow({ entries, roots }: ChosenFiles, row: Pick<ChosenRow, 'entries'>): ChosenFiles {
  const removed = new Set(row.entries);
  const left = entries.filter((entry) => !removed.has(entry));
  const names = new Set(left.map(({ path }) => path[0]));
  return { entries: left, roots: roots.filter(({ name }) => names.has(name)) };
}

/** Applies the same rules as the server, to avoid uploads that would be rejected. */
export function judgeChosen(
  entries: readonly ChosenEntry[],
  request: Pick<GuestRequest, 'kinds' | 'filesLeft' | 'bytesLeft'>,
): Judged {
  const rows = new Map<string, ChosenRow & { readonly entries: ChosenEntry[] }>();
  const counts = new Map<string, number>();
  const accepted: ChosenEntry[] = [];
  let { filesLeft } = request;
  let bytesLeft = request.bytesLeft ?? Number.POSITIVE_INFINITY;
  let acceptedFiles = 0;
  let acceptedBytes = 0;
  let refusedFiles = 0;
  for (const entry of entries) {
    const isFile = entry.kind === 'file';
    const sizeBytes = isFile ? (entry.file?.size ?? 0) : 0;
    const refusal = refusalOf(entry, { kinds: request.kinds, filesLeft, bytesLeft });
    const name = entry.path[0] ?? '';
    const folderKey = isFile ? folderKeyOf(entry) : `folder ${name}`;
    const number = (counts.get(name) ?? 0) + 1;
    if (folderKey === undefined) counts.set(name, number);
    const key = folderKey ?? `file ${number} ${name}`;
    const row = rows.get(key);
    const own = row?.entries ?? [];
    own.push(entry);
    rows.set(key, {
      key,
      entries: own,
      name,
      isFolder: folderKey !== undefined,
      fileCount: (row?.fileCount ?? 0) + (isFile ? 1 : 0),
      sizeBytes: (row?.sizeBytes ?? 0) + sizeBytes,
      refusal: row?.refusal ?? refusal,
      refusedCount: (row?.refusedCount ?? 0) + (refusal === undefined ? 0 : 1),
    });
    if (refusal !== undefined) {
      refusedFiles += 1;
      continue;
    }
    accepted.push(entry);
    if (!isFile) continue;
    acceptedFiles += 1;
    acceptedBytes += sizeBytes;
    filesLeft -= 1;
    bytesLeft -= sizeBytes;
  }
  return { rows: [...rows.values()], accepted, acceptedFiles, acceptedBytes, refusedFiles };
}

function refusalOf(
  entry: ChosenEntry,
  left: Pick<GuestRequest, 'kinds' | 'filesLeft'> & { readonly bytesLeft: number },
): Refusal | undefined {
  if (entry.path.some((name) => nodeNameIssue(name) !== undefined)) return 'name';
  if (entry.kind === 'folder') return undefined;
  if (entry.file === undefined) return 'unreadable';
  if (!isKindAccepted(entry.path.at(-1) ?? '', left.kinds)) return 'kind';
  if (entry.file.size > LIMITS.fileSizeMaxBytes) return 'size';
  if (left.filesLeft < 1) return 'full';
  return entry.file.size > left.bytesLeft ? 'room' : undefined;
}
