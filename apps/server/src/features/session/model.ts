import { LIMITS } from '@coffer/contracts';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';

/** How often the time of the last request is written, and the pool is asked. */
export const SEEN_EVERY_MS = MINUTE_MS;
/** How long an answer that finished a sign-in may be repeated. */
export const REPEAT_MS = MINUTE_MS;
/** How long one server may ask the pool on behalf of everybody: longer than the time limits of its calls together. */
export const CLAIM_MS = 45 * SECOND_MS;
/** Wrong codes that one challenge bears. */
export const TRIES_MAX = 5;
/** A token that ends within this time is not handed out any more. */
export const ACCESS_MARGIN_MS = 30 * SECOND_MS;
/** After a refresh that got no answer, nobody asks again for this long. */
export const REFRESH_PAUSE_MS = 10 * SECOND_MS;
/** The pool does not say how long it has locked an account. */
export const LOCKED_MS = 30 * SECOND_MS;

/** How long a session answers that another has replaced: longer than a call is under way. */
export const GRACE_MS = 10 * SECOND_MS;

/** `ended` accepts no further answer; any other word is the name of the open challenge. */
export const SIGNED_IN = 'signed_in';
export const ENDED = 'ended';

export interface AttemptRow {
  readonly id: string;
  readonly step: string;
  readonly typed_username: string;
  readonly pool_username: string;
  readonly pool_session_sealed: string | null;
  readonly parameters_sealed: string;
  readonly tries: number;
  readonly last_answer_id: string | null;
  readonly last_failure: string | null;
  readonly claimed_until: Date | null;
  readonly session_id: string | null;
  readonly expires_at: Date;
}

/** A session that is neither ended nor over, of a person who may be here. */
export interface LiveSession {
  readonly user_id: string;
  /** Null: the pool's. */
  readonly issuer_id: string | null;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'member' | 'auditor' | 'administrator';
  readonly last_seen_at: Date;
  /** When the pool was last asked about it; null: never. */
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

/** When a session is over if nothing more is asked: the nearer one of its two ends. */
export function endOfSession(now: Date, absoluteEnd: Date): Date {
  const idleEnd = later(now, LIMITS.sessionIdleMs);
  return idleEnd < absoluteEnd ? idleEnd : absoluteEnd;
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** `Firefox, Linux`: enough to tell one's devices apart. What a client says about itself is never kept as it stands. */
export function deviceLabel(userAgent: string): string {
  const named = (list: typeof BROWSERS): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [named(BROWSERS), named(SYSTEMS)].filter((part) => part !== undefined).join(', ');
}
