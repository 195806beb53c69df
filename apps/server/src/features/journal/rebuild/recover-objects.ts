import { createHash } from 'node:crypto';
import { NodeName, partSizeFor } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { BlobDescription, BlobMetadata, Blobs, StoreFailure } from '../../../platform/blobs/blobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { eachUntilFailure, readTo } from '../bucket.ts';
import { findStagedNode, isStagedNodeId, knownKeys } from '../store/staging.ts';
import type { Trouble } from './model.ts';
import type { NewVersion, StagedTree } from './staged-tree.ts';

const PAGE = 1_000;
const AT_ONCE = 16;
const BLOB_ID = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

interface Found {
  readonly key: string;
  readonly blobId: string;
  readonly description: BlobDescription & { readonly metadata: BlobMetadata };
  readonly sha256: string;
}

interface Services {
  readonly blobs: Blobs;
  readonly newId: () => string;
  readonly say: (line: string) => void;
  readonly leaveUnread: boolean;
}

/** The store responds, but does not return an object whose file would be lost without it. */
export interface UnreadObject {
  readonly code: 'object_unread';
  readonly key: string;
}

/**
 * Turns objects that the journal does not know into files in the folder "Recovered" of their space. Returns the number
 * of files.
 */
export async function recoverObjects(
  services: Services,
  tx: Tx,
  { tree, troubles }: { readonly tree: StagedTree; readonly troubles: Trouble[] },
): Promise<Result<number, StoreFailure | UnreadObject>> {
  const found: Found[] = [];
  let listed = 0;
  let after: string | undefined;
  do {
    const page = await services.blobs.listObjects({ after, limit: PAGE });
    if (!page.ok) return page;
    const keys = page.value.objects.map(({ key }) => key);
    const known = await knownKeys(tx, keys);
    const unknown = keys.filter((key) => !known.has(key));
    const described = await eachUntilFailure(
      unknown,
      AT_ONCE,
      async (key) => await describeOrLeave(services, key, { found, troubles }),
    );
    if (!described.ok) return described;
    listed += keys.length;
    services.say(`Objects: ${listed} listed, ${found.length} that the journal does not know`);
    after = page.value.next;
  } while (after !== undefined);
  return ok(await place(services, tx, { tree, found }));
}

async function describeOrLeave(
  { blobs, leaveUnread }: Services,
  key: string,
  into: { readonly found: Found[]; readonly troubles: Trouble[] },
): Promise<Result<void, StoreFailure | UnreadObject>> {
  const described = await describe(blobs, key, into);
  if (described.ok || !(await blobs.ping()).ok) return described;
  if (!leaveUnread) return err({ code: 'object_unread', key });
  into.troubles.push({ kind: 'object_left', name: key });
  return ok(undefined);
}

async function describe(
  blobs: Blobs,
  key: string,
  { found, troubles }: { readonly found: Found[]; readonly troubles: Trouble[] },
): Promise<Result<void, StoreFailure>> {
  const described = await blobs.describe(key);
  if (!described.ok) return described;
  if (described.value === undefined) return ok(undefined);
  const { metadata, head, sentSha256 } = described.value;
  const [, blobId] = BLOB_ID.exec(key) ?? [];
  if (metadata === undefined || blobId === undefined || !NodeName.safeParse(metadata.name).success) {
    troubles.push({ kind: 'object_strange', name: key });
    return ok(undefined);
  }
  const sha256 = head.sha256 ?? sentSha256;
  const read = sha256 === undefined ? await hashOf(blobs, key) : ok(sha256);
  if (!read.ok) return read;
  if (read.value === undefined) return ok(undefined);
  found.push({ key, blobId, description: { ...described.value, metadata }, sha256: read.value });
  return ok(undefined);
}

/** Computes the SHA-256 of a multipart object whose store keeps none. Undefined if the object is gone. */
async function hashOf(blobs: Blobs, key: string): Promise<Result<string | undefined, StoreFailure>> {
  const read = await readTo(blobs, key, () => {
    const hash = createHash('sha256');
    return { push: (bytes: Uint8Array) => hash.update(bytes), digest: () => hash.digest('base64') };
  });
  return read.ok ? ok(read.value?.digest()) : read;
}

async function place(
  { newId }: Services,
  tx: Tx,
  { tree, found }: { readonly tree: StagedTree; readonly found: readonly Found[] },
): Promise<number> {
  const files = Map.groupBy(
    found,
    ({ description: { metadata } }) => `${metadata.spaceId} ${metadata.nodeId}`,
  );
  for (const versions of files.values()) {
    const ordered = versions.toSorted(
      (one, other) => one.description.metadata.at.getTime() - other.description.metadata.at.getTime(),
    );
    const newest = ordered.at(-1)?.description.metadata;
    if (newest === undefined) continue;
    const space = await tree.ensureSpace(newest.spaceId, newest.authorId);
    const parent = await findStagedNode(tx, { spaceId: space.id, id: newest.parentId });
    const isTop = newest.parentId === space.root_id;
    const folderName = isTop ? undefined : (parent?.name ?? newest.parentId.slice(-8));
    const folderId = await tree.recoveredFolder(space, folderName);
    const nodeId = (await isStagedNodeId(tx, newest.nodeId)) ? newId() : newest.nodeId;
    await tree.addFile({ space, folderId, nodeId, name: newest.name, versions: ordered.map(versionOf) });
  }
  return files.size;
}

function versionOf({ key, blobId, description, sha256 }: Found): NewVersion {
  const { head, mediaType, metadata } = description;
  return {
    id: metadata.versionId,
    blobId,
    key,
    sizeBytes: head.sizeBytes,
    mediaType,
    sha256,
    etag: head.etag,
    partSizeBytes: sha256.includes('-') ? partSizeFor(head.sizeBytes) : null,
    authorId: metadata.authorId,
    at: metadata.at,
  };
}
