import {
  type AdminSpace,
  type AdminSpacesPage,
  type AdminSpacesQuery,
  type Person,
  presentRole,
  SERVER_LIMITS,
  SpaceId,
  strongest,
  UserId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { mayAdministerSpaces, mayListAllSpaces } from '../policy.ts';
import {
  type AdministeredRow,
  countAdministeredSpaces,
  countSpaces,
  listAdministeredSpaces,
} from '../store/administered.ts';

export async function listAdminSpaces(
  { db }: Pick<Services, 'db'>,
  actor: Person,
  query: AdminSpacesQuery,
): Outcome<AdminSpacesPage, Failure> {
  if (!mayListAllSpaces(actor)) return err({ code: 'not_allowed', facts: { needed_role: 'auditor' } });
  const wanted = { ...query, text: query.text.toLowerCase() };
  const [rows, total, counts] = await Promise.all([
    listAdministeredSpaces(db, wanted, actor.id),
    countAdministeredSpaces(db, wanted),
    countSpaces(db),
  ]);
  const { personal, team, archived, full, held } = counts;
  return ok({
    items: rows.map(present),
    total,
    counts: { personal, team, archived, full, held },
    mayChange: mayAdministerSpaces(actor),
  });
}

function present(row: AdministeredRow): AdminSpace {
  const { archived_at: archivedAt } = row;
  const isGoing = archivedAt !== null && row.hold_began_at === null;
  const goesAt = isGoing ? new Date(archivedAt.getTime() + SERVER_LIMITS.archiveLifeMs) : null;
  const role = strongest(row.roles ?? []);
  return {
    id: SpaceId.parse(row.id),
    name: row.name,
    kind: row.kind,
    owner: {
      id: UserId.parse(row.owner_id),
      name: row.owner_name,
      email: row.owner_email,
      isActive: row.owner_status === 'active',
      isRemoved: row.owner_status === 'removed',
    },
    owners: row.owners,
    members: row.people,
    groups: row.groups,
    takenBytes: row.taken_bytes,
    quotaBytes: row.quota_bytes,
    archivedAt: archivedAt?.toISOString() ?? null,
    goesAt: goesAt?.toISOString() ?? null,
    hold: presentHold(row),
    revision: row.revision,
    role: role === undefined ? null : presentRole(role),
  };
}

function presentHold({
  hold_began_at: beganAt,
  hold_reason: reason,
  holder_name: byName,
}: AdministeredRow): AdminSpace['hold'] {
  if (beganAt === null || reason === null) return null;
  return { beganAt: beganAt.toISOString(), reason, byName: byName ?? '' };
}
