import { LIMITS, NodeId, type SessionView, SpaceId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Actor } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findPersonalSpace } from '../spaces/index.ts';
import { endOfSession, later } from './model.ts';
import { findLiveSession } from './store/sessions.ts';
import { hasAdministrator } from './store/users.ts';

/** Who is asking, and whether the door for the first administrator is open. */
export async function getSession(
  services: Pick<Services, 'clock' | 'db'>,
  actor: Actor | undefined,
): Promise<SessionView> {
  const { clock, db } = services;
  const now = clock.now();
  const door = { welcome: !(await hasAdministrator(db)), serverTime: now.toISOString() };
  const session =
    actor === undefined
      ? undefined
      : await findLiveSession(db, {
          id: actor.sessionId,
          now,
          seenAfter: later(now, -LIMITS.sessionIdleMs),
        });
  if (actor === undefined || session === undefined) return { state: 'signed_out', ...door };
  const space = defined(
    await findPersonalSpace(db, actor.person.id),
    'a person who has signed in has a personal space',
  );
  return {
    state: 'signed_in',
    ...door,
    person: actor.person,
    personalSpace: { id: SpaceId.parse(space.spaceId), rootId: NodeId.parse(space.rootId) },
    expiresAt: endOfSession(session.last_seen_at, session.expires_at).toISOString(),
  };
}
