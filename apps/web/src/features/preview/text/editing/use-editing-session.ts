import { useEffect, useState, useSyncExternalStore } from 'react';
import { apiErrorOf } from '../../../../api/calls/error.ts';
import { invalidateTree } from '../../../../api/nodes.ts';
import { readCurrentText, saveCopy, saveVersion } from '../../../../api/saving/save-version.ts';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import { useLeaveWarning } from '../../../../lib/hooks/use-leave-warning.ts';
import { onWipe } from '../../../../lib/wipe.ts';
import { type DraftKey, deleteDraft, writeDraft } from './drafts.ts';
import {
  createEditingSession,
  type EditingSession,
  type EditingStatus,
  isUnsaved,
} from './editing-session.ts';
import type { TextFile } from './text-file.ts';

/** The base and the key of the first drawing count. */
export function useEditingSession(
  base: TextFile,
  key: DraftKey,
): { readonly session: EditingSession; readonly status: EditingStatus } {
  const cache = useQueryCache();
  const [session] = useState(() =>
    createEditingSession(base, {
      saveVersion: async (basedOn, bytes) => {
        const saved = await saveVersion({ nodeId: key.nodeId, basedOn, bytes });
        if (saved.outcome === 'saved') void invalidateTree(cache);
        return saved;
      },
      saveCopy: async (node, bytes) => {
        const saved = await saveCopy(node, bytes);
        if (saved.ok) void invalidateTree(cache);
        return saved;
      },
      readCurrent: async () => {
        const [read] = await Promise.allSettled([readCurrentText(key.nodeId)]);
        return read.status === 'fulfilled' ? read.value : apiErrorOf(read.reason);
      },
      writeDraft: async (draft) => await writeDraft(key, draft),
      deleteDraft: async () => await deleteDraft(key),
      now: () => new Date(),
    }),
  );
  const status = useSyncExternalStore(session.subscribe, session.getStatus);
  useLeaveWarning(isUnsaved(status));
  useEffect(() => onWipe(session.forget), [session]);
  useEffect(() => {
    // The last moments in which a page is heard.
    const handleHidden = (): void => {
      if (document.visibilityState === 'hidden') session.flush();
    };
    document.addEventListener('visibilitychange', handleHidden);
    addEventListener('pagehide', session.flush);
    return () => {
      document.removeEventListener('visibilitychange', handleHidden);
      removeEventListener('pagehide', session.flush);
      session.flush();
    };
  }, [session]);
  return { session, status };
}
