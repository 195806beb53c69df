import { nameKey } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import type { SpaceEvent } from '../spaces/index.ts';
import { freeName } from './free-name.ts';
import { type NodeRow, nameSort } from './model.ts';
import { findChildByKey, insertNode, insertVersion, isNodeKnown, setCurrentVersion } from './store.ts';

/** A file whose bytes lie in the store and have been verified. */
export interface NewFile {
  readonly spaceId: string;
  readonly parentId: string;
  readonly name: string;
  /** Becomes the id of the node, unless a new version is made of another or it is in use. */
  readonly nodeId: string;
  readonly versionId: string;
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly sha256: string;
  readonly modifiedAt: Date;
  readonly authorId: string;
  /** Whether a file of this name gets a new version. Otherwise a taken name gives a numbered one: bytes are never dropped. */
  readonly mayReplace: (existing: NodeRow) => boolean;
  readonly now: Date;
  readonly newId: () => string;
}

/** Makes a file, or a version of one, in a locked space and a living folder. Returns the node and the event to record. */
export async function putFile(
  tx: Tx,
  file: NewFile,
): Promise<{ readonly node: NodeRow; readonly event: SpaceEvent }> {
  const place = { spaceId: file.spaceId, parentId: file.parentId };
  const existing = await findChildByKey(tx, { ...place, nameKey: nameKey(file.name) });
  if (existing !== undefined && existing.kind === 'file' && file.mayReplace(existing)) {
    return await putVersion(tx, file, existing);
  }
  const name =
    existing === undefined ? file.name : await freeName(tx, { ...place, name: file.name, now: file.now });
  const isIdTaken = await isNodeKnown(tx, file.nodeId);
  const node = await insertNode(tx, {
    ...place,
    id: isIdTaken ? file.newId() : file.nodeId,
    kind: 'file',
    name,
    nameKey: nameKey(name),
    nameSort: nameSort(name),
    versionId: file.versionId,
    sizeBytes: file.sizeBytes,
    mediaType: file.mediaType,
    modifiedAt: file.modifiedAt,
    createdBy: file.authorId,
    now: file.now,
  });
  await insertVersion(tx, { ...file, id: file.versionId, nodeId: node.id });
  const facts = { name, parent_id: file.parentId, size_bytes: file.sizeBytes };
  return { node, event: { verb: 'file_created', nodeId: node.id, facts } };
}

async function putVersion(
  tx: Tx,
  file: NewFile,
  existing: NodeRow,
): Promise<{ readonly node: NodeRow; readonly event: SpaceEvent }> {
  const number = await insertVersion(tx, { ...file, id: file.versionId, nodeId: existing.id });
  const node = await setCurrentVersion(tx, { ...file, id: existing.id });
  const facts = { name: existing.name, number, size_bytes: file.sizeBytes };
  return { node, event: { verb: 'version_created', nodeId: existing.id, facts } };
}
