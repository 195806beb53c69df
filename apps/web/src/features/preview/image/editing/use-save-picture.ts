import type { NodeView, VersionId } from '@coffer/contracts';
import { useState } from 'react';
import type { ApiError } from '../../../../api/calls/error.ts';
import { invalidateTree } from '../../../../api/nodes.ts';
import { saveCopy as sendCopy, saveVersion } from '../../../../api/saving/save-version.ts';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import { announce } from '../../../../ui/feedback/live-regions.ts';
import { type Edits, encode } from './edits.ts';
import { useText } from './texts.ts';
import type { OpenedPicture } from './use-picture.ts';

export type SavingState =
  | { readonly kind: 'idle' | 'saving' | 'unwritable' | 'gone' }
  | { readonly kind: 'changed'; readonly newest: VersionId | null }
  | { readonly kind: 'failed'; readonly error: ApiError };

interface Saving {
  readonly node: NodeView;
  readonly opened: OpenedPicture;
  readonly onDone: () => void;
}

export function useSavePicture({ node, opened, onDone }: Saving) {
  const cache = useQueryCache();
  const text = useText();
  const [state, setState] = useState<SavingState>({ kind: 'idle' });
  const done = async (): Promise<void> => {
    await invalidateTree(cache);
    announce(text('edit.saved'));
    onDone();
  };
  const draw = async (edits: Edits): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    setState({ kind: 'saving' });
    const bytes = await encode(opened.bitmap, edits, opened.mediaType);
    if (bytes === undefined) setState({ kind: 'unwritable' });
    return bytes;
  };
  const saveOver = async (edits: Edits, basedOn: VersionId): Promise<void> => {
    const bytes = await draw(edits);
    if (bytes === undefined) return;
    const saved = await saveVersion({ nodeId: node.id, basedOn, bytes });
    if (saved.outcome === 'saved') await done();
    else if (saved.outcome === 'changed') setState({ kind: 'changed', newest: saved.node.versionId });
    else if (saved.outcome === 'gone') setState({ kind: 'gone' });
    else setState({ kind: 'failed', error: saved.error });
  };
  return {
    state,
    save: async (edits: Edits) => await saveOver(edits, opened.versionId),
    /** Saves over the version of another person, which stays in the version history. */
    saveAnyway: async (edits: Edits) => {
      if (state.kind === 'changed' && state.newest !== null) await saveOver(edits, state.newest);
    },
    saveCopy: async (edits: Edits) => {
      const bytes = await draw(edits);
      if (bytes === undefined) return;
      const saved = await sendCopy(node, bytes);
      if (saved.ok) await done();
      else setState({ kind: 'failed', error: saved.error });
    },
  };
}
