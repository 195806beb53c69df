import type { CreateUploadRequest } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { UploadFailure, UploadRow } from '../model.ts';

/** The sender of uploads: a person, or a guest on behalf of the link's creator. */
export interface Sender {
  readonly id: string;
  readonly guest?: GuestSender;
}

export interface GuestSender {
  readonly requestId: string;
  readonly handInId: string;
  readonly name: string;
  /** The label of the edit link. Null for a file request. */
  readonly linkLabel: string | null;
  /** Why a file is not accepted. Undefined if it is accepted. */
  readonly refusal: (file: SentFile) => UploadFailure | undefined;
  /** The file of a link to a file, which gets all uploads as versions. Undefined for links to folders. */
  readonly replacesId?: string;
  /** Replaces the requested target of a file. Undefined if targets are used as requested. */
  readonly placed?: (file: CreateUploadRequest) => CreateUploadRequest;
  /** What the guest may still upload. Called under the space lock, so that the limits are exact. */
  readonly allowance: (tx: Tx, asked: Asked) => Promise<Result<Allowance, UploadFailure>>;
  /**
   * Those of the folders in which the guest may still add files. Undefined if the guest may add files to all reserved
   * folders.
   */
  readonly foldersAmong?: FoldersAmong;
}

export type FoldersAmong = (db: Db | Tx, ids: readonly string[]) => Promise<ReadonlySet<string>>;

interface Asked {
  readonly parentIds: readonly string[];
  /** The ids of existing files with the names of the sent ones. */
  readonly existingIds: readonly string[];
}

type SentFile = Pick<CreateUploadRequest, 'name' | 'parentId'>;

export interface Allowance {
  readonly filesLeft: number;
  /** Files whose further versions do not count as new files. Undefined if each version counts. */
  readonly countedIds: ReadonlySet<string> | undefined;
  /** The number of uploads left, counting every version. This limit keeps the totals cheap to compute. */
  readonly uploadsLeft: number;
  /** The number of bytes left. Null without a limit. */
  readonly bytesLeft: number | null;
  /** The folders of the hand-in, or those of the requested folders that are in the link. */
  readonly folderIds: ReadonlySet<string>;
  /** The end of the link, which no upload outlives. */
  readonly expiresAt: Date;
}

/** Whether the sender sent the upload. Uploads of guests are not those of the link's creator. */
export function isSentBy(
  { id, guest }: Sender,
  upload: Pick<UploadRow, 'created_by' | 'hand_in_id'>,
): boolean {
  return upload.created_by === id && upload.hand_in_id === (guest?.handInId ?? null);
}

/** Checks the files of one call, in order, against what the guest may still upload. */
export function createMeter(allowance: Allowance | undefined): {
  /** Why the file exceeds the allowance, or undefined. `replacedId` is the file that it becomes a version of. */
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
