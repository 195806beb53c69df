import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { Named } from '../model.ts';

type Kind = Named['kind'];

export interface Names {
  /** The exact kind and the name. Undefined if the subject does not exist. */
  of(named: Pick<Named, 'kind' | 'id'>): { readonly kind: Kind; readonly name: string } | undefined;
}

/** Current names of people, groups, spaces, nodes and links. */
export async function findNames(tx: Tx, named: readonly Named[]): Promise<Names> {
  const idsOf = (...kinds: readonly Kind[]): readonly string[] => [
    ...new Set(
      named.flatMap(({ kind, id, name }) =>
        id !== null && name === undefined && kinds.includes(kind) ? [id] : [],
      ),
    ),
  ];
  const people = idsOf('person');
  const groups = idsOf('group');
  const spaces = idsOf('space', 'personal_space');
  const nodes = idsOf('node');
  const links = idsOf('link', 'request');
  const queries = [
    ...(people.length === 0
      ? []
      : [
          sql`select id, 'person' as kind, coalesce(nullif(name, ''), nullif(email, ''), username) as name
            from "user" where id = any(${people}::uuid[])`,
        ]),
    ...(groups.length === 0
      ? []
      : [sql`select id, 'group', name from "group" where id = any(${groups}::uuid[])`]),
    ...(spaces.length === 0
      ? []
      : [
          sql`select space.id, case when space.kind = 'personal' then 'personal_space' else 'space' end,
              case when space.kind = 'personal'
                then coalesce(nullif(owner.name, ''), nullif(owner.email, ''), owner.username) else space.name end
            from space join "user" owner on owner.id = space.owner_id where space.id = any(${spaces}::uuid[])`,
        ]),
    ...(nodes.length === 0 ? [] : [sql`select id, 'node', name from node where id = any(${nodes}::uuid[])`]),
    ...(links.length === 0
      ? []
      : [
          sql`select link.id, case when link.kind = 'request' then 'request' else 'link' end,
              coalesce(nullif(link.label, ''), node.name)
            from link join node on node.id = link.node_id where link.id = any(${links}::uuid[])`,
        ]),
  ];
  // For a subject that was deleted in this transaction, the caller passes the name.
  const found = new Map<string, { readonly kind: Kind; readonly name: string }>(
    named.flatMap(({ kind, id, name }) => (id === null || name === undefined ? [] : [[id, { kind, name }]])),
  );
  if (queries.length > 0) {
    const { rows } = await sql<{ id: string; kind: Kind; name: string }>`${sql.join(
      queries,
      sql` union all `,
    )}`.execute(tx);
    for (const { id, kind, name } of rows) found.set(id, { kind, name });
  }
  return { of: ({ id }) => (id === null ? undefined : found.get(id)) };
}
