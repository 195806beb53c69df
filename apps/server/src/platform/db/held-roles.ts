import { type RawBuilder, sql } from 'kysely';

/**
 * The roles that a person has in a space, directly or through groups, from the view `space_role`. Uses arrays of
 * subqueries, because PostgreSQL looks such views up by index only for given values, not for the rows of a join.
 */
export function spaceRoles(spaceId: RawBuilder<unknown>, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select array_agg(space_role.role) from space_role
    where space_role.space_id = ${spaceId} and space_role.user_id = ${userId})`;
}

/** The roles granted on this very node that have not expired. */
export function nodeRoles(
  node: { readonly spaceId: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
  holder: { readonly userId: string; readonly now: Date },
): RawBuilder<unknown> {
  return sql`(
    select array_agg(node_role.role) from node_role
    where node_role.space_id = ${node.spaceId} and node_role.node_id = ${node.id}
      and node_role.user_id = ${holder.userId} and ${isLasting(holder.now)})`;
}

export function isLasting(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(node_role.expires_at is null or node_role.expires_at > ${now})`;
}
