import { useEffect, useState } from 'react';
import { onNotSignedIn } from '../api/client.ts';
import type { ApiError } from '../api/error.ts';
import { getSession, type SignedIn, signOut } from '../api/session.ts';
import { onTabNews, tellTabs } from '../lib/broadcast.ts';
import { wipe } from '../lib/wipe.ts';

export type SessionState =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: ApiError }
  /** `hasLeft`: the person signed out, here or in another tab. Otherwise there was no session, or it ended by itself. */
  | { readonly state: 'signed_out'; readonly hasLeft: boolean; readonly isWelcomeOpen: boolean }
  | { readonly state: 'signed_in'; readonly session: SignedIn };

export interface SessionActions {
  /** Asks the server again, as after a sign-in. */
  readonly reload: () => Promise<void>;
  /** Ends the session and empties the browser. An error means that the session still lives. */
  readonly leave: () => Promise<ApiError | undefined>;
}

const LEFT: SessionState = { state: 'signed_out', hasLeft: true, isWelcomeOpen: false };
const ENDED: SessionState = { state: 'signed_out', hasLeft: false, isWelcomeOpen: false };

/** Who is signed in in this tab, kept true: other tabs, ended sessions, and pages that come back from the cache. */
export function useSession(): SessionActions & { readonly current: SessionState } {
  const [current, setCurrent] = useState<SessionState>({ state: 'waiting' });
  const [actions] = useState(() => makeActions(setCurrent));
  useSessionNews(setCurrent, actions.reload);
  return { current, ...actions };
}

function makeActions(setCurrent: (next: SessionState) => void): SessionActions {
  let lastPerson: string | undefined;
  const reload = async (): Promise<void> => {
    const next = stateOf(await getSession());
    if (next.state === 'signed_in') {
      // Somebody else at the same browser finds nothing of the person before.
      if (lastPerson !== undefined && lastPerson !== next.session.person.id) await wipe();
      lastPerson = next.session.person.id;
    }
    setCurrent(next);
  };
  const leave = async (): Promise<ApiError | undefined> => {
    const result = await signOut();
    if (!result.ok && result.error.code !== 'not_signed_in') return result.error;
    tellTabs('signed_out');
    setCurrent(LEFT);
    await leavePage();
    return undefined;
  };
  return { reload, leave };
}

function useSessionNews(setCurrent: (next: SessionState) => void, reload: () => Promise<void>): void {
  useEffect(() => {
    const stop = new AbortController();
    void reload();
    onNotSignedIn(() => setCurrent(ENDED));
    const unsubscribe = onTabNews((news) => {
      if (news === 'signed_in') {
        void reload();
        return;
      }
      setCurrent(LEFT);
      void leavePage();
    });
    // A page from the back/forward cache shows what was; who is signed in may have changed since.
    const handleShow = (event: PageTransitionEvent): void => {
      if (!event.persisted) return;
      setCurrent({ state: 'waiting' });
      void reload();
    };
    addEventListener('pageshow', handleShow, { signal: stop.signal });
    return () => {
      stop.abort();
      unsubscribe();
    };
  }, [setCurrent, reload]);
}

/** A new page has a memory of its own: nothing that was shown here is left in the old one. */
async function leavePage(): Promise<void> {
  await wipe();
  location.replace('/signed-out');
}

function stateOf(result: Awaited<ReturnType<typeof getSession>>): SessionState {
  if (!result.ok) return { state: 'failed', error: result.error };
  return result.value.state === 'signed_in'
    ? { state: 'signed_in', session: result.value }
    : { state: 'signed_out', hasLeft: false, isWelcomeOpen: result.value.welcome };
}
