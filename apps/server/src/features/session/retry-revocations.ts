import { SERVER_LIMITS } from '@coffer/contracts';
import { HOUR_MS, SECOND_MS } from '@coffer/kit';
import { tryOpen } from '../../platform/secrets/cipher.ts';
import type { Services } from '../../services.ts';
import { later } from './model.ts';
import { providerOf } from './provider.ts';
import { purposes } from './purposes.ts';
import { claimRevocations, deleteRevocation, type RevocationRow } from './store/revocations.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

const BATCH_MAX = 20;
const BATCHES_MAX = 50;
const PAUSE_MS = 5 * SECOND_MS;
const PAUSE_MAX_MS = HOUR_MS;
/**
 * Revocation is given up after this time: by then tokens have expired at any pool whose tokens live no longer than
 * Coffer's sessions.
 */
const LIFE_MS = SERVER_LIMITS.sessionAbsoluteMs;

/** Background job: revokes due tokens, and retries later after failures. */
export async function retryRevocations(services: Needs): Promise<void> {
  for (let batches = 0; batches < BATCHES_MAX; batches += 1) {
    const rows = await claim(services);
    const outcomes = await Promise.all(rows.map(async (row) => await revoke(services, row)));
    // No token could be revoked, so the pool is down and further calls would only time out.
    if (rows.length < BATCH_MAX || outcomes.every((outcome) => outcome === 'waiting')) return;
  }
}

/**
 * Revokes a token now, and returns whether that succeeded. Never rejects; {@link retryRevocations} retries failures.
 */
export async function revokeNow(services: Needs, revocationId: string): Promise<boolean> {
  try {
    const [row] = await claim(services, revocationId);
    return row !== undefined && (await revoke(services, row)) === 'revoked';
  } catch (error) {
    services.log.error('revocation_failed', {}, error);
    return false;
  }
}

async function claim(services: Needs, id?: string): Promise<readonly RevocationRow[]> {
  return await claimRevocations(services.db, {
    now: services.clock.now(),
    limit: BATCH_MAX,
    pauseMs: PAUSE_MS,
    pauseMaxMs: PAUSE_MAX_MS,
    ...(id === undefined ? {} : { id }),
  });
}

/** `over` means that a retry would be pointless. */
async function revoke(services: Needs, row: RevocationRow): Promise<'revoked' | 'over' | 'waiting'> {
  const { clock, db, cipher, log } = services;
  const refreshToken = tryOpen(cipher, row.refresh_token_sealed, purposes.revocation(row.id));
  const revoked =
    refreshToken === undefined
      ? undefined
      : await providerOf(services, row.issuer_id)?.revoke({ refreshToken });
  if (revoked?.ok === false && revoked.error.code === 'pool_unavailable') {
    if (later(row.created_at, LIFE_MS) > clock.now()) return 'waiting';
    // A slower concurrent try may end after this one. Only the try that deletes the row logs an error.
    if (await deleteRevocation(db, row.id)) log.error('revocation_given_up', { tries: row.tries });
    return 'over';
  }
  await deleteRevocation(db, row.id);
  if (revoked?.ok === true) return 'revoked';
  // The token is already invalid, not revocable or unreadable, so a retry would fail too.
  log.warn('revocation_refused', { tries: row.tries });
  return 'over';
}
