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
  /** Each open editor has its own draft. Undefined for the one draft of a file that earlier releases stored. */
  readonly editorId: string | undefined;
}

export interface StoredDraft {
  readonly key: DraftKey;
  readonly draft: Draft;
}

const DRAFTS: StoreName = { database: 'coffer-drafts', store: 'drafts' };

/** Owner of the drafts of a link. Cannot equal the id of a person. */
export function draftOwnerOf(token: string): string {
  return `link ${token}`;
}

/** The drafts that no open editor holds, newest first. Blocked or full storage behaves like empty storage. */
export async function readDrafts(owner: Pick<DraftKey, 'ownerId' | 'nodeId'>): Promise<StoredDraft[]> {
  const start = [owner.ownerId, owner.nodeId];
  const found: StoredDraft[] = [];
  await Promise.allSettled([
    inBrowserStore(DRAFTS, 'readonly', (store) => {
      // Among keys, any array sorts after any string.
      const request = store.openCursor(IDBKeyRange.bound(start, [...start, []]));
      request.onsuccess = () => {
        const cursor = request.result;
        if (cursor === null) return;
        const { key, value }: { readonly key: IDBValidKey; readonly value: Draft } = cursor;
        const id = Array.isArray(key) ? key[2] : undefined;
        found.push({ key: { ...owner, editorId: typeof id === 'string' ? id : undefined }, draft: value });
        cursor.continue();
      };
      return request;
    }),
  ]);
  if (found.length === 0) return [];
  const { held = [] } = await navigator.locks.query();
  const heldNames = new Set(held.map(({ name }) => name));
  return found
    .filter(({ key }) => !heldNames.has(lockOf(key)))
    .toSorted((one, other) => other.draft.savedAt.getTime() - one.draft.savedAt.getTime());
}

/** Hides the draft from other editors until the returned function is called, or the page ends. */
export function holdDraft(key: DraftKey): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void Promise.allSettled([navigator.locks.request(lockOf(key), async () => await promise)]);
  return resolve;
}

/** Resolves to false if the browser could not store the draft. */
export async function writeDraft(key: DraftKey, draft: Draft): Promise<boolean> {
  const [written] = await Promise.allSettled([
    inBrowserStore(DRAFTS, 'readwrite', (store) => store.put(draft, storeKeyOf(key))),
  ]);
  return written.status === 'fulfilled';
}

/** Moves a draft to the editor that continues it. */
export async function moveDraft({ key, draft }: StoredDraft, to: DraftKey): Promise<void> {
  await Promise.allSettled([
    inBrowserStore(DRAFTS, 'readwrite', (store) => {
      store.delete(storeKeyOf(key));
      return store.put(draft, storeKeyOf(to));
    }),
  ]);
}

export async function deleteDraft(key: DraftKey): Promise<void> {
  await Promise.allSettled([inBrowserStore(DRAFTS, 'readwrite', (store) => store.delete(storeKeyOf(key)))]);
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

function storeKeyOf({ ownerId, nodeId, editorId }: DraftKey): IDBValidKey {
  return editorId === undefined ? [ownerId, nodeId] : [ownerId, nodeId, editorId];
}

function lockOf({ editorId }: DraftKey): string {
  return `coffer-draft/${editorId}`;
}
