import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { archiveRow, restoreArchivedRow } from '../store/archive.ts';
import { expiry } from '../team/archive-space.ts';
import {
  type AdministeredSpace,
  type AdministrationNeeds,
  inAdministeredSpace,
} from './in-administered-space.ts';

/** Its members lose access at once, and have it again when it is restored. */
export async function archiveAdminSpace(
  services: AdministrationNeeds,
  about: AdministeredSpace,
): Outcome<undefined, Failure> {
  return await inAdministeredSpace(services, about, async (tx, { space, now, record }) => {
    if (space.archived_at !== null) return ok(undefined);
    await archiveRow(tx, { spaceId: space.id, now });
    await record([{ verb: 'space_archived', facts: { name: space.name } }]);
    services.log.info('space_archived_by', { spaceId: space.id, actorId: about.actor.id });
    return ok(undefined);
  });
}

export async function restoreAdminSpace(
  services: AdministrationNeeds,
  about: AdministeredSpace,
): Outcome<undefined, Failure> {
  return await inAdministeredSpace(services, about, async (tx, { space, now, record }) => {
    if (space.archived_at === null) return ok(undefined);
    if (space.archived_at <= expiry(now)) return err({ code: 'space_not_found' });
    await restoreArchivedRow(tx, { spaceId: space.id, now });
    await record([{ verb: 'space_restored', facts: { name: space.name } }]);
    services.log.info('space_restored_by', { spaceId: space.id, actorId: about.actor.id });
    return ok(undefined);
  });
}
