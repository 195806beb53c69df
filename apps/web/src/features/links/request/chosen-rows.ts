import { isKindAccepted, LIMITS, nodeNameIssue, type GuestRequest } from '@coffer/contracts';
import type { ChosenEntry } from './guest-transfers.ts';

/** Why a file is not accepted. */
export type Refusal = 'kind' | 'name' | 'size' | 'full' | 'room' | 'unreadable';

export interface ChosenRow {
  /** Unique, because a file and a folder may have the same name. */
  readonly key: string;
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

export function rowKeyOf({ path }: { readonly path: readonly string[] }): string {
  return `${path.length > 1 ? 'folder' : 'file'} ${path[0] ?? ''}`;
}

/** Applies the same rules as the server, to avoid uploads that would be rejected. */
export function judgeChosen(
  entries: readonly ChosenEntry[],
  request: Pick<GuestRequest, 'kinds' | 'filesLeft' | 'bytesLeft'>,
): Judged {
  const rows = new Map<string, ChosenRow>();
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
    const key = isFile ? rowKeyOf(entry) : `folder ${entry.path[0] ?? ''}`;
    const row = rows.get(key);
    rows.set(key, {
      key,
      name: entry.path[0] ?? '',
      isFolder: key.startsWith('folder'),
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
