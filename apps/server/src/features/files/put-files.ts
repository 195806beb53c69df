import { nameKey } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import type { SpaceEvent } from '../spaces/index.ts';
import { freeName } from './free-name.ts';
import { type NodeRow, nameSort, type GuestAuthor } from './model.ts';
import { findChildByKey, listChildrenByKey } from './store/nodes.ts';
import {
  insertNodes,
  insertVersions,
  listUsedIds,
  type NewVersion,
  setCurrentVersions,
} from './store/put.ts';

/** A file whose stored bytes are verified. */
export interface NewFile {
  readonly parentId: string;
  readonly name: string;
  /** The id of the new node. Not used if a version is added or the id was used before. */
  readonly nodeId: string;
  readonly versionId: string;
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly sha256: string;
  readonly modifiedAt: Date;
  readonly authorId: string;
  readonly guest?: GuestAuthor | undefined;
  /** Whether the existing file may get a new version. Otherwise the new file gets a numbered name. */
  readonly mayReplace: (existing: NodeRow) => boolean;
}

interface Space {
  readonly spaceId: string;
  readonly now: Date;
  readonly newId: () => string;
}

export interface FilePut {
  readonly node: NodeRow;
  readonly event: SpaceEvent;
}

/**
 * Adds files, and returns results in their order; requires the space lock and folders that are not in the trash. Free
 * names come first, so that no numbered name takes the name of another file.
 */
export async function putFiles(tx: Tx, space: Space, files: readonly NewFile[]): Promise<readonly FilePut[]> {
  const { fresh, versions, others } = await sortOut(tx, space, files);
  const put = new Map([...(await putNew(tx, space, fresh)), ...(await putVersions(tx, space, versions))]);
  for (const file of others) for (const [key, done] of await putNamed(tx, space, file)) put.set(key, done);
  return files.map((file) => defined(put.get(file), 'a file was not added'));
}

interface Named {
  readonly file: NewFile;
  readonly name: string;
}

interface Replacing {
  readonly file: NewFile;
  readonly existing: NodeRow;
}

async function sortOut(
  tx: Tx,
  { spaceId }: Space,
  files: readonly NewFile[],
): Promise<{
  readonly fresh: readonly Named[];
  readonly versions: readonly Replacing[];
  readonly others: readonly NewFile[];
}> {
  const slots = files.map((file) => ({ parentId: file.parentId, nameKey: nameKey(file.name) }));
  const rows = await listChildrenByKey(tx, spaceId, slots);
  const taken = new Map(rows.map((row) => [`${row.parent_id} ${row.name_key}`, row]));
  const seen = new Set<string>();
  const fresh: Named[] = [];
  const versions: Replacing[] = [];
  const others: NewFile[] = [];
  for (const file of files) {
    const slot = `${file.parentId} ${nameKey(file.name)}`;
    const existing = taken.get(slot);
    if (seen.has(slot)) others.push(file);
    else if (existing === undefined) fresh.push({ file, name: file.name });
    else if (isReplaced(file, existing)) versions.push({ file, existing });
    else others.push(file);
    seen.add(slot);
  }
  return { fresh, versions, others };
}

function isReplaced(file: NewFile, existing: NodeRow): boolean {
  return existing.kind === 'file' && file.mayReplace(existing);
}

type Put = ReadonlyMap<NewFile, FilePut>;

async function putNamed(tx: Tx, space: Space, file: NewFile): Promise<Put> {
  const place = { spaceId: space.spaceId, parentId: file.parentId };
  const existing = await findChildByKey(tx, { ...place, nameKey: nameKey(file.name) });
  if (existing !== undefined && isReplaced(file, existing)) {
    return await putVersions(tx, space, [{ file, existing }]);
  }
  const name = await freeName(tx, { ...place, name: file.name, now: space.now });
  return await putNew(tx, space, [{ file, name }]);
}

async function putNew(tx: Tx, space: Space, entries: readonly Named[]): Promise<Put> {
  if (entries.length === 0) return new Map();
  const inUse = new Set(
    await listUsedIds(
      tx,
      entries.map(({ file }) => file.nodeId),
    ),
  );
  const nodes = entries.map(({ file, name }) => {
    const id = inUse.has(file.nodeId) ? space.newId() : file.nodeId;
    inUse.add(id);
    return {
      spaceId: space.spaceId,
      parentId: file.parentId,
      id,
      kind: 'file' as const,
      name,
      nameKey: nameKey(name),
      nameSort: nameSort(name),
      versionId: file.versionId,
      sizeBytes: file.sizeBytes,
      mediaType: file.mediaType,
      modifiedAt: file.modifiedAt,
      createdBy: file.authorId,
      now: space.now,
    };
  });
  const rows = new Map((await insertNodes(tx, nodes)).map((row) => [row.current_version_id, row]));
  const made = entries.map(({ file }) => ({
    file,
    node: defined(rows.get(file.versionId), 'an inserted node was not returned'),
  }));
  await insertVersions(
    tx,
    made.map(({ file, node }) => versionOf(space, file, node.id)),
  );
  return new Map(
    made.map(({ file, node }) => {
      const facts = { name: node.name, parent_id: file.parentId, size_bytes: file.sizeBytes };
      return [file, { node, event: { verb: 'file_created', nodeId: node.id, facts } }];
    }),
  );
}

async function putVersions(tx: Tx, space: Space, entries: readonly Replacing[]): Promise<Put> {
  if (entries.length === 0) return new Map();
  const numbers = await insertVersions(
    tx,
    entries.map(({ file, existing }) => versionOf(space, file, existing.id)),
  );
  const versions = entries.map(({ file, existing }) => ({ ...file, id: existing.id }));
  const changed = await setCurrentVersions(tx, { ...space, versions });
  const rows = new Map(changed.map((row) => [row.id, row]));
  return new Map(
    entries.map(({ file, existing }) => {
      const node = defined(rows.get(existing.id), 'a locked node disappeared');
      const number = defined(numbers.get(file.versionId), 'an inserted version has no number');
      const { name, parent_id } = existing;
      const facts = { name, parent_id, number, size_bytes: file.sizeBytes };
      return [file, { node, event: { verb: 'version_created', nodeId: node.id, facts } }];
    }),
  );
}

function versionOf(space: Space, file: NewFile, nodeId: string): NewVersion {
  return { ...file, spaceId: space.spaceId, now: space.now, id: file.versionId, nodeId };
}
