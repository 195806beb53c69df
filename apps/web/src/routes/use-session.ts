import type { SessionView } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { onNotSignedIn } from '../api/client.ts';
import type { ApiError } from '../api/error.ts';
import { getSession, type SignedIn, signOut } from '../api/session.ts';
import { onTabNews, tellTabs } from '../lib/broadcast.ts';
import { isWebAddress } from '../lib/web-address.ts';
import { wipe } from '../lib/wipe.ts';

export type SessionState =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: ApiError }
  /** `hasLeft`: the person signed out, here or in another tab. Otherwise there was no session, or it ended by itself. */
  | { readonly state: 'signed_out'; readonly hasLeft: boolean; readonly door: Door }
  | { readonly state: 'signed_in'; readonly session: SignedIn };

/** What the server offers to whoever stands outside. */
export type Door = Pick<SessionView, 'welcome' | 'signIn'>;

export interface SessionActions {
  /** Asks the server again, as after a sign-in. */
  readonly reload: () => Promise<SessionState>;
  /** Ends the session and empties the browser. An error means that the session still lives. */
  readonly leave: () => Promise<ApiError | undefined>;
}

/** Before the server has said anything: a password, and nothing else. */
const PLAIN_DOOR: Door = {
  welcome: false,
  signIn: { passkey: false, choice: false, custom: false, signUp: false, reset: false, issuers: [] },
};
const LEFT: SessionState = { state: 'signed_out', hasLeft: true, door: PLAIN_DOOR };

/** Who is signed in in this tab, kept true: other tabs, ended sessions, and pages that come back from the cache. */
export function useSession(): SessionActions & { readonly current: SessionState } {
  const [current, setCurrent] = useState<SessionState>({ state: 'waiting' });
  const [{ reload, leave, end }] = useState(() => makeActions(setCurrent));
  useSessionNews(setCurrent, { reload, end });
  return { current, reload, leave };
}

interface AllActions extends SessionActions {
  /** The session has ended by itself. */
  readonly end: () => void;
}

function makeActions(setCurrent: (next: SessionState) => void): AllActions {
  let lastPerson: string | undefined;
  let door = PLAIN_DOOR;
  const reload = async (): Promise<SessionState> => {
    const result = await getSession();
    if (result.ok) door = result.value;
    const next = stateOf(result);
    if (next.state === 'signed_in') {
      // Somebody else at the same browser finds nothing of the person before.
      if (lastPerson !== undefined && lastPerson !== next.session.person.id) await wipe();
      lastPerson = next.session.person.id;
    }
    setCurrent(next);
    return next;
  };
  const leave = async (): Promise<ApiError | undefined> => {
    const result = await signOut();
    if (!result.ok && result.error.code !== 'not_signed_in') return result.error;
    tellTabs('signed_out');
    setCurrent(LEFT);
    await leavePage(result.ok ? result.value.next : null);
    return undefined;
  };
  return { reload, leave, end: () => setCurrent({ state: 'signed_out', hasLeft: false, door }) };
}

function useSessionNews(
  setCurrent: (next: SessionState) => void,
  { reload, end }: Pick<AllActions, 'reload' | 'end'>,
): void {
  useEffect(() => {
    const stop = new AbortController();
    void reload();
    onNotSignedIn(end);
    const unsubscribe = onTabNews((news) => {
      if (news === 'signed_in') {
        void reload();
        return;
      }
      setCurrent(LEFT);
      void leavePage(null);
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
  }, [setCurrent, reload, end]);
}

/** A new page has a memory of its own: nothing that was shown here is left in the old one. */
async function leavePage(next: string | null): Promise<void> {
  await wipe();
  // The issuer ends its own session and leads back. Its address comes from a server's settings, and is only ever a page.
  location.replace(next !== null && isWebAddress(next) ? next : '/signed-out');
}

function stateOf(result: Awaited<ReturnType<typeof getSession>>): SessionState {
  if (!result.ok) return { state: 'failed', error: result.error };
  return result.value.state === 'signed_in'
    ? { state: 'signed_in', session: result.value }
    : { state: 'signed_out', hasLeft: false, door: result.value };
}
