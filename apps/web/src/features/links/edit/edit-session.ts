import { apiErrorOf } from '../../../api/calls/error.ts';
import { beginEditSession, type EditSession } from '../../../api/links/edit-link.ts';
import { fetchHandIn } from '../../../api/links/hand-in.ts';
import { storedHandIn, storeHandIn } from '../request/stored-hand-in.ts';

/**
 * Returns the session of this browser and link, or begins one. `isNew` replaces a session that the server has
 * forgotten.
 */
export async function openEditSession(token: string, isNew = false): Promise<EditSession> {
  const stored = isNew ? undefined : storedHandIn(token);
  const session = stored ?? (await beginEditSession(token));
  storeHandIn(session);
  return session;
}

/** Whether a new password of the link has ended the stored session. */
export async function hasLostSession(token: string): Promise<boolean> {
  const stored = storedHandIn(token);
  if (stored === undefined) return false;
  const [asked] = await Promise.allSettled([fetchHandIn(stored)]);
  return asked.status === 'rejected' && apiErrorOf(asked.reason).code === 'link_unknown';
}
