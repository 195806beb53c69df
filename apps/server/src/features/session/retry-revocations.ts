import { LIMITS } from '@coffer/contracts';
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
/** After this time the token has expired by itself at any pool that lets tokens live as long as our sessions. */
const LIFE_MS = LIMITS.sessionAbsoluteMs;

/** Background work: revokes what is due, and tries again later what the pool did not answer. */
export async function retryRevocations(services: Needs): Promise<void> {
  for (let batches = 0; batches < BATCHES_MAX; batches += 1) {
    const rows = await claim(services);
    const outcomes = await Promise.all(rows.map(async (row) => await revoke(services, row)));
    // The pool is away: the rest would only wait for its time limits.
    if (rows.length < BATCH_MAX || !outcomes.includes(true)) return;
  }
}

/**
 * Revokes one token soon, and lets nobody wait for it: the row is there, so that what fails, or ends with this process, is left to
 * {@link retryRevocations}.
 */
export function revokeSoon(services: Needs, revocationId: string): void {
  const work = async (): Promise<void> => {
    for (const row of await claim(services, revocationId)) await revoke(services, row);
  };
  work().catch((error: unknown) => services.log.error('revocation_failed', {}, error));
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

/** True when the row is settled. */
async function revoke(services: Needs, row: RevocationRow): Promise<boolean> {
  const { clock, db, cipher, log } = services;
  const refreshToken = tryOpen(cipher, row.refresh_token_sealed, purposes.revocation(row.id));
  const revoked =
    refreshToken === undefined
      ? undefined
      : await providerOf(services, row.issuer_id)?.revoke({ refreshToken });
  if (revoked?.ok === false && revoked.error.code === 'pool_unavailable') {
    if (later(row.created_at, LIFE_MS) > clock.now()) return false;
    log.error('revocation_given_up', { tries: row.tries });
  } else if (revoked?.ok !== true) {
    // Dead already, of a kind that cannot be revoked, or unreadable: another try would say the same.
    log.warn('revocation_refused', { tries: row.tries });
  }
  await deleteRevocation(db, row.id);
  return true;
}
