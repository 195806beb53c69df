import { sql } from 'kysely';
import type { NamedSpace } from '@coffer/contracts';

/** The names of a space in a query with the tables `space` and `owner`. Some user pools store no name. */
export const namedSpace = sql<NamedSpace>`json_build_object('kind', space.kind, 'name', space.name,
  'ownerName', coalesce(nullif(owner.name, ''), nullif(owner.email, ''), owner.username))`;
