import type { AdminPerson } from '@coffer/contracts';
import { useEffect, useRef, useState } from 'react';
import { type Invited, type Invitee, invitePeople } from '../../../api/administration/people.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { useLeaveWarning } from '../../../lib/hooks/use-leave-warning.ts';

/** Errors that would be the same if the invitation were sent again. */
const FINAL: readonly string[] = ['name_taken', 'already_invited', 'invalid_request'];

export interface Sent {
  readonly invited: readonly Invited[];
  /** Entries that were not sent, or that failed and may succeed now. */
  readonly rest: readonly Invitee[];
}

interface Sending {
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly send: (people: readonly Invitee[], role: AdminPerson['role']) => Promise<Sent>;
  readonly stop: () => void;
}

/** Sends invitations in small batches, so that a long list shows progress and can be stopped. */
export function useSending(): Sending {
  const cache = useQueryCache();
  const [progress, setProgress] = useState<Sending['progress']>();
  const stopping = useRef<AbortController>(undefined);
  // Links are shown only once, so that none are created after the dialog is gone.
  useEffect(() => () => stopping.current?.abort(), []);
  useLeaveWarning(progress !== undefined);
  return {
    progress,
    send: async (people, role) => {
      const controller = new AbortController();
      stopping.current = controller;
      setProgress({ done: 0, total: people.length });
      const invited = await invitePeople(cache, people, {
        role,
        onProgress: (items) => setProgress({ done: items.length, total: people.length }),
        signal: controller.signal,
      });
      setProgress(undefined);
      const again = new Set(
        invited.flatMap((item) => (item.ok || FINAL.includes(item.code) ? [] : [item.email])),
      );
      const rest = people.filter(({ email }, index) => index >= invited.length || again.has(email));
      return { invited, rest };
    },
    stop: () => stopping.current?.abort(),
  };
}
