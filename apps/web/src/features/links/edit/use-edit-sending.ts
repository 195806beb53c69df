import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditSession } from '../../../api/links/edit-link.ts';
import type { GuestEngine, GuestTransfers } from '../request/guest-transfers.ts';
import { storedHandIn } from '../request/stored-hand-in.ts';
import { hasLostSession, openEditSession } from './edit-session.ts';

interface Opened {
  readonly session: EditSession;
  readonly engine: GuestEngine;
}

interface EditSending {
  /** Undefined until `open` has finished. A stored session is opened with the page. */
  readonly engine: GuestEngine | undefined;
  readonly open: () => Promise<Opened>;
}

/** The transfers of the edit session of this browser and link. The session begins with the first change. */
export function useEditSending(token: string, load: () => Promise<GuestTransfers>): EditSending {
  const [engine, setEngine] = useState<GuestEngine>();
  const opening = useRef<Promise<Opened>>(undefined);
  const begin = async (): Promise<Opened> => {
    const session = await openEditSession(token, await hasLostSession(token));
    const { engine: opened } = await (await load()).open(session);
    await opened.restore();
    setEngine(opened);
    return { session, engine: opened };
  };
  const open = async (): Promise<Opened> => {
    opening.current ??= begin();
    const [opened] = await Promise.allSettled([opening.current]);
    if (opened.status === 'fulfilled') return opened.value;
    opening.current = undefined;
    throw opened.reason;
  };
  const goOn = useEffectEvent((): void => {
    if (storedHandIn(token) !== undefined) void Promise.allSettled([open()]);
  });
  useEffect(() => goOn(), []);
  return { engine, open };
}
