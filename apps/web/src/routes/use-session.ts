import type { SessionView } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { onNotSignedIn } from '../api/client.ts';
import type { ApiError } from '../api/error.ts';
import { getSession, getStanding, type SignedIn, signOut } from '../api/session.ts';
import { onTabNews, tellTabs } from '../lib/broadcast.ts';
import { returnPathOf } from '../lib/return-path.ts';
import { isWebAddress } from '../lib/web-address.ts';
import { wipe } from '../lib/wipe.ts';
import { prepareInside } from './lazy-inside.tsx';
import { useSessionWatch } from './use-session-watch.ts';

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
  const [{ reload, leave, show, end, look }] = useState(() => makeActions(setCurrent));
  useSessionNews({ reload, show, end, look });
  useSessionWatch(current.state === 'signed_in', look);
  return { current, reload, leave };
}

interface AllActions extends SessionActions {
  readonly show: (next: SessionState) => void;
  /** The session has ended by itself. */
  readonly end: () => void;
  /** Asks whether the session still stands. No answer is no news. */
  readonly look: () => Promise<void>;
}

function makeActions(setCurrent: (next: SessionState) => void): AllActions {
  let lastPerson: string | undefined;
  let door = PLAIN_DOOR;
  let isSignedIn = false;
  /** What was asked before the last change is no news any more. */
  let turn = 0;
  const show = (next: SessionState): void => {
    turn += 1;
    isSignedIn = next.state === 'signed_in';
    setCurrent(next);
  };
  const reload = async (): Promise<SessionState> => {
    const result = await getSession();
    if (result.ok) door = result.value;
    const next = stateOf(result);
    if (next.state === 'signed_in') {
      // Somebody else at the same browser finds nothing of the person before.
      if (lastPerson !== undefined && lastPerson !== next.session.person.id) await wipe();
      lastPerson = next.session.person.id;
      if (!isSignedIn) prepareInside(next.session, destination());
    }
    show(next);
    return next;
  };
  const leave = async (): Promise<ApiError | undefined> => {
    const result = await signOut();
    if (!result.ok && result.error.code !== 'not_signed_in') return result.error;
    tellTabs('signed_out');
    show(LEFT);
    await leavePage(result.ok ? result.value.next : null);
    return undefined;
  };
  const end = (): void => {
    // Several calls may be refused, and several tabs tell each other: once is enough.
    if (!isSignedIn) return;
    show({ state: 'signed_out', hasLeft: false, door });
    tellTabs('ended');
  };
  const look = async (): Promise<void> => {
    if (!isSignedIn) return;
    const asked = turn;
    const standing = await getStanding();
    if (!standing.ok || asked !== turn) return;
    const { personId } = standing.value;
    if (personId === null) end();
    else if (personId !== lastPerson) await reload();
  };
  return { reload, leave, show, end, look };
}

function useSessionNews({ reload, show, end, look }: Omit<AllActions, 'leave'>): void {
  useEffect(() => {
    const stop = new AbortController();
    void reload();
    onNotSignedIn(end);
    const unsubscribe = onTabNews((news) => {
      if (news === 'signed_in') {
        void reload();
        return;
      }
      if (news === 'ended') {
        void look();
        return;
      }
      show(LEFT);
      void leavePage(null);
    });
    // A page from the back/forward cache shows what was; who is signed in may have changed since.
    const handleShow = (event: PageTransitionEvent): void => {
      if (!event.persisted) return;
      show({ state: 'waiting' });
      void reload();
    };
    addEventListener('pageshow', handleShow, { signal: stop.signal });
    return () => {
      stop.abort();
      unsubscribe();
    };
  }, [reload, show, end, look]);
}

/** The page that is to be shown: this one, or that which the sign-in leads back to. */
function destination(): string {
  const { pathname, search } = location;
  return pathname.startsWith('/sign-in') ? returnPathOf(search) : pathname + search;
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
