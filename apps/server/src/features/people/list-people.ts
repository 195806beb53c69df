import type { Services } from '../../services.ts';
import type { Role, Status } from './model.ts';
import { listPersonRows } from './store/people.ts';
import { listOpenInvitations } from '../one-time-links/index.ts';

/** A person, or an open invitation, which has no `id`. */
export interface ListedPerson {
  readonly id: string | null;
  readonly name: string;
  readonly email: string;
  readonly username: string;
  readonly role: Role;
  readonly status: Status;
  /** `pool`, or the URL of another issuer. */
  readonly keptAt: string;
  readonly lastSeenAt: Date | null;
  readonly usedBytes: number;
  /** When an invitation expires. Null for a person. */
  readonly expiresAt: Date | null;
}

/** Lists people in the order of their ids. Open invitations are on the last page. */
export async function listPeople(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<{ readonly items: readonly ListedPerson[]; readonly next: string | undefined }> {
  const rows = await listPersonRows(db, page);
  const people = rows.map(
    (row): ListedPerson => ({
      id: row.id,
      name: row.name,
      email: row.email,
      username: row.username,
      role: row.role,
      status: row.status,
      keptAt: row.issuer === pool.issuer ? 'pool' : row.issuer,
      lastSeenAt: row.last_seen_at,
      usedBytes: row.used_bytes,
      expiresAt: null,
    }),
  );
  if (rows.length === page.limit) return { items: people, next: rows.at(-1)?.id };
  const invited = (await listOpenInvitations(db)).map(
    ({ name, email, role, expires_at: expiresAt }): ListedPerson => ({
      id: null,
      name,
      email,
      username: email,
      role: role ?? 'member',
      status: 'invited',
      keptAt: 'pool',
      lastSeenAt: null,
      usedBytes: 0,
      expiresAt,
    }),
  );
  return { items: [...people, ...invited], next: undefined };
}
