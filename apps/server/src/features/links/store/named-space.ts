import { sql } from 'kysely';
import type { NamedSpace } from '@coffer/contracts';

/** Of `space`, with its owner as `owner`. Some pools store no name. */
export const namedSpace = sql<NamedSpace>`json_build_object('kind', space.kind, 'name', space.name,
  'ownerName', coalesce(nullif(owner.name, ''), nullif(owner.email, ''), owner.username))`;
