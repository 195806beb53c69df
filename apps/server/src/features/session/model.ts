import { SERVER_LIMITS } from '@coffer/contracts';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';

/** How often the time of use is recorded and the session is checked at the pool. */
export const SEEN_EVERY_MS = MINUTE_MS;
/** Longer than all pool timeouts of one claim together. */
export const CLAIM_MS = 45 * SECOND_MS;
/** Minimum remaining lifetime of a returned token. */
export const ACCESS_MARGIN_MS = 30 * SECOND_MS;
/** Pause after a refresh that got no response. */
export const REFRESH_PAUSE_MS = 10 * SECOND_MS;
/** The length of a lockout, as it is reported to people. Cognito does not report it. */
export const LOCKED_MS = 30 * SECOND_MS;

/**
 * How long a replaced session lives: longer than a call takes, because other tabs may have sent calls with the old
 * cookie. OWASP ASVS 5.0, 7.2.4, would end it at once.
 */
export const GRACE_MS = 10 * SECOND_MS;

export interface LiveSession {
  readonly user_id: string;
  /** Null for the user pool. */
  readonly issuer_id: string | null;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly picture_id: string | null;
  readonly role: 'member' | 'auditor' | 'administrator';
  readonly last_seen_at: Date;
  /** When the session was last checked at the pool. Null if never. */
  readonly checked_at: Date | null;
  readonly access_expires_at: Date;
  readonly expires_at: Date;
}

export interface UserRow {
  readonly id: string;
  readonly status: 'invited' | 'active' | 'disabled' | 'removed';
  readonly role: 'member' | 'auditor' | 'administrator';
}

export function later(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}

/** The earlier of the idle and the absolute expiry. */
export function endOfSession(now: Date, absoluteEnd: Date): Date {
  const idleEnd = later(now, SERVER_LIMITS.sessionIdleMs);
  return idleEnd < absoluteEnd ? idleEnd : absoluteEnd;
}
