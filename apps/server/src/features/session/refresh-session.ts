import { inTransaction } from '../../platform/db/transaction.ts';
import type { ProviderTokens } from '../../platform/identity/pool.ts';
import { tryOpen } from '../../platform/secrets/cipher.ts';
import type { Services } from '../../services.ts';
import { queueTokenRevocation } from './end-session.ts';
import { ACCESS_MARGIN_MS, CLAIM_MS, later, REFRESH_PAUSE_MS } from './model.ts';
import { poll } from './poll.ts';
import { providerOf } from './provider.ts';
import { purposes } from './purposes.ts';
import {
  claimRefresh,
  findSessionTokens,
  killSession,
  lockSession,
  postponeRefresh,
  replaceTokens,
  type SessionTokens,
} from './store/sessions.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/**
 * `ended`: the session has ended here, the provider rejects it, or its token or issuer is unusable. `unavailable`: no
 * token can be had now, but the session stays.
 */
export type Refreshed =
  | { readonly kind: 'fresh'; readonly accessToken: string }
  | { readonly kind: 'ended' }
  | { readonly kind: 'unavailable' };

const ENDED = { kind: 'ended' } as const satisfies Refreshed;
const UNAVAILABLE = { kind: 'unavailable' } as const satisfies Refreshed;

/**
 * Returns a token that is valid for at least 30 s. Concurrent callers share one refresh [Note: Claims]; `mayWait:
 * false` does not wait for another request, and `refused` is a token that the pool rejected.
 */
export async function refreshSession(
  services: Needs,
  sessionId: string,
  options: { readonly mayWait: boolean; readonly refused?: string },
): Promise<Refreshed> {
  const attempt = async (): Promise<Refreshed | undefined> =>
    await tryOnce(services, sessionId, options.refused);
  return (options.mayWait ? await poll(attempt) : await attempt()) ?? UNAVAILABLE;
}

/** Tries one refresh. Undefined while another request refreshes the session. */
async function tryOnce(
  services: Needs,
  sessionId: string,
  refused: string | undefined,
): Promise<Refreshed | undefined> {
  const { clock, db, cipher } = services;
  const now = clock.now();
  const seen = await findSessionTokens(db, sessionId);
  if (seen === undefined) return ENDED;
  // The issuer gave no refresh token, so only Coffer's own limits end the session.
  if (seen.issuer_id !== null && seen.refresh_token_sealed === '') return UNAVAILABLE;
  const accessToken = tryOpen(cipher, seen.access_token_sealed, purposes.accessToken(sessionId));
  const isFresh = seen.access_expires_at > later(now, ACCESS_MARGIN_MS) && accessToken !== refused;
  if (accessToken !== undefined && isFresh) return { kind: 'fresh', accessToken };
  if (seen.refresh_retry_at !== null && seen.refresh_retry_at > now) return UNAVAILABLE;
  const isMine = await claimRefresh(db, { id: sessionId, seen, now, until: later(now, CLAIM_MS) });
  return isMine ? await refresh(services, sessionId, seen) : undefined;
}

async function refresh(services: Needs, sessionId: string, seen: SessionTokens): Promise<Refreshed> {
  const { clock, db, cipher, log } = services;
  const provider = providerOf(services, seen.issuer_id);
  const refreshToken = tryOpen(cipher, seen.refresh_token_sealed, purposes.refreshToken(sessionId));
  if (refreshToken === undefined) {
    // The token was sealed with a master key that is lost.
    log.warn('refresh_token_unreadable');
    return await end(services, sessionId, seen);
  }
  if (provider === undefined) {
    // The issuer was removed from the configuration.
    log.info('session_of_unknown_issuer');
    return await end(services, sessionId, seen);
  }
  const refreshed = await provider.refresh({ refreshToken });
  if (refreshed.ok) return await store(services, { sessionId, seen, refreshToken, tokens: refreshed.value });
  if (refreshed.error.code === 'session_ended') {
    log.info('session_ended_by_pool');
    return await end(services, sessionId, seen);
  }
  if (refreshed.error.code === 'pool_refused') {
    log.error('pool_refused', { exception: refreshed.error.exception });
  }
  await postponeRefresh(db, {
    id: sessionId,
    replaces: seen,
    retryAt: later(clock.now(), REFRESH_PAUSE_MS),
  });
  return UNAVAILABLE;
}

/** Stores the new tokens. If the session has ended in the meantime, it stays ended and the new token is revoked. */
async function store(
  services: Needs,
  successor: {
    readonly sessionId: string;
    readonly seen: SessionTokens;
    readonly refreshToken: string;
    readonly tokens: ProviderTokens;
  },
): Promise<Refreshed> {
  const { cipher, db } = services;
  const { sessionId, tokens } = successor;
  return await inTransaction(db, async (tx): Promise<Refreshed> => {
    const isStored = await replaceTokens(tx, {
      id: sessionId,
      replaces: successor.seen,
      accessTokenSealed: cipher.seal(tokens.accessToken, purposes.accessToken(sessionId)),
      refreshTokenSealed: cipher.seal(tokens.refreshToken, purposes.refreshToken(sessionId)),
      accessExpiresAt: tokens.accessExpiresAt,
    });
    if (isStored) return { kind: 'fresh', accessToken: tokens.accessToken };
    if (tokens.refreshToken !== successor.refreshToken) {
      await queueTokenRevocation(services, tx, {
        refreshToken: tokens.refreshToken,
        issuerId: successor.seen.issuer_id,
      });
    }
    return ENDED;
  });
}

/** Ends a session whose refresh token is unusable, so nothing is left to revoke. */
async function end(services: Needs, sessionId: string, seen: SessionTokens): Promise<Refreshed> {
  return await inTransaction(services.db, async (tx): Promise<Refreshed> => {
    const session = await lockSession(tx, sessionId);
    if (session?.refresh_token_sealed === seen.refresh_token_sealed) {
      await killSession(tx, { id: sessionId, now: services.clock.now() });
    }
    return ENDED;
  });
}
