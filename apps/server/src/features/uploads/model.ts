import {
  type Issue,
  LIMITS,
  type PartChecksums,
  partCountFor,
  partSizeFor,
  partSizeOf,
  SERVER_LIMITS,
  type SpaceRole,
} from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';

export const OPEN_STATES = ['reserved', 'uploading', 'completing', 'verifying'] as const;
export type OpenState = (typeof OPEN_STATES)[number];
export type UploadState = OpenState | 'committed' | 'failed' | 'aborted' | 'expired';

export interface UploadRow {
  readonly id: string;
  readonly space_id: string;
  readonly parent_id: string;
  readonly name: string;
  readonly node_id: string;
  readonly version_id: string;
  readonly blob_id: string;
  readonly key: string;
  readonly size_bytes: number;
  readonly media_type: string;
  readonly modified_at: Date;
  readonly part_size_bytes: number;
  readonly part_count: number;
  readonly provider_upload_id: string | null;
  readonly conflict: 'ask' | 'rename' | 'replace' | 'skip';
  /** The version that must be the current one when the upload is committed. */
  readonly based_on: string | null;
  readonly integrity: 1 | 2 | 3;
  readonly state: UploadState;
  readonly reserved_bytes: number;
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date;
  /** The link, the hand-in and the name of the guest who sends. All null if a person sends. */
  readonly request_id: string | null;
  readonly hand_in_id: string | null;
  readonly guest_name: string | null;
  /** The label of the edit link that the guest uses. */
  readonly link_label: string | null;
  /** The file of a link to a file, which gets the upload as a new version. */
  readonly replaces_id: string | null;
}

/** The failure for an outdated base. The revision is 0 if the sender sees no such file. */
export function staleBasis(current: { readonly revision: number } | undefined): UploadFailure {
  return { code: 'revision_conflict', facts: { current_revision: current?.revision ?? 0 } };
}

export interface PartRow {
  readonly number: number;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly md5: string | null;
  readonly crc64nvme: string | null;
}

export type UploadFailure =
  | { readonly code: 'node_not_found' | 'upload_not_found' | 'upload_expired' }
  /** Failures only for guests. */
  | { readonly code: 'kind_not_accepted' | 'link_unknown' | 'link_expired' | 'hand_in_finished' }
  | {
      readonly code: 'request_full';
      readonly facts: { readonly files_left: number; readonly bytes_left: number | null };
    }
  | { readonly code: 'not_allowed'; readonly facts: { readonly needed_role: SpaceRole } }
  | { readonly code: 'name_taken'; readonly facts: { readonly existing_id: string } }
  | { readonly code: 'revision_conflict'; readonly facts: { readonly current_revision: number } }
  | { readonly code: 'invalid_request'; readonly issues: readonly Issue[] }
  | { readonly code: 'file_too_large'; readonly facts: { readonly limit: number } }
  | {
      readonly code: 'quota_exceeded';
      readonly facts: {
        readonly space_id: string;
        readonly quota: number;
        readonly used: number;
        readonly needed: number;
      };
    }
  /** `parts` lists missing part numbers, separated by commas. The upload stays open. */
  | { readonly code: 'upload_incomplete'; readonly facts: { readonly parts: string } }
  /**
   * The parts in `parts` differ from the declaration. In state `uploading` they can be sent again; `failed` is final.
   */
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
 * Whether the file is sent by one PUT. Never if the store verifies no checksums, because such a presigned PUT accepts
 * any bytes until it expires.
 */
export function isSinglePut(upload: Pick<UploadRow, 'part_count' | 'integrity'>): boolean {
  return upload.part_count === 1 && upload.integrity !== 3;
}

/** Longer than the store may take for a completion call. */
export const COMPLETION_GRACE_MS = 10 * MINUTE_MS;

export function isCompleting({ state }: Pick<UploadRow, 'state'>): boolean {
  return state === 'completing' || state === 'verifying';
}

/** Whether the store may still be assembling the parts. Some stores then report neither the upload nor the object. */
export function mayBeAssembling(upload: UploadRow, now: Date): boolean {
  const begunMs = now.getTime() - upload.updated_at.getTime();
  return !isSinglePut(upload) && isCompleting(upload) && begunMs < COMPLETION_GRACE_MS;
}

export function isActive(upload: Pick<UploadRow, 'state' | 'updated_at'>, now: Date): boolean {
  const lifeMs = isCompleting(upload) ? COMPLETION_GRACE_MS : SERVER_LIMITS.uploadHeldMs;
  return now.getTime() - upload.updated_at.getTime() < lifeMs;
}

export function layoutOf(sizeBytes: number): { readonly partSizeBytes: number; readonly partCount: number } {
  return { partSizeBytes: partSizeFor(sizeBytes), partCount: partCountFor(sizeBytes) };
}

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

export function missingNumbers(upload: Pick<UploadRow, 'part_count'>, have: ReadonlySet<number>): number[] {
  return allNumbers(upload).filter((number) => !have.has(number));
}

export function allNumbers(upload: Pick<UploadRow, 'part_count'>): number[] {
  return Array.from({ length: upload.part_count }, (_, position) => position + 1);
}

/** Part numbers as a fact of an error, such as `1,2,17`. At most one page of them. */
export function partsFact(numbers: readonly number[]): string {
  return numbers.slice(0, LIMITS.pageSizeMax).join(',');
}

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
