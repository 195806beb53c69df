import type { CreateUploadRequest } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import type { UploadFailure, UploadRow } from '../model.ts';

/** The sender: a person, or a guest on behalf of the creator of the link. */
export interface Sender {
  readonly id: string;
  readonly guest?: GuestSender;
}

export interface GuestSender {
  readonly requestId: string;
  readonly handInId: string;
  readonly name: string;
  /** Of the link by which the guest edits. Null for a file request. */
  readonly linkLabel: string | null;
  /** Why a file is not accepted; undefined when it is. */
  readonly refusal: (file: SentFile) => UploadFailure | undefined;
  /** For a link to a file: all uploads become versions of it. Undefined for folders. */
  readonly replacesId?: string;
  /** The target of a file, if it differs from the requested one. */
  readonly placed?: (file: CreateUploadRequest) => CreateUploadRequest;
  /** Called under the lock of the space, which makes the limits exact. */
  readonly allowance: (tx: Tx, asked: Asked) => Promise<Result<Allowance, UploadFailure>>;
  /** Those of these folders in which the guest may still add files. Undefined: all reserved ones. */
  readonly foldersAmong?: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

interface Asked {
  readonly parentIds: readonly string[];
  /** Of files that have the names of the sent ones. */
  readonly existingIds: readonly string[];
}

type SentFile = Pick<CreateUploadRequest, 'name' | 'parentId'>;

export interface Allowance {
  readonly filesLeft: number;
  /** A next version of these is not a further file. Undefined if each version counts. */
  readonly countedIds: ReadonlySet<string> | undefined;
  /** Counts every version, which keeps the sums cheap. */
  readonly uploadsLeft: number;
  /** Null without a limit. */
  readonly bytesLeft: number | null;
  /** The folders of the hand-in, or the requested ones that are in the link. */
  readonly folderIds: ReadonlySet<string>;
  /** No upload outlives its request. */
  readonly expiresAt: Date;
}

/** Guests' uploads do not appear among those of the link's creator. */
export function isSentBy(
  { id, guest }: Sender,
  upload: Pick<UploadRow, 'created_by' | 'hand_in_id'>,
): boolean {
  return upload.created_by === id && upload.hand_in_id === (guest?.handInId ?? null);
}

/** Checks the files of one call in order against the remaining allowance. */
export function createMeter(allowance: Allowance | undefined): {
  /** `replacedId`: the file of which it becomes a version. */
  take(file: { readonly sizeBytes: number }, replacedId: string | undefined): UploadFailure | undefined;
} {
  let filesLeft = allowance?.filesLeft ?? 0;
  let uploadsLeft = allowance?.uploadsLeft ?? 0;
  const countedIds = new Set(allowance?.countedIds);
  let bytesLeft = allowance?.bytesLeft ?? null;
  return {
    take: ({ sizeBytes }, replacedId) => {
      if (allowance === undefined) return undefined;
      const isFurther = replacedId === undefined || !countedIds.has(replacedId);
      const hasPlace = uploadsLeft > 0 && (filesLeft > 0 || !isFurther);
      if (!hasPlace || (bytesLeft !== null && bytesLeft < sizeBytes)) {
        const left = Math.min(filesLeft, uploadsLeft);
        return { code: 'request_full', facts: { files_left: left, bytes_left: bytesLeft } };
      }
      if (isFurther) filesLeft -= 1;
      if (replacedId !== undefined && allowance.countedIds !== undefined) countedIds.add(replacedId);
      uploadsLeft -= 1;
      if (bytesLeft !== null) bytesLeft -= sizeBytes;
      return undefined;
    },
  };
}
