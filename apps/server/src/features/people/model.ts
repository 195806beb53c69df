import { MINUTE_MS, SECOND_MS } from '@coffer/kit';

export type Role = 'member' | 'auditor' | 'administrator';
export type Status = 'invited' | 'active' | 'disabled' | 'removed';

export interface PersonRow {
  readonly id: string;
  readonly issuer: string;
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly status: Status;
  readonly role: Role;
  readonly last_seen_at: Date | null;
  readonly revision: number;
}

export interface LinkRow {
  readonly code_hash: string;
  readonly kind: 'invitation' | 'password_reset';
  readonly user_id: string | null;
  readonly email: string;
  readonly name: string;
  readonly role: Role | null;
  readonly invited_by: string | null;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly end_reason: 'used' | 'replaced' | null;
  readonly claimed_until: Date | null;
  readonly began_at_pool: boolean;
  readonly quota_bytes: number | null;
  readonly group_ids: readonly string[];
}

/** Longer than all pool timeouts of one claim together. */
export const CLAIM_MS = 45 * SECOND_MS;
/** People searches per person: burst, then one per interval. Typing a name takes several. */
export const SEARCH_BURST = 60;
export const SEARCH_INTERVAL_MS = SECOND_MS;
/** Per network: burst, then one call per interval. */
export const LINK_BURST = 30;
export const LINK_INTERVAL_MS = MINUTE_MS / 10;

export function displayName({
  name,
  email,
  username,
}: Pick<PersonRow, 'name' | 'email' | 'username'>): string {
  return [name, email, username].find((text) => text !== '') ?? '';
}

/** Name of the space that somebody leaves behind. */
export function filesOf(person: Pick<PersonRow, 'name' | 'email' | 'username'>): string {
  return `Files of ${displayName(person)}`;
}
