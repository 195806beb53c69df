import {
  type Issue,
  LIMITS,
  partCountFor,
  type PartChecksums,
  partSizeFor,
  partSizeOf,
  type SpaceRole,
} from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';

export const OPEN_STATES = ['reserved', 'uploading', 'completing', 'verifying'] as const;
export type OpenState = (typeof OPEN_STATES)[number];
export type UploadState = OpenState | 'committed' | 'failed' | 'aborted' | 'expired';

/** One upload as it is stored. */
export interface UploadRow {
  readonly id: string;
  readonly space_id: string;
  readonly parent_id: string;
  readonly name: string;
  readonly node_id: string;
  readonly version_id: string;
  readonly blob_id: string;
  /** Of the blob. */
  readonly key: string;
  readonly size_bytes: number;
  readonly media_type: string;
  readonly modified_at: Date;
  readonly part_size_bytes: number;
  readonly part_count: number;
  readonly provider_upload_id: string | null;
  readonly conflict: 'ask' | 'rename' | 'replace' | 'skip';
  readonly integrity: 1 | 2 | 3;
  readonly state: UploadState;
  readonly reserved_bytes: number;
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date;
}

/** A part as its sender declared it. */
export interface PartRow {
  readonly number: number;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly md5: string | null;
  readonly crc64nvme: string | null;
}

/** Why a step of an upload was refused. */
export type UploadFailure =
  | { readonly code: 'node_not_found' | 'upload_not_found' | 'upload_expired' }
  | { readonly code: 'not_allowed'; readonly facts: { readonly needed_role: SpaceRole } }
  | { readonly code: 'name_taken'; readonly facts: { readonly existing_id: string } }
  | { readonly code: 'invalid_request'; readonly issues: readonly Issue[] }
  | {
      readonly code: 'quota_exceeded';
      readonly facts: { readonly quota: number; readonly used: number; readonly needed: number };
    }
  /** `parts` (numbers with commas between) are to be sent; the upload stays open. */
  | { readonly code: 'upload_incomplete'; readonly facts: { readonly parts: string } }
  /** `parts` differ from what was declared. While `state` is `uploading` they can be sent again; `failed` is the end. */
  | {
      readonly code: 'checksum_mismatch';
      readonly facts: { readonly parts: string; readonly state: 'uploading' | 'failed' };
    }
  | { readonly code: 'store_unavailable'; readonly facts: { readonly retry_after: number } }
  | { readonly code: 'store_refused'; readonly facts: { readonly diagnosis: string } };

export function isOpen(state: UploadState): state is OpenState {
  return OPEN_STATES.some((open) => open === state);
}

/**
 * True for one request with the whole file; false for an upload of parts. Where the store checks nothing, a presigned PUT would
 * take any bytes of that length until it expires, also after the file has become visible. There even a single part is sent as
 * one, because the address of a part dies with the completion.
 */
export function isSinglePut(upload: Pick<UploadRow, 'part_count' | 'integrity'>): boolean {
  return upload.part_count === 1 && upload.integrity !== 3;
}

/** A completion that the store was asked for may still take effect: longer than that call may take. */
export const COMPLETION_GRACE_MS = 10 * MINUTE_MS;

export function isCompleting({ state }: Pick<UploadRow, 'state'>): boolean {
  return state === 'completing' || state === 'verifying';
}

/**
 * True while the store may be putting parts together for somebody who began before: some stores then know neither the upload nor the
 * object, and what looks lost is not.
 */
export function mayBeAssembling(upload: UploadRow, now: Date): boolean {
  const begunMs = now.getTime() - upload.updated_at.getTime();
  return !isSinglePut(upload) && isCompleting(upload) && begunMs < COMPLETION_GRACE_MS;
}

/**
 * True while some device is at it: its page says so again and again, as does every call for it. While it is completed nobody needs to say
 * anything.
 */
export function isActive(upload: Pick<UploadRow, 'state' | 'updated_at'>, now: Date): boolean {
  const lifeMs = isCompleting(upload) ? COMPLETION_GRACE_MS : LIMITS.uploadHeldMs;
  return now.getTime() - upload.updated_at.getTime() < lifeMs;
}

/** How a file of this size is cut. */
export function layoutOf(sizeBytes: number): { readonly partSizeBytes: number; readonly partCount: number } {
  return { partSizeBytes: partSizeFor(sizeBytes), partCount: partCountFor(sizeBytes) };
}

/** The parts of a file as they are kept. */
export function partRowsOf(file: {
  readonly sizeBytes: number;
  readonly parts?: readonly PartChecksums[] | undefined;
}): readonly PartRow[] {
  return (file.parts ?? []).map((part) => ({
    number: part.number,
    size_bytes: partSizeOf(file.sizeBytes, part.number),
    sha256: part.sha256,
    md5: part.md5 ?? null,
    crc64nvme: part.crc64nvme ?? null,
  }));
}

/** What is wrong with declared parts: each number once, within the file, with the checksum that the store verifies. */
export function partIssues(
  parts: readonly PartChecksums[],
  upload: { readonly partCount: number; readonly integrity: 1 | 2 | 3 },
): readonly Issue[] {
  const seen = new Set<number>();
  return parts.flatMap((part, index): readonly Issue[] => {
    const issues: Issue[] = [];
    if (part.number > upload.partCount) issues.push({ path: `parts.${index}.number`, code: 'too_big' });
    if (seen.has(part.number)) issues.push({ path: `parts.${index}.number`, code: 'wrong_format' });
    if (upload.integrity === 2 && part.md5 === undefined) {
      issues.push({ path: `parts.${index}.md5`, code: 'required' });
    }
    seen.add(part.number);
    return issues;
  });
}

/** Part numbers of an upload that are not in `have`. */
export function missingNumbers(upload: Pick<UploadRow, 'part_count'>, have: ReadonlySet<number>): number[] {
  return allNumbers(upload).filter((number) => !have.has(number));
}

export function allNumbers(upload: Pick<UploadRow, 'part_count'>): number[] {
  return Array.from({ length: upload.part_count }, (_, position) => position + 1);
}

/** Part numbers as a fact of an error: `1,2,17`. The first thousand are enough to go on with. */
export function partsFact(numbers: readonly number[]): string {
  return numbers.slice(0, LIMITS.pageSizeMax).join(',');
}

/** True when nothing speaks against the stored bytes being the declared ones. */
export function isAsDeclared(
  stored: {
    readonly sizeBytes: number;
    readonly sha256: string | undefined;
    readonly md5: string | undefined;
  },
  declared: PartRow,
): boolean {
  if (stored.sizeBytes !== declared.size_bytes) return false;
  if (stored.sha256 !== undefined && stored.sha256 !== declared.sha256) return false;
  return stored.md5 === undefined || declared.md5 === null || stored.md5 === declared.md5;
}
