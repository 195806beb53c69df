import { defined, err, ok, type Result } from '@coffer/kit';
import type { BlobHead } from '../../../platform/blobs/blobs.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import {
  findNodes,
  type GuestAuthor,
  guestFacts,
  listNodeRows,
  may,
  type NodeAccess,
  type NodeRow,
  putFiles,
} from '../../files/index.ts';
import { moveBlobs } from '../../ledger/index.ts';
import { lockSpace, recordUploads } from '../../spaces/index.ts';
import type { UploadFailure, UploadRow } from '../model.ts';
import { endUpload } from '../end/end-upload.ts';
import { placedNow } from '../guests/placed-now.ts';
import type { FoldersAmong } from '../guests/sender.ts';
import { findStale } from './find-stale.ts';
import { closedFailure, judgeFolder } from '../own-upload.ts';
import { commitUploads as markCommitted, lockUploadRows } from '../store.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;

export interface Verified {
  readonly upload: UploadRow;
  readonly head: BlobHead;
  readonly sha256: string;
  /** The CRC-64 that the sender declared, or null. It stays unverified until the bytes are read. */
  readonly crc64nvme: string | null;
}

/** The new file or a failure. Undefined if the sender has declared other bytes since the check. */
type Committed = Result<NodeRow, UploadFailure> | undefined;

/**
 * Makes verified uploads visible, in one transaction per space and sender, and fails those based on an old version.
 * Results are keyed by upload id.
 */
export async function commitUploads(
  services: Needs,
  verified: readonly Verified[],
  allowed: FoldersAmong | undefined,
): Promise<ReadonlyMap<string, Committed>> {
  const committed = new Map<string, Committed>();
  const groups = Map.groupBy(verified, ({ upload }) => `${upload.space_id} ${upload.created_by}`);
  for (const group of groups.values()) {
    const { space_id: spaceId } = defined(group[0], 'a group of uploads is empty').upload;
    const results = await inSpaceTransaction(
      services.db,
      spaceId,
      async (tx) => await commitIn(tx, services, { group, allowed }),
    );
    for (const [id, result] of results.committed) committed.set(id, result);
    for (const [id, failure] of results.stale) {
      committed.set(id, err(failure));
      await endUpload(services, id, 'aborted');
    }
  }
  return committed;
}

/** Finds the files of committed uploads, keyed by node id. */
export async function findCommitted(
  db: Db | Tx,
  uploads: readonly Pick<UploadRow, 'node_id'>[],
): Promise<ReadonlyMap<string, NodeRow>> {
  if (uploads.length === 0) return new Map();
  const rows = await listNodeRows(
    db,
    uploads.map((upload) => upload.node_id),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the file of a committed upload. If it was deleted permanently, the upload counts as not found. */
export function committedNode(
  upload: Pick<UploadRow, 'node_id'>,
  nodes: ReadonlyMap<string, NodeRow>,
): Result<NodeRow, UploadFailure> {
  const node = nodes.get(upload.node_id);
  return node === undefined ? err({ code: 'upload_not_found' }) : ok(node);
}

interface Ready {
  readonly verified: Verified;
  readonly upload: UploadRow;
  readonly parent: NodeAccess;
}

/** Commits uploads that share space and sender. For guests, checks again that the link still includes the folders. */
async function commitIn(
  tx: Tx,
  services: Needs,
  { group, allowed }: { readonly group: readonly Verified[]; readonly allowed: FoldersAmong | undefined },
): Promise<{
  readonly committed: ReadonlyMap<string, Committed>;
  readonly stale: ReadonlyMap<string, UploadFailure>;
}> {
  const { space_id: spaceId, created_by: authorId } = defined(group[0], 'a group of uploads is empty').upload;
  const asking = { actor: { id: authorId }, now: services.clock.now() };
  await lockSpace(tx, spaceId);
  const locked = await lockUploadRows(
    tx,
    group.map(({ upload }) => upload.id),
  );
  const uploads = await placedNow(
    tx,
    asking,
    group.map(({ upload }) => ({
      ...upload,
      ...defined(locked.get(upload.id), 'an upload was deleted'),
    })),
  );
  const nodes = await findCommitted(
    tx,
    uploads.filter((upload) => upload.state === 'committed'),
  );
  const parentIds = [...new Set(uploads.map((upload) => upload.parent_id))];
  const parents = await findNodes(tx, asking, parentIds);
  const inLink = await allowed?.(tx, parentIds);
  const committed = new Map<string, Committed>();
  const ready: Ready[] = [];
  for (const [index, verified] of group.entries()) {
    const upload = defined(uploads[index], 'an upload was not locked');
    const closed = closedFailure(upload, asking.now);
    const found = inLink?.has(upload.parent_id) === false ? undefined : parents.get(upload.parent_id);
    const parent = judgeFolder(found, { ...asking, spaceId });
    if (upload.state === 'committed') {
      committed.set(upload.id, committedNode(upload, nodes));
    } else if (closed !== undefined) committed.set(upload.id, err(closed));
    else if (upload.blob_id !== verified.upload.blob_id) committed.set(upload.id, undefined);
    else if (parent.ok) ready.push({ verified, upload, parent: parent.value });
    else committed.set(upload.id, parent);
  }
  const stale = await findStale(tx, ready, asking.now);
  const sound = ready.filter(({ upload }) => !stale.has(upload.id));
  if (sound.length > 0) {
    const nodesOf = await put(tx, services, { ready: sound, now: asking.now });
    for (const [id, node] of nodesOf) committed.set(id, ok(node));
  }
  return { committed, stale };
}

async function put(
  tx: Tx,
  services: Needs,
  { ready, now }: { readonly ready: readonly Ready[]; readonly now: Date },
): Promise<ReadonlyMap<string, NodeRow>> {
  const { space_id: spaceId, created_by: actorId } = defined(
    ready[0],
    'there are no uploads to commit',
  ).upload;
  const { newId } = services;
  const files = await putFiles(
    tx,
    { spaceId, now, newId },
    ready.map((each) => fileOf(each, now)),
  );
  const events = files.map(({ event }, index) => {
    const upload = ready[index]?.upload;
    return { ...event, facts: { ...event.facts, ...guestFacts(guestOf(upload)) } };
  });
  await recordUploads(tx, { spaceId, actorId, at: now, newId, events });
  await moveBlobs(tx, { now, moves: ready.map((each) => moveOf(each, now)) });
  const made = ready.map(({ upload }, index) => ({
    id: upload.id,
    node: defined(files[index], 'a file was not added').node,
  }));
  await markCommitted(
    tx,
    made.map(({ id, node }) => ({ id, nodeId: node.id })),
    now,
  );
  return new Map(made.map(({ id, node }) => [id, node]));
}

function fileOf({ verified, upload, parent }: Ready, now: Date): Parameters<typeof putFiles>[2][number] {
  const asking = { actor: { id: upload.created_by }, role: parent.role, now };
  return {
    parentId: upload.parent_id,
    name: upload.name,
    nodeId: upload.node_id,
    versionId: upload.version_id,
    blobId: upload.blob_id,
    sizeBytes: upload.size_bytes,
    mediaType: upload.media_type,
    sha256: verified.sha256,
    modifiedAt: upload.modified_at,
    authorId: upload.created_by,
    guest: guestOf(upload),
    mayReplace: (existing) =>
      (upload.conflict === 'replace' || upload.based_on !== null) && may(asking, 'change', existing),
  };
}

function guestOf(upload: UploadRow | undefined): GuestAuthor | undefined {
  if (upload === undefined || upload.guest_name === null) return undefined;
  return { name: upload.guest_name, link: upload.link_label };
}

function moveOf({ verified, upload }: Ready, now: Date): Parameters<typeof moveBlobs>[1]['moves'][number] {
  const { head, sha256, crc64nvme } = verified;
  return {
    blobId: upload.blob_id,
    to: 'referenced',
    facts: {
      etag: head.etag,
      sha256,
      // Below integrity level 1 the store did not verify the SHA-256; the scrub verifies it later.
      ...(upload.integrity === 1 ? { verified_at: now, checked_at: now } : {}),
      part_size_bytes: upload.part_size_bytes,
      crc64nvme,
    },
  };
}
