import { MINUTE_MS } from '@coffer/kit';

/** How long the final answer can be repeated. */
export const REPEAT_MS = MINUTE_MS;
/** The maximum number of wrong codes per challenge. */
export const TRIES_MAX = 5;

/** Final values of `step`: `ended` accepts no answer. Other values name the open challenge. */
export const SIGNED_IN = 'signed_in';
export const ENDED = 'ended';

export interface PersonRow {
  readonly id: string;
  readonly status: 'invited' | 'active' | 'disabled' | 'removed';
  readonly role: 'member' | 'auditor' | 'administrator';
}

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

/** Names the device, such as `Firefox, Linux`. The raw User-Agent is never stored. */
export function deviceLabel(userAgent: string): string {
  const named = (list: typeof BROWSERS): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [named(BROWSERS), named(SYSTEMS)].filter((part) => part !== undefined).join(', ');
}
