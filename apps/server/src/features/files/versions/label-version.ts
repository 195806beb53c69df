import type { LabelVersionRequest, Person, VersionParams } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import type { FilesFailure } from '../model.ts';
import { findSpaceIdOf, lockNode } from '../node-access.ts';
import { may, NEEDED_ROLE } from '../policy.ts';
import { findVersionRow, setVersionLabel } from '../store/versions.ts';

/** Sets the label of a version, which protects it from deletion by age. Null removes the label. */
export async function labelVersion(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { nodeId, versionId, label }: VersionParams & LabelVersionRequest,
): Outcome<undefined, FilesFailure> {
  const spaceId = await findSpaceIdOf(services.db, actor, nodeId);
  return await inSpaceTransaction(services.db, spaceId, async (tx): Outcome<undefined, FilesFailure> => {
    const now = services.clock.now();
    const access = await lockNode(tx, { actor, now }, { spaceId, id: nodeId });
    if (access === undefined) return err({ code: 'node_not_found' });
    const { node, role, space } = access;
    const version = await findVersionRow(tx, { spaceId: space.id, nodeId: node.id, id: versionId });
    if (version === undefined) return err({ code: 'node_not_found' });
    if (!may({ actor, now, role }, 'change', node)) {
      return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.change } });
    }
    await setVersionLabel(tx, { spaceId: space.id, id: version.id }, label);
    return ok(undefined);
  });
}
