import { err } from '@coffer/kit';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type ApiError, apiErrorOf, localError } from '../../../../api/calls/error.ts';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import {
  type Draft,
  type DraftKey,
  deleteDraft,
  holdDraft,
  writeDraft,
} from '../../../../api/saving/drafts.ts';
import { useLeaveWarning } from '../../../../lib/hooks/use-leave-warning.ts';
import { onWipe } from '../../../../lib/wipe.ts';
import { showToast } from '../../../../ui/feedback/toast-store.ts';
import { useText } from '../texts.ts';
import { useEditingCalls } from './editing-calls.ts';
import {
  createEditingSession,
  type EditingPorts,
  type EditingSession,
  type EditingStatus,
  isUnsaved,
} from './editing-session.ts';
import type { TextFile } from './text-file.ts';

interface Edited {
  readonly base: TextFile;
  /** Undefined if drafts cannot be kept, because it is unknown whose they are. */
  readonly key: DraftKey | undefined;
  /** The draft that is continued. */
  readonly restored: Draft | undefined;
}

/** Uses the arguments of the first render; later ones are ignored. */
export function useEditingSession({ base, key, restored }: Edited): {
  readonly session: EditingSession;
  readonly status: EditingStatus;
  readonly isKept: boolean;
} {
  const cache = useQueryCache();
  const text = useText();
  const calls = useEditingCalls();
  const [session] = useState(() => {
    let hasLinkEnded = false;
    const note = async (error: ApiError | undefined): Promise<void> => {
      hasLinkEnded = error !== undefined && isOfEndedLink(error);
      if (!hasLinkEnded) return;
      // The text now exists only in this page. Leaving the editor warns about that.
      if (key !== undefined) await deleteDraft(key);
      void calls.refresh(cache);
    };
    const ports: EditingPorts = {
      saveVersion: async (basedOn, bytes) => {
        const saved = await calls.saveVersion({ node: base.node, basedOn, bytes });
        if (saved.outcome === 'saved') void calls.refresh(cache);
        await note(saved.outcome === 'failed' ? saved.error : undefined);
        return saved;
      },
      saveCopy: async (node, bytes) => {
        const saved = (await calls.saveCopy?.(node, bytes)) ?? err(localError('not_allowed'));
        if (saved.ok) void calls.refresh(cache);
        // The page of the folder that is gone may close the editor.
        if (saved.ok && saved.value.isInOwnFiles === true) {
          showToast({
            text: text('editor.status.copiedToFiles', { name: saved.value.name }),
            tone: 'success',
          });
        }
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
        if (hasLinkEnded || key === undefined) return false;
        return await writeDraft(key, { ...draft, until: calls.guest?.draftsUntil });
      },
      deleteDraft: async () => {
        if (key !== undefined) await deleteDraft(key);
      },
      now: () => new Date(),
    };
    return createEditingSession(base, ports, restored);
  });
  const status = useSyncExternalStore(session.subscribe, session.getStatus);
  const isKept = useSyncExternalStore(session.subscribe, session.isKept);
  useLeaveWarning(isUnsaved(status));
  const [heldKey] = useState(key);
  useEffect(() => (heldKey === undefined ? undefined : holdDraft(heldKey)), [heldKey]);
  useDrafts(session);
  return { session, status, isKept };
}

/** Writes the draft when the page is hidden or the editor closes, but not after sign-out. */
function useDrafts(session: EditingSession): void {
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
}

/** Whether the link was revoked, has expired or has lost its file. Drafts of such a link are deleted. */
export function isOfEndedLink({ code }: { readonly code: string }): boolean {
  return code === 'link_unknown' || code === 'link_expired';
}
