import type { NodeId, VersionId } from '@coffer/contracts';
import { inBrowserStore, type StoreName } from '../../../../lib/kept/browser-store.ts';

/** Unsaved text, in this browser only. Deleted at sign-out with every database. */
export interface Draft {
  readonly text: string;
  /** What the text was when editing began. */
  readonly baseText: string;
  readonly baseVersion: VersionId;
  readonly savedAt: Date;
}

export interface DraftKey {
  readonly personId: string;
  readonly nodeId: NodeId;
}

const DRAFTS: StoreName = { database: 'coffer-drafts', store: 'drafts' };

/** Blocked or full storage behaves like an empty one. */
export async function readDraft({ personId, nodeId }: DraftKey): Promise<Draft | undefined> {
  const [found] = await Promise.allSettled([
    inBrowserStore<Draft | undefined>(DRAFTS, 'readonly', (store) => store.get([personId, nodeId])),
  ]);
  return found.status === 'fulfilled' ? found.value : undefined;
}

/** False when the browser could not keep it. */
export async function writeDraft({ personId, nodeId }: DraftKey, draft: Draft): Promise<boolean> {
  const [written] = await Promise.allSettled([
    inBrowserStore(DRAFTS, 'readwrite', (store) => store.put(draft, [personId, nodeId])),
  ]);
  return written.status === 'fulfilled';
}

export async function deleteDraft({ personId, nodeId }: DraftKey): Promise<void> {
  await Promise.allSettled([
    inBrowserStore(DRAFTS, 'readwrite', (store) => store.delete([personId, nodeId])),
  ]);
}
