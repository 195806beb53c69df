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
  readonly allowance: (tx: Tx, parentIds: readonly string[]) => Promise<Result<Allowance, UploadFailure>>;
  /** Those of these folders in which the guest may still add files. Undefined: all reserved ones. */
  readonly foldersAmong?: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

type SentFile = Pick<CreateUploadRequest, 'name' | 'parentId'>;

export interface Allowance {
  readonly filesLeft: number;
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
  take(file: { readonly sizeBytes: number }): UploadFailure | undefined;
} {
  let filesLeft = allowance?.filesLeft ?? 0;
  let bytesLeft = allowance?.bytesLeft ?? null;
  return {
    take: ({ sizeBytes }) => {
      if (allowance === undefined) return undefined;
      if (filesLeft < 1 || (bytesLeft !== null && bytesLeft < sizeBytes)) {
        return { code: 'request_full', facts: { files_left: filesLeft, bytes_left: bytesLeft } };
      }
      filesLeft -= 1;
      if (bytesLeft !== null) bytesLeft -= sizeBytes;
      return undefined;
    },
  };
}
