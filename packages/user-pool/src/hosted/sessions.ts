import { SECOND_MS } from '@coffer/kit';
import { createHandle, hashHandle } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { findAccount } from '../store/accounts.ts';
import type { Tx } from '../store/database/database.ts';
import type { Client } from '../store/pools.ts';
import { SESSION_COOKIE_SECONDS, sessionCookie } from './cookies.ts';
import type { HostedRequest } from './hosted-request.ts';
import { findHostedSession, type HostedSession, insertHostedSession } from './store/hosted-sessions.ts';

/** Name of the pool itself in `SupportedIdentityProviders` and `identity_provider`. */
export const OWN_PROVIDER = 'COGNITO';

export async function findLiveSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  hosted: HostedRequest,
  wanted: {
    readonly client: Client;
    readonly provider: string | undefined;
    readonly maxAgeSeconds: number | undefined;
  },
): Promise<HostedSession | undefined> {
  const { client, provider, maxAgeSeconds } = wanted;
  const handle = hosted.cookies.session(client.pool.id);
  if (handle === undefined) return undefined;
  const session = await findHostedSession(deps.db, hashHandle(handle));
  const now = deps.clock.now();
  if (session === undefined || session.poolId !== client.pool.id || session.expiresAt <= now)
    return undefined;
  const present = session.provider ?? OWN_PROVIDER;
  if (provider !== undefined && provider !== present) return undefined;
  if (!client.settings.identityProviders.includes(present)) return undefined;
  const ageMs = now.getTime() - session.authenticatedAt.getTime();
  if (maxAgeSeconds !== undefined && ageMs >= maxAgeSeconds * SECOND_MS) return undefined;
  const account = await findAccount(deps.db, client.pool.id, session.accountId);
  const isStanding = account?.status === 'CONFIRMED' || account?.status === 'EXTERNAL_PROVIDER';
  return account?.isEnabled === true && isStanding ? session : undefined;
}

/** Always creates a new handle, to prevent session fixation. */
export async function startSession(
  deps: Pick<Deps, 'clock' | 'publicUrl'>,
  tx: Tx,
  person: { readonly poolId: string; readonly accountId: string; readonly provider: string | null },
): Promise<{ readonly cookie: string; readonly authenticatedAt: Date }> {
  const handle = createHandle(32);
  const now = deps.clock.now();
  await insertHostedSession(tx, {
    ...person,
    sessionHash: hashHandle(handle),
    authenticatedAt: now,
    expiresAt: new Date(now.getTime() + SESSION_COOKIE_SECONDS * SECOND_MS),
  });
  return { cookie: sessionCookie(deps.publicUrl, person.poolId, handle), authenticatedAt: now };
}
