import { beginEditSession, type EditSession } from '../../../api/links/edit-link.ts';
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
