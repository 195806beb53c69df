import {
  isErrorCode,
  type NodeId,
  type OperationResponse,
  type RequestKind,
  type VersionId,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { call, callOrThrow } from '../calls/client.ts';
import { type ApiError, apiErrorOf, localError, numberFact } from '../calls/error.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';
import { readText } from '../content.ts';
import { draftOwnerOf } from '../saving/drafts.ts';
import { type FileToSave, saveFileBy, type SavingCalls } from '../saving/save-file.ts';
import type { EditedNode } from '../saving/save-version.ts';
import type { EditSession } from './edit-link.ts';
import { guestLinkQuery, unlockLink } from './guest-link.ts';
import { guestUploadCalls } from './hand-in.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Item = OperationResponse<'completeGuestUploads'>['items'][number];
type Arrived = Extract<Item, { readonly outcome: 'committed' }>['node'];

/** A link with which a guest edits texts. */
export interface GuestEditing {
  readonly token: string;
  /** The folder of the link, or its only file. */
  readonly rootId: NodeId;
  readonly isFolder: boolean;
  /** The kinds of file that the link accepts; empty if there is no limit. */
  readonly kinds: readonly RequestKind[];
  readonly expiresAt: Date;
  /**
   * Returns the upload session of this browser, started with the first save. `isNew` replaces a session that the server
   * no longer knows.
   */
  readonly openSession: (isNew: boolean) => Promise<EditSession>;
}

interface NextVersion {
  readonly node: EditedNode;
  readonly basedOn: VersionId;
  readonly bytes: Bytes;
}

type Saved =
  | { readonly outcome: 'saved'; readonly node: EditedNode }
  | { readonly outcome: 'changed' | 'gone' }
  | { readonly outcome: 'failed'; readonly error: ApiError };

/** A rename or move may happen between two requests, so saving is retried this often. */
const TRIES_MAX = 3;
/** `link_unknown` also means that the password was changed since. */
const FORGOTTEN: readonly ApiError['code'][] = ['hand_in_not_found', 'hand_in_finished', 'link_unknown'];

/** Creates a file in the link's folder, or in a folder below it. */
export async function createFileByLink(
  openSession: GuestEditing['openSession'],
  file: FileToSave,
  bytes: Bytes,
): Promise<Result<Arrived, ApiError>> {
  for (const isNew of [false, true]) {
    const [opened] = await Promise.allSettled([openSession(isNew)]);
    if (opened.status === 'rejected') return err(apiErrorOf(opened.reason));
    const saved = await saveFileBy(savingCalls(opened.value), file, bytes);
    if (saved.ok || isNew || !FORGOTTEN.includes(saved.error.code)) return saved;
  }
  return err(localError('hand_in_not_found'));
}

/** The editing calls of a guest, which need no account. */
export function guestEditingCalls({ token, rootId, isFolder, expiresAt, openSession }: GuestEditing) {
  const findPlace = async (node: EditedNode) => {
    const path = await call('getGuestPath', { params: { token, nodeId: node.id } });
    if (!path.ok) return path;
    const { items } = path.value;
    // If the link is for a single file, the root is that file's own id.
    const parentId = items.at(-2)?.id ?? rootId;
    return ok({ parentId, name: items.at(-1)?.name ?? node.name });
  };
  return {
    guest: {
      draftOwnerId: draftOwnerOf(token),
      draftsUntil: expiresAt,
      unlock: async (password: string) => await unlockLink(token, password),
    },
    readCurrent: async (node: EditedNode) => {
      const params = { token, nodeId: node.id };
      const body = { disposition: 'inline' } as const;
      const { url, versionId, name, sizeBytes } = await callOrThrow('signGuestContent', { params, body });
      return { node: { ...node, versionId, name }, shown: await readText(url, sizeBytes) };
    },
    /** Adds a version based on the one that was loaded, wherever in the link the file is now. */
    saveVersion: async ({ node, basedOn, bytes }: NextVersion): Promise<Saved> => {
      for (let attempt = 1; ; attempt += 1) {
        const place = await findPlace(node);
        if (!place.ok) {
          return place.error.code === 'node_not_found'
            ? { outcome: 'gone' }
            : { outcome: 'failed', error: place.error };
        }
        const file = {
          ...place.value,
          mediaType: node.mediaType ?? '',
          conflict: 'replace',
          basedOn,
        } as const;
        const saved = await createFileByLink(openSession, file, bytes);
        if (saved.ok) return { outcome: 'saved', node: { ...node, ...saved.value } };
        const { code } = saved.error;
        const hasMoved = code === 'node_not_found' || numberFact(saved.error, 'current_revision') === 0;
        if (code === 'revision_conflict' && !hasMoved) return { outcome: 'changed' };
        if (!hasMoved || attempt >= TRIES_MAX) return { outcome: 'failed', error: saved.error };
      }
    },
    /** Saves a copy next to the file, or at the top of the link if the file is gone. */
    saveCopy: isFolder
      ? async (node: EditedNode, bytes: Bytes): Promise<Result<EditedNode, ApiError>> => {
          const place = await findPlace(node);
          if (!place.ok && place.error.code !== 'node_not_found') return place;
          const parentId = place.ok ? place.value.parentId : rootId;
          const file = {
            parentId,
            name: node.name,
            mediaType: node.mediaType ?? '',
            conflict: 'rename',
          } as const;
          const saved = await createFileByLink(openSession, file, bytes);
          return saved.ok ? ok({ ...node, ...saved.value }) : saved;
        }
      : undefined,
    refresh: async (cache: QueryCache) => await invalidate(cache, guestLinkQuery(token).queryKey),
  };
}

function savingCalls(session: EditSession): SavingCalls<Arrived> {
  const calls = guestUploadCalls(session);
  const { signal } = new AbortController();
  return {
    create: async (file) => withCode(await calls.createUpload(file, crypto.randomUUID(), signal)),
    sign: async (uploadId, parts) => await calls.signParts(uploadId, parts, signal),
    complete: async (uploadId) => {
      const completed = withCode(await calls.completeUpload(uploadId, signal));
      return completed.ok ? ok(completed.value.node) : completed;
    },
    abort: async (uploadId) => await calls.abortUpload(uploadId),
  };
}

interface Refused {
  readonly code: string;
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
}

function withCode<T>(answer: Result<T, Refused>): Result<T, ApiError> {
  if (answer.ok) return answer;
  const { code, facts = {} } = answer.error;
  return err({ ...localError(isErrorCode(code) ? code : 'internal'), facts });
}
