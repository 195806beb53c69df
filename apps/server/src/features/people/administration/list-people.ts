import { type AdminPeoplePage, type AdminPeopleQuery, type Person, SpaceId, UserId } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { countLeftAccounts } from '../../account/index.ts';
import {
  countAdministered,
  countByStatus,
  listAdministered,
  type ListedRow,
} from '../store/administration.ts';
import { mayInvite } from '../ways-to-join.ts';
import { administering } from './policy.ts';

export async function listAdminPeople(
  services: Pick<Services, 'db' | 'issuers' | 'pool'>,
  actor: Person,
  query: AdminPeopleQuery,
): Outcome<AdminPeoplePage, Failure> {
  const { db, pool } = services;
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  const wanted = { ...query, text: query.text.toLowerCase() };
  const [rows, total, counts, leftAccounts] = await Promise.all([
    listAdministered(db, wanted),
    countAdministered(db, wanted),
    countByStatus(db),
    countLeftAccounts(db),
  ]);
  return ok({
    items: rows.map((row) => presentRow(row, pool.issuer)),
    total,
    counts: { ...counts, leftAccounts },
    isPoolAdministered: pool.isAdministered,
    mayInvite: mayInvite(services),
  });
}

function presentRow(row: ListedRow, issuer: string): AdminPeoplePage['items'][number] {
  const { name, email, username, role, status, expires_at: expiresAt } = row;
  if (status === 'invited') {
    return {
      status,
      name,
      email,
      role,
      invitedAt: row.created_at.toISOString(),
      expiresAt: (expiresAt ?? row.created_at).toISOString(),
    };
  }
  return {
    id: UserId.parse(row.id),
    name,
    email,
    username,
    picture: row.picture_id ?? undefined,
    role,
    status,
    isElsewhere: row.issuer !== issuer,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    spaceId: row.space_id === null ? null : SpaceId.parse(row.space_id),
    usedBytes: row.used_bytes,
    quotaBytes: row.quota_bytes,
    filesUntil: row.files_until?.toISOString() ?? null,
    isOnHold: row.is_on_hold,
    isAccountLeft: row.is_account_left,
    revision: row.revision,
  };
}
