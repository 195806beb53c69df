import type { SessionView } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { onNotSignedIn } from '../../api/calls/client.ts';
import type { ApiError } from '../../api/calls/error.ts';
import { getSession, getSessionStatus, type SignedIn, signOut } from '../../api/session/session.ts';
import { onTabNews, tellTabs } from '../../lib/broadcast.ts';
import { returnPathOf } from '../../lib/address/return-path.ts';
import { isWebAddress } from '../../lib/address/web-address.ts';
import { wipe } from '../../lib/wipe.ts';
import { prepareSignedInRoutes } from '../loading/lazy-signed-in-routes.tsx';
import { useSessionWatch } from './use-session-watch.ts';

export type SessionState =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: ApiError }
  /**
   * `hasLeft`: the person signed out, here or in another tab. `endedFor`: the sign-in name of a session that expired or
   * was revoked.
   */
  | {
      readonly state: 'signed_out';
      readonly hasLeft: boolean;
      readonly endedFor?: string;
      readonly entry: EntryOptions;
    }
  | { readonly state: 'signed_in'; readonly session: SignedIn };

export type EntryOptions = Pick<SessionView, 'welcome' | 'isNotSetUp' | 'signIn'>;

export interface SessionActions {
  readonly reload: () => Promise<SessionState>;
  /** Like `reload`, but a failed request keeps a session and everything that is open in its pages. */
  readonly update: () => Promise<SessionState>;
  /** Signs out and wipes the browser. If it resolves to an error, the session is still valid. */
  readonly leave: () => Promise<ApiError | undefined>;
  /** Checks the session, ignoring failed requests. */
  readonly look: () => Promise<void>;
}

const DEFAULT_ENTRY: EntryOptions = {
  welcome: false,
  isNotSetUp: false,
  signIn: {
    passkey: false,
    choice: false,
    custom: false,
    signUp: false,
    reset: false,
    mail: true,
    issuers: [],
  },
};
const LEFT: SessionState = { state: 'signed_out', hasLeft: true, entry: DEFAULT_ENTRY };

export function useSession(): SessionActions & { readonly current: SessionState } {
  const [current, setCurrent] = useState<SessionState>({ state: 'waiting' });
  const [{ reload, update, leave, show, confirmSession, look }] = useState(() => makeActions(setCurrent));
  useSessionNews({ reload, update, show, confirmSession, look });
  useSessionWatch(current.state === 'signed_in', look);
  return { current, reload, update, leave, look };
}

interface AllActions extends SessionActions {
  readonly show: (next: SessionState) => void;
  /** Checks the session after a refused call, and signs out here if the session is over. */
  readonly confirmSession: () => Promise<boolean>;
}

function makeActions(setCurrent: (next: SessionState) => void): AllActions {
  let lastPerson: string | undefined;
  let lastName = '';
  let entry = DEFAULT_ENTRY;
  let isSignedIn = false;
  /** Numbers requests and changes as they begin, so that responses to older requests are discarded. */
  let begun = 0;
  let shown = 0;
  const show = (next: SessionState, number = ++begun): void => {
    if (number < shown) return;
    shown = number;
    isSignedIn = next.state === 'signed_in';
    setCurrent(next);
  };
  const load = async ({ keepsSession }: { readonly keepsSession: boolean }): Promise<SessionState> => {
    const number = ++begun;
    const result = await getSession();
    if (number < shown || (!result.ok && isSignedIn && keepsSession)) return stateOf(result);
    if (result.ok) entry = result.value;
    const next = stateOf(result);
    if (next.state === 'signed_in') {
      // Another person who uses the same browser must find no data.
      if (lastPerson !== undefined && lastPerson !== next.session.person.id) await wipe();
      lastPerson = next.session.person.id;
      lastName = signInNameOf(next.session);
      if (!isSignedIn) await prepareSignedInRoutes(next.session, destination());
    }
    show(next, number);
    return next;
  };
  const reload = () => load({ keepsSession: false });
  const update = () => load({ keepsSession: true });
  const leave = async (): Promise<ApiError | undefined> => {
    const result = await signOut();
    if (!result.ok && result.error.code !== 'not_signed_in') return result.error;
    tellTabs('signed_out');
    show(LEFT);
    await leavePage(result.ok ? result.value.next : null);
    return undefined;
  };
  const end = (): void => {
    if (!isSignedIn) return;
    show({ state: 'signed_out', hasLeft: false, endedFor: lastName, entry });
    tellTabs('ended');
  };
  const look = async (): Promise<void> => {
    if (!isSignedIn) return;
    const asked = shown;
    const status = await getSessionStatus();
    if (!status.ok || asked !== shown) return;
    const { personId } = status.value;
    if (personId === null) end();
    else if (personId !== lastPerson) await reload();
  };
  const confirm = async (): Promise<boolean> => {
    const asked = shown;
    const status = await getSessionStatus();
    if (asked !== shown) return isSignedIn;
    if (status.ok && status.value.personId === lastPerson) return isSignedIn;
    end();
    return false;
  };
  let confirming: Promise<boolean> | undefined;
  const confirmSession = async (): Promise<boolean> => {
    if (!isSignedIn) return false;
    confirming ??= confirm().finally(() => (confirming = undefined));
    return await confirming;
  };
  return { reload, update, leave, show, confirmSession, look };
}

function useSessionNews({ reload, update, show, confirmSession, look }: Omit<AllActions, 'leave'>): void {
  useEffect(() => {
    const stop = new AbortController();
    void reload();
    onNotSignedIn(confirmSession);
    const unsubscribe = onTabNews((news) => {
      if (news === 'signed_in') {
        void update();
        return;
      }
      if (news === 'ended') {
        void look();
        return;
      }
      show(LEFT);
      void leavePage(null);
    });
    // A page restored from the back/forward cache shows the old session.
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
  }, [reload, update, show, confirmSession, look]);
}

/** Signs out before another person signs in. If it resolves to an error, the session is still valid. */
export async function endForAnother(reload: SessionActions['reload']): Promise<ApiError | undefined> {
  const result = await signOut();
  if (!result.ok && result.error.code !== 'not_signed_in') return result.error;
  tellTabs('signed_out');
  await wipe();
  await reload();
  return undefined;
}

function destination(): string {
  const { pathname, search } = location;
  return pathname.startsWith('/sign-in') ? returnPathOf(search) : pathname + search;
}

/** Some user pools generate usernames; people in those sign in by email address. */
function signInNameOf({ person }: SignedIn): string {
  return person.email === '' ? person.username : person.email;
}

/** A page load clears the memory. */
async function leavePage(next: string | null): Promise<void> {
  await wipe();
  // The URL comes from server settings; only http(s) is allowed.
  location.replace(next !== null && isWebAddress(next) ? next : '/signed-out');
}

function stateOf(result: Awaited<ReturnType<typeof getSession>>): SessionState {
  if (!result.ok) return { state: 'failed', error: result.error };
  return result.value.state === 'signed_in'
    ? { state: 'signed_in', session: result.value }
    : { state: 'signed_out', hasLeft: false, entry: result.value };
}
