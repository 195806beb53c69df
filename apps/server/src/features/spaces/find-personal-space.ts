import type { Db, Tx } from '../../platform/db/db.ts';
import type { PersonalSpace } from './create-personal-space.ts';
import { findPersonalSpaceOf } from './store/spaces.ts';

/** The personal space of a person. Undefined before their first sign-in. */
export async function findPersonalSpace(db: Db | Tx, userId: string): Promise<PersonalSpace | undefined> {
  const space = await findPersonalSpaceOf(db, userId);
  return space === undefined ? undefined : { spaceId: space.id, rootId: space.root_id };
}
