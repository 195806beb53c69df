import type { Person, VersionDeleted, VersionParams } from '@coffer/contracts';
import { err, HOUR_MS, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { purgeBlobs } from '../../ledger/index.ts';
import { recordEvents } from '../../spaces/index.ts';
import type { FilesFailure } from '../model.ts';
import { findSpaceIdOf, lockNode } from '../node-access.ts';
import { may, NEEDED_ROLE } from '../policy.ts';
import { withoutVersion } from '../store/purge.ts';
import { deleteVersionRow, findVersionRow, isOnlyWhole } from '../store/versions.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'settings'>;

/**
 * Permanently deletes an older version, which requires the right to purge. Rejects the current and the last intact
 * version: others may have restored it or found damage in the meantime.
 */
export async function deleteVersion(
  services: Needs,
  actor: Person,
  { nodeId, versionId }: VersionParams,
): Outcome<VersionDeleted, FilesFailure> {
  const { purgedHours } = await services.settings.read(services.db);
  const spaceId = await findSpaceIdOf(services.db, actor, nodeId);
  return await inSpaceTransaction(services.db, spaceId, async (tx): Outcome<VersionDeleted, FilesFailure> => {
    const now = services.clock.now();
    const access = await lockNode(tx, { actor, now }, { spaceId, id: nodeId });
    if (access === undefined) return err({ code: 'node_not_found' });
    const { node, role, space } = access;
    const key = { spaceId: space.id, nodeId: node.id, id: versionId };
    const version = await findVersionRow(tx, key);
    if (version === undefined) return err({ code: 'node_not_found' });
    if (!may({ actor, now, role }, 'purge', node)) {
      return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.purge } });
    }
    if (space.is_on_hold) return err({ code: 'under_hold' });
    const isNeeded = version.id === node.current_version_id || (await isOnlyWhole(tx, key));
    if (isNeeded) return err({ code: 'changed_since' });
    await deleteVersionRow(tx, key);
    const blobIds = await withoutVersion(tx, [version.blob_id]);
    await purgeBlobs(tx, { spaceId: space.id, blobIds, now, keptMs: purgedHours * HOUR_MS });
    const facts = { name: node.name, parent_id: node.parent_id, number: version.number };
    await recordEvents(tx, {
      spaceId: space.id,
      actorId: actor.id,
      at: now,
      newId: services.newId,
      events: [{ verb: 'version_deleted', nodeId: node.id, facts }],
    });
    return ok({ freedBytes: blobIds.length > 0 ? version.size_bytes : 0 });
  });
}
