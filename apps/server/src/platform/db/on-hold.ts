import { type RawBuilder, sql } from 'kysely';

/** In a statement: whether the space is on hold. Only its lock makes the answer last. */
export function isOnHold(spaceId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from space held where held.id = ${spaceId} and held.hold_began_at is not null)`;
}
