import type { NodeId, VersionId } from '@coffer/contracts';
import { inBrowserStore, type StoreName } from '../../lib/kept/browser-store.ts';

/** Unsaved text, stored only in this browser. Sign-out deletes it with every other database. */
export interface Draft {
  readonly text: string;
  /** The text when editing began. */
  readonly baseText: string;
  readonly baseVersion: VersionId;
  readonly savedAt: Date;
  /** For guests, when the link ends. */
  readonly until?: Date | undefined;
}

export interface DraftKey {
  /** The id of a person, or of the link of a guest. */
  readonly ownerId: string;
  readonly nodeId: NodeId;
}

const DRAFTS: StoreName = { database: 'coffer-drafts', store: 'drafts' };

/** Owner of the drafts of a link. Cannot equal the id of a person. */
export function draftOwnerOf(token: string): string {
  return `link ${token}`;
}

/** Blocked or full storage behaves like empty storage. */
export async function readDraft({ ownerId, nodeId }: DraftKey): Promise<Draft | undefined> {
  const [found] = await Promise.allSettled([
    inBrowserStore<Draft | undefined>(DRAFTS, 'readonly', (store) => store.get([ownerId, nodeId])),
  ]);
  return found.status === 'fulfilled' ? found.value : undefined;
}

/** Resolves to false if the browser could not store the draft. */
export async function writeDraft({ ownerId, nodeId }: DraftKey, draft: Draft): Promise<boolean> {
  const [written] = await Promise.allSettled([
    inBrowserStore(DRAFTS, 'readwrite', (store) => store.put(draft, [ownerId, nodeId])),
  ]);
  return written.status === 'fulfilled';
}

/** With `savedAt`, keeps a draft that was written later. */
export async function deleteDraft({ ownerId, nodeId }: DraftKey, savedAt?: Date): Promise<void> {
  await Promise.allSettled([
    inBrowserStore(DRAFTS, 'readwrite', (store) => {
      const request: IDBRequest<Draft | undefined> = store.get([ownerId, nodeId]);
      request.onsuccess = () => {
        const draft = request.result;
        if (savedAt === undefined || draft === undefined || draft.savedAt <= savedAt) {
          store.delete([ownerId, nodeId]);
        }
      };
      return request;
    }),
  ]);
}

/** Deletes drafts whose link has ended, and all drafts of `endedToken`. */
export async function deleteEndedDrafts(now: Date, endedToken?: string): Promise<void> {
  const endedId = endedToken === undefined ? undefined : draftOwnerOf(endedToken);
  await Promise.allSettled([
    inBrowserStore(DRAFTS, 'readwrite', (store) => {
      const request = store.openCursor();
      request.onsuccess = () => {
        const cursor = request.result;
        if (cursor === null) return;
        const { key, value }: { readonly key: IDBValidKey; readonly value: Draft } = cursor;
        const isOfEnded = Array.isArray(key) && key[0] === endedId;
        if (isOfEnded || (value.until !== undefined && value.until <= now)) cursor.delete();
        cursor.continue();
      };
      return request;
    }),
  ]);
}
