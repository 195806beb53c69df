import type { NodeId, NodeView, Person, VersionId } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import { inSpaceTransaction } from '../../platform/db/space-transaction.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { recordEvents } from '../spaces/index.ts';
import type { FilesFailure } from './model.ts';
import { findSpaceIdOf, lockNode } from './node-access.ts';
import { may, NEEDED_ROLE } from './policy.ts';
import { presentNode } from './present.ts';
import { insertVersions, setCurrentVersions } from './store/put.ts';
import { findVersionRow } from './store/versions.ts';

/**
 * Adds a version that refers to the same object; nothing is copied or deleted. Refuses a damaged version and ignores the
 * current one.
 */
export async function restoreVersion(
  services: Pick<Services, 'db' | 'clock' | 'newId'>,
  actor: Person,
  input: { readonly nodeId: NodeId; readonly versionId: VersionId; readonly revision: number | undefined },
): Outcome<NodeView, FilesFailure> {
  const spaceId = await findSpaceIdOf(services.db, actor, input.nodeId);
  return await inSpaceTransaction(services.db, spaceId, async (tx): Outcome<NodeView, FilesFailure> => {
    const now = services.clock.now();
    const access = await lockNode(tx, { actor, now }, { spaceId, id: input.nodeId });
    if (access === undefined) return err({ code: 'node_not_found' });
    const { node, role, space } = access;
    const key = { spaceId: space.id, nodeId: node.id };
    const version = await findVersionRow(tx, { ...key, id: input.versionId });
    if (version === undefined) return err({ code: 'node_not_found' });
    if (!may({ actor, now, role }, 'change', node)) {
      return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.change } });
    }
    if (input.revision !== node.revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: node.revision } });
    }
    if (version.damage !== null) {
      return err({ code: 'checksum_mismatch', facts: { parts: '', state: 'failed' } });
    }
    if (version.id === node.current_version_id) return ok(presentNode(node));
    const content = {
      sizeBytes: version.size_bytes,
      mediaType: version.media_type,
      spaceId: space.id,
      now,
    };
    const id = services.newId();
    const numbers = await insertVersions(tx, [
      {
        ...content,
        id,
        nodeId: node.id,
        blobId: version.blob_id,
        sha256: version.sha256,
        authorId: actor.id,
      },
    ]);
    const number = defined(numbers.get(id), 'an inserted version has its number');
    const current = { ...content, id: node.id, versionId: id, modifiedAt: now };
    const [changed] = await setCurrentVersions(tx, { ...content, versions: [current] });
    const row = defined(changed, 'a locked node is still there');
    await recordEvents(tx, {
      spaceId: space.id,
      actorId: actor.id,
      at: now,
      newId: services.newId,
      events: [
        {
          verb: 'version_restored',
          nodeId: node.id,
          facts: {
            name: node.name,
            parent_id: node.parent_id,
            number,
            restored: version.number,
            size_bytes: version.size_bytes,
          },
        },
      ],
    });
    return ok(presentNode(row));
  });
}
