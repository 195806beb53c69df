import { NodeId, SERVER_LIMITS, type SessionView, type SignInMethods, SpaceId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Actor } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findPersonalSpace } from '../spaces/index.ts';
import { endOfSession, later } from './model.ts';
import { findLiveSession } from './store/sessions.ts';
import { hasAdministrator } from './store/users.ts';

export async function getSession(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'issuers'>,
  actor: Actor | undefined,
): Promise<SessionView> {
  const { clock, db } = services;
  const now = clock.now();
  const welcome = !(await hasAdministrator(db));
  const entry = {
    welcome,
    isNotSetUp: welcome && !mayOthersSignIn(services),
    serverTime: now.toISOString(),
    signIn: methodsOf(services),
  };
  const session =
    actor === undefined
      ? undefined
      : await findLiveSession(db, {
          id: actor.sessionId,
          now,
          seenAfter: later(now, -SERVER_LIMITS.sessionIdleMs),
        });
  if (actor === undefined || session === undefined) return { state: 'signed_out', ...entry };
  const space = defined(
    await findPersonalSpace(db, actor.person.id),
    'a person who has signed in has no personal space',
  );
  return {
    state: 'signed_in',
    ...entry,
    person: actor.person,
    personalSpace: { id: SpaceId.parse(space.spaceId), rootId: NodeId.parse(space.rootId) },
    expiresAt: endOfSession(session.last_seen_at, session.expires_at).toISOString(),
  };
}

function methodsOf({ config, issuers }: Pick<Services, 'config' | 'issuers'>): SignInMethods {
  const offered = new Set(config.signInMethods);
  return {
    passkey: offered.has('passkey'),
    choice: offered.has('choice'),
    custom: offered.has('custom'),
    signUp: offered.has('sign-up'),
    reset: offered.has('reset'),
    mail: config.pool.kind === 'cognito' || config.pool.mail !== undefined,
    issuers: [...issuers.values()].map(({ id, name }) => ({ id, name })),
  };
}

/** Whether people can sign in before an administrator exists: with Cognito, another issuer or sign-up. */
function mayOthersSignIn({ config, issuers }: Pick<Services, 'config' | 'issuers'>): boolean {
  return config.pool.kind === 'cognito' || issuers.size > 0 || config.signInMethods.includes('sign-up');
}
