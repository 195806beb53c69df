import { type AccessReason, type Grant, type GrantTerms, GroupId, UserId } from '@coffer/contracts';
import type { GrantRow } from './store/grants.ts';

export function presentThrough(row: {
  readonly group_id: string | null;
  readonly group_name: string | null;
}): AccessReason['group'] {
  return row.group_id === null ? null : { id: GroupId.parse(row.group_id), name: row.group_name ?? '' };
}

/** The fact that names the holder in an event. */
export function holderFact(row: Pick<GrantRow, 'user_id' | 'group_id'>): Readonly<Record<string, string>> {
  return row.group_id === null ? { person: row.user_id ?? '' } : { group: row.group_id };
}

export function presentTerms(row: Pick<GrantRow, 'role' | 'expires_at'>): GrantTerms {
  return { role: row.role, expiresAt: row.expires_at?.toISOString() ?? null };
}

/** Presents a grant as stored. A grant of a group can also be one that a person of the group has. */
export function presentGrant(row: GrantRow): Grant {
  const given = {
    ...presentTerms(row),
    message: row.message,
    grantedAt: row.created_at.toISOString(),
    revision: row.revision,
  };
  return row.group_id === null
    ? { holder: 'person', holderId: UserId.parse(row.user_id), ...given }
    : { holder: 'group', holderId: GroupId.parse(row.group_id), ...given };
}
