import { type Grant, UserId } from '@coffer/contracts';
import type { GrantRow } from './store/grants.ts';

export function presentGrant(row: GrantRow): Grant {
  return {
    personId: UserId.parse(row.user_id),
    role: row.role,
    expiresAt: row.expires_at === null ? null : row.expires_at.toISOString(),
    message: row.message,
    grantedAt: row.created_at.toISOString(),
    revision: row.revision,
  };
}
