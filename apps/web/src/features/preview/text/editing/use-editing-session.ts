import { err } from '@coffer/kit';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type ApiError, apiErrorOf, localError } from '../../../../api/calls/error.ts';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import { type DraftKey, deleteDraft, writeDraft } from '../../../../api/saving/drafts.ts';
import { useLeaveWarning } from '../../../../lib/hooks/use-leave-warning.ts';
import { onWipe } from '../../../../lib/wipe.ts';
import { useEditingCalls } from './editing-calls.ts';
import {
  createEditingSession,
  type EditingSession,
  type EditingStatus,
  isUnsaved,
} from './editing-session.ts';
import type { TextFile } from './text-file.ts';

/** Uses the base and the key of the first render; later ones are ignored. */
export function useEditingSession(
  base: TextFile,
  key: DraftKey,
): { readonly session: EditingSession; readonly status: EditingStatus } {
  const cache = useQueryCache();
  const calls = useEditingCalls();
  const [session] = useState(() => {
    let hasLinkEnded = false;
    const note = async (error: ApiError | undefined): Promise<void> => {
      hasLinkEnded = error !== undefined && isOfEndedLink(error);
      if (!hasLinkEnded) return;
      // The text now exists only in this page. Leaving the editor warns about that.
      await deleteDraft(key);
      void calls.refresh(cache);
    };
    return createEditingSession(base, {
      saveVersion: async (basedOn, bytes) => {
        const saved = await calls.saveVersion({ node: base.node, basedOn, bytes });
        if (saved.outcome === 'saved') void calls.refresh(cache);
        await note(saved.outcome === 'failed' ? saved.error : undefined);
        return saved;
      },
      saveCopy: async (node, bytes) => {
        const saved = (await calls.saveCopy?.(node, bytes)) ?? err(localError('not_allowed'));
        if (saved.ok) void calls.refresh(cache);
        await note(saved.ok ? undefined : saved.error);
        return saved;
      },
      readCurrent: async () => {
        const [read] = await Promise.allSettled([calls.readCurrent(base.node)]);
        if (read.status === 'fulfilled') return read.value;
        const error = apiErrorOf(read.reason);
        await note(error);
        return error;
      },
      writeDraft: async (draft) => {
        if (!hasLinkEnded) await writeDraft(key, { ...draft, until: calls.guest?.draftsUntil });
      },
      deleteDraft: async () => await deleteDraft(key),
      now: () => new Date(),
    });
  });
  const status = useSyncExternalStore(session.subscribe, session.getStatus);
  useLeaveWarning(isUnsaved(status));
  useEffect(() => onWipe(session.forget), [session]);
  useEffect(() => {
    // The last events that a page is certain to receive.
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

/** Whether the link was revoked, has expired or has lost its file. Drafts of such a link are deleted. */
export function isOfEndedLink({ code }: { readonly code: string }): boolean {
  return code === 'link_unknown' || code === 'link_expired';
}
