import { isAtLeast, type Person, presentRole, type SpaceRole } from '@coffer/contracts';
import type { Failure } from '../../operation.ts';
import type { Db } from '../../platform/db/db.ts';
import { roleIn } from '../spaces/index.ts';

/**
 * The role that may export: an export contains everything, including the trash, addresses of people, and links of
 * others.
 */
const ROLE_THAT_EXPORTS = 'manager' satisfies SpaceRole;

/** Why the person may not export the space. Undefined if they may. */
export async function refusalOf(db: Db, actor: Person, spaceId: string): Promise<Failure | undefined> {
  const role = await roleIn(db, spaceId, actor.id);
  if (role === undefined) return { code: 'space_not_found' };
  if (isAtLeast(presentRole(role), ROLE_THAT_EXPORTS)) return undefined;
  return { code: 'not_allowed', facts: { needed_role: ROLE_THAT_EXPORTS } };
}
