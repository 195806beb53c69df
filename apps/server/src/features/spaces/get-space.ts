import { isAtLeast, type Person, type Space, type SpaceId, type SpaceList } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { mayCreateSpaces } from './policy.ts';
import { presentSpace } from './present.ts';
import { findSpace, listSpacesOf } from './store/spaces.ts';
import { listDamagedFiles } from './store/damaged-files.ts';

/** The same as `NEEDED_ROLE.change` of the feature `files`, which this feature must not import. */
const ROLE_THAT_RESTORES = 'editor';

/** Returns a space, with damage only for actors who may restore files. Strangers get the error for an unknown space. */
export async function getSpace(
  services: Pick<Services, 'db'>,
  actor: Person,
  spaceId: SpaceId,
): Outcome<Space, { readonly code: 'space_not_found' }> {
  const row = await findSpace(services.db, { spaceId, userId: actor.id });
  if (row === undefined) return err({ code: 'space_not_found' });
  const space = presentSpace(row);
  if (!isAtLeast(space.role, ROLE_THAT_RESTORES)) return ok(space);
  const damaged = await listDamagedFiles(services.db, { spaceId, madeBy: undefined });
  return ok(damaged.length === 0 ? space : { ...space, damagedFiles: damaged.length });
}

export async function listSpaces(
  services: Pick<Services, 'db' | 'settings'>,
  actor: Person,
): Promise<SpaceList> {
  const rows = await listSpacesOf(services.db, actor.id);
  const { spaceCreators } = await services.settings.read(services.db);
  const mayCreate = mayCreateSpaces(actor, spaceCreators);
  return { items: rows.map(presentSpace), mayCreate };
}
