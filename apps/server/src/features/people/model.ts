import { SECOND_MS } from '@coffer/kit';

export type Role = 'member' | 'auditor' | 'administrator';
export type Status = 'invited' | 'active' | 'disabled' | 'removed';

export interface PersonRow {
  readonly id: string;
  readonly issuer: string;
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly picture_id: string | null;
  readonly status: Status;
  readonly role: Role;
  readonly last_seen_at: Date | null;
  readonly revision: number;
}

/**
 * People searches that one person may make in a row; typing a name takes several. After that, one search per
 * `SEARCH_INTERVAL_MS`.
 */
export const SEARCH_BURST = 60;
export const SEARCH_INTERVAL_MS = SECOND_MS;

export function displayName({
  name,
  email,
  username,
}: Pick<PersonRow, 'name' | 'email' | 'username'>): string {
  return [name, email, username].find((text) => text !== '') ?? '';
}

/** The name of the space that somebody leaves behind. */
export function filesOf(person: Pick<PersonRow, 'name' | 'email' | 'username'>): string {
  return `Files of ${displayName(person)}`;
}
