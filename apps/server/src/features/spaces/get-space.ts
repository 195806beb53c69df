import { isAtLeast, type Person, type Space, type SpaceId, type SpaceList } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import { presentSpace } from './present.ts';
import { findSpace, listSpacesOf } from './store.ts';
import { listDamagedFiles } from './store/damaged-files.ts';

/** What a file of any person is restored with: `NEEDED_ROLE.change` of the policy of files, which is above this feature. */
const ROLE_THAT_RESTORES = 'editor';

/**
 * One space of the actor with its use, and with what is damaged in it where the actor may restore that. Not a member and not there are the same
 * answer.
 */
export async function getSpace(
  services: Pick<Services, 'db'>,
  actor: Person,
  spaceId: SpaceId,
): Outcome<Space, { readonly code: 'space_not_found' }> {
  const row = await findSpace(services.db, { spaceId, userId: actor.id });
  if (row === undefined) return err({ code: 'space_not_found' });
  const space = presentSpace(row);
  if (!isAtLeast(row.role, ROLE_THAT_RESTORES)) return ok(space);
  const damaged = await listDamagedFiles(services.db, { spaceId, madeBy: undefined });
  return ok(damaged.length === 0 ? space : { ...space, damagedFiles: damaged.length });
}

/** Every space in which the actor has a role, the personal one first. */
export async function listSpaces(services: Pick<Services, 'db'>, actor: Person): Promise<SpaceList> {
  return { items: (await listSpacesOf(services.db, actor.id)).map(presentSpace) };
}
