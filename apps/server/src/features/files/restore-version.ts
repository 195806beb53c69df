import type { ChangedNode, NodeId, Person, VersionId } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { inSpaceTransaction } from '../../platform/db/space-transaction.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import type { SpaceEvent } from '../spaces/index.ts';
import { placeOf } from './jobs/model.ts';
import { recordAct } from './jobs/record-act.ts';
import type { FilesFailure, NodeRow } from './model.ts';
import { findSpaceIdOf, lockNode } from './node-access.ts';
import { may, NEEDED_ROLE } from './policy.ts';
import { presentNode } from './present.ts';
import { insertVersions, setCurrentVersions } from './store/put.ts';
import { findVersionRow, type VersionRow } from './store/versions.ts';

/**
 * Restores a version by adding one that refers to the same object; nothing is copied or deleted. Rejects a damaged
 * version and ignores the current one.
 */
export async function restoreVersion(
  services: Pick<Services, 'db' | 'clock' | 'newId'>,
  actor: Person,
  input: { readonly nodeId: NodeId; readonly versionId: VersionId; readonly revision: number | undefined },
): Outcome<ChangedNode, FilesFailure> {
  const spaceId = await findSpaceIdOf(services.db, actor, input.nodeId);
  return await inSpaceTransaction(services.db, spaceId, async (tx): Outcome<ChangedNode, FilesFailure> => {
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
    const { row, event } = await putVersion(tx, { node, version, actor, now, newId: services.newId });
    const { current_version_id: fromVersionId } = node;
    const { current_version_id: toVersionId } = row;
    const item = { did: 'version_restored', nodeId: node.id, from: placeOf(node), to: placeOf(row) } as const;
    const jobId = await recordAct(tx, {
      kind: 'restore_version',
      spaceId: space.id,
      actorId: actor.id,
      now,
      newId: services.newId,
      items: [{ ...item, fromVersionId, toVersionId }],
      events: [event],
    });
    return ok({ ...presentNode(row), jobId });
  });
}

/** Adds a version with the content of an old one. Requires the space lock and a version that is not damaged. */
export async function putVersion(
  tx: Tx,
  put: {
    readonly node: NodeRow;
    readonly version: Pick<VersionRow, 'number' | 'blob_id' | 'size_bytes' | 'media_type' | 'sha256'>;
    readonly actor: { readonly id: string };
    readonly now: Date;
    readonly newId: () => string;
  },
): Promise<{ readonly row: NodeRow; readonly event: SpaceEvent }> {
  const { node, version, actor, now } = put;
  const content = {
    sizeBytes: version.size_bytes,
    mediaType: version.media_type,
    spaceId: node.space_id,
    now,
  };
  const id = put.newId();
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
  const number = defined(numbers.get(id), 'an inserted version has no number');
  const current = { ...content, id: node.id, versionId: id, modifiedAt: now };
  const [changed] = await setCurrentVersions(tx, { ...content, versions: [current] });
  const facts = {
    name: node.name,
    parent_id: node.parent_id,
    number,
    restored: version.number,
    size_bytes: version.size_bytes,
  };
  return {
    row: defined(changed, 'a locked node disappeared'),
    event: { verb: 'version_restored', nodeId: node.id, facts },
  };
}
