import { type RawBuilder, sql } from 'kysely';

/** SQL condition: whether the space is on hold. The answer can change unless the space is locked. */
export function isOnHold(spaceId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from space held where held.id = ${spaceId} and held.hold_began_at is not null)`;
}
