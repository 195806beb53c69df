import { isAtLeast, type Person, presentRole, type SpaceRole } from '@coffer/contracts';
import type { Failure } from '../../operation.ts';
import type { Db } from '../../platform/db/db.ts';
import { roleIn } from '../spaces/index.ts';

/** They read everything there: also the trash, addresses of people, and links of others. */
const ROLE_THAT_EXPORTS = 'manager' satisfies SpaceRole;

/** Undefined for people who may export the space. */
export async function refusalOf(db: Db, actor: Person, spaceId: string): Promise<Failure | undefined> {
  const role = await roleIn(db, spaceId, actor.id);
  if (role === undefined) return { code: 'space_not_found' };
  if (isAtLeast(presentRole(role), ROLE_THAT_EXPORTS)) return undefined;
  return { code: 'not_allowed', facts: { needed_role: ROLE_THAT_EXPORTS } };
}
