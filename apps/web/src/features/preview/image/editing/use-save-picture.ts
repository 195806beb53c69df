import type { NodeView, VersionId } from '@coffer/contracts';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../../api/calls/error.ts';
import { invalidateTree } from '../../../../api/nodes.ts';
import { saveCopy as sendCopy, saveVersion } from '../../../../api/saving/save-version.ts';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import { announce } from '../../../../ui/feedback/live-regions.ts';
import { showToast } from '../../../../ui/feedback/toast-store.ts';
import { type Edits, encode } from './edits.ts';
import { useText } from './texts.ts';
import type { OpenedPicture } from './use-picture.ts';

export type SavingState =
  | { readonly kind: 'idle' | 'saving' | 'unwritable' | 'gone' }
  | { readonly kind: 'changed'; readonly newest: VersionId | null }
  | { readonly kind: 'failed'; readonly error: ApiError; readonly saving: 'version' | 'copy' };

interface Saving {
  readonly node: NodeView;
  readonly opened: OpenedPicture;
  readonly onDone: () => void;
}

/** Leaving the editor cancels the saving. */
export function useSavePicture({ node, opened, onDone }: Saving) {
  const cache = useQueryCache();
  const text = useText();
  const [state, setState] = useState<SavingState>({ kind: 'idle' });
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    leaving.current = abort;
    return () => abort.abort();
  }, []);
  const done = async (signal: AbortSignal, tell: () => void): Promise<void> => {
    await invalidateTree(cache);
    if (signal.aborted) return;
    tell();
    onDone();
  };
  const draw = async (edits: Edits): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    setState({ kind: 'saving' });
    const bytes = await encode(opened.bitmap, edits, opened.mediaType);
    if (bytes === undefined) setState({ kind: 'unwritable' });
    return bytes;
  };
  const saveOver = async (edits: Edits, basedOn: VersionId): Promise<void> => {
    const { signal } = leaving.current;
    const bytes = await draw(edits);
    if (bytes === undefined || signal.aborted) return;
    const saved = await saveVersion({ nodeId: node.id, basedOn, bytes, signal });
    if (saved.outcome === 'saved') await done(signal, () => announce(text('edit.saved')));
    else if (saved.outcome === 'changed') setState({ kind: 'changed', newest: saved.node.versionId });
    else if (saved.outcome === 'gone') setState({ kind: 'gone' });
    else setState({ kind: 'failed', error: saved.error, saving: 'version' });
  };
  const saveCopy = async (edits: Edits): Promise<void> => {
    const { signal } = leaving.current;
    const bytes = await draw(edits);
    if (bytes === undefined || signal.aborted) return;
    const saved = await sendCopy(node, bytes, signal);
    if (!saved.ok) setState({ kind: 'failed', error: saved.error, saving: 'copy' });
    else {
      const { name, isInOwnFiles = false } = saved.value;
      const message = text(isInOwnFiles ? 'edit.savedInFiles' : 'edit.savedCopy', { name });
      await done(signal, () => showToast({ text: message, tone: 'success' }));
    }
  };
  const save = async (edits: Edits): Promise<void> => await saveOver(edits, opened.versionId);
  return {
    state,
    save,
    /** Saves over the version of another person, which stays in the version history. */
    saveAnyway: async (edits: Edits) => {
      if (state.kind === 'changed' && state.newest !== null) await saveOver(edits, state.newest);
    },
    saveCopy,
    retry: async (edits: Edits) => {
      if (state.kind === 'failed' && state.saving === 'copy') await saveCopy(edits);
      else await save(edits);
    },
  };
}
