import { defined, err, ok } from '@coffer/kit';
import type { BlobHead } from '../../platform/blobs/blobs.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Outcome, Services } from '../../services.ts';
import { findNode, findNodeRow, may, NEEDED_ROLE, type NodeRow, putFile } from '../files/index.ts';
import { moveBlob } from '../ledger/index.ts';
import { lockSpace, recordEvents } from '../spaces/index.ts';
import type { UploadFailure, UploadRow } from './model.ts';
import { closedFailure } from './own-upload.ts';
import { lockUpload, updateUpload } from './store.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId'>;

interface Verified {
  /** As it was when the completion began. */
  readonly upload: UploadRow;
  /** The object, which is the declared one. */
  readonly head: BlobHead;
  readonly sha256: string;
  /** Null where the sender gave none: known to nobody but the sender until the bytes are read again. */
  readonly crc64nvme: string | null;
}

/**
 * Makes a verified upload visible: version, node, use of the space, event, ledger and upload change in one transaction.
 * `undefined` when the sender declared other bytes meanwhile: then the verified object is not the upload's any more.
 */
export async function commitUpload(
  services: Needs,
  verified: Verified,
): Outcome<NodeRow | undefined, UploadFailure> {
  return await inTransaction(services.db, async (tx) => await commitIn(tx, services, verified));
}

async function commitIn(
  tx: Tx,
  services: Needs,
  verified: Verified,
): Outcome<NodeRow | undefined, UploadFailure> {
  const { space_id: spaceId, id, created_by: authorId } = verified.upload;
  const now = services.clock.now();
  await lockSpace(tx, spaceId);
  const upload = defined(await lockUpload(tx, id), 'uploads are never deleted');
  if (upload.state === 'committed') {
    return ok(
      defined(await findNodeRow(tx, { spaceId, id: upload.node_id }), 'a committed upload names its node'),
    );
  }
  const closed = closedFailure(upload, now);
  if (closed !== undefined) return err(closed);
  if (upload.blob_id !== verified.upload.blob_id) return ok(undefined);
  const asking = { actor: { id: authorId }, now };
  const parent = await findNode(tx, asking, upload.parent_id);
  if (parent === undefined) return err({ code: 'node_not_found' });
  if (!may({ ...asking, role: parent.role }, 'add', parent.node)) {
    return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
  }
  const mayReplace = (existing: NodeRow): boolean =>
    upload.conflict === 'replace' && may({ ...asking, role: parent.role }, 'change', existing);
  const node = await put(tx, services, { ...verified, upload, mayReplace, now });
  await moveBlob(tx, {
    blobId: upload.blob_id,
    to: 'referenced',
    now,
    facts: {
      etag: verified.head.etag,
      sha256: verified.sha256,
      // Below level 1 the store has not verified the SHA-256 itself: that is left to the re-reading of the bytes.
      ...(upload.integrity === 1 ? { verified_at: now, checked_at: now } : {}),
      part_size_bytes: upload.part_size_bytes,
      crc64nvme: verified.crc64nvme,
    },
  });
  await updateUpload(tx, id, { state: 'committed', node_id: node.id, reserved_bytes: 0, updated_at: now });
  return ok(node);
}

async function put(
  tx: Tx,
  services: Needs,
  input: Verified & { readonly mayReplace: (existing: NodeRow) => boolean; readonly now: Date },
): Promise<NodeRow> {
  const { upload, now } = input;
  const { node, event } = await putFile(tx, {
    spaceId: upload.space_id,
    parentId: upload.parent_id,
    name: upload.name,
    nodeId: upload.node_id,
    versionId: upload.version_id,
    blobId: upload.blob_id,
    sizeBytes: upload.size_bytes,
    mediaType: upload.media_type,
    sha256: input.sha256,
    modifiedAt: upload.modified_at,
    authorId: upload.created_by,
    mayReplace: input.mayReplace,
    now,
    newId: services.newId,
  });
  await recordEvents(tx, {
    spaceId: upload.space_id,
    actorId: upload.created_by,
    at: now,
    newId: services.newId,
    events: [event],
  });
  return node;
}
