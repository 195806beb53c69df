import type { Person, Space, SpaceId, SpaceList } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import { presentSpace } from './present.ts';
import { findSpace, listSpacesOf } from './store.ts';

/** One space of the actor with its use. Not a member and not there are the same answer. */
export async function getSpace(
  services: Pick<Services, 'db'>,
  actor: Person,
  spaceId: SpaceId,
): Outcome<Space, { readonly code: 'space_not_found' }> {
  const row = await findSpace(services.db, { spaceId, userId: actor.id });
  return row === undefined ? err({ code: 'space_not_found' }) : ok(presentSpace(row));
}

/** Every space in which the actor has a role, the personal one first. */
export async function listSpaces(services: Pick<Services, 'db'>, actor: Person): Promise<SpaceList> {
  return { items: (await listSpacesOf(services.db, actor.id)).map(presentSpace) };
}
