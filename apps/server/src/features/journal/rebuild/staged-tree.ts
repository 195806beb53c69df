import { nameKey, numberedName } from '@coffer/contracts';
import type { Tx } from '../../../platform/db/db.ts';
import { nameSort, searchText } from '../../files/index.ts';
import {
  changeStaged,
  findStagedSpace,
  listStagedChildKeys,
  stage,
  type StagedNode,
  type StagedSpace,
} from '../store/staging.ts';
import { RECOVERED } from './model.ts';

/** Adds what is missing to the staged rows: spaces, roots, people and folders. */
export interface StagedTree {
  ensureSpace(id: string, ownerId: string | undefined): Promise<StagedSpace>;
  addRoot(space: StagedSpace): Promise<void>;
  addPerson(id: string): Promise<void>;
  /** The folder "Recovered" of the space, or a folder in it if `name` is given. */
  recoveredFolder(space: StagedSpace, name?: string): Promise<string>;
  addFile(file: NewFile): Promise<void>;
  displace(node: StagedNode, space: StagedSpace): Promise<void>;
}

export interface NewFile {
  readonly space: StagedSpace;
  readonly folderId: string;
  readonly nodeId: string;
  readonly name: string;
  /** Oldest first. */
  readonly versions: readonly NewVersion[];
}

export interface NewVersion {
  readonly id: string;
  readonly blobId: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly sha256: string;
  readonly etag: string;
  readonly partSizeBytes: number | null;
  readonly authorId: string;
  readonly at: Date;
}

/**
 * The issuer of people whose rows are lost. They count as deleted accounts, so that administrators can take their
 * spaces or give them away.
 */
const LOST_ISSUER = 'urn:coffer:lost';

interface Staging {
  readonly tx: Tx;
  readonly now: Date;
  readonly newId: () => string;
  readonly quotaBytes: number;
  /** Folders that were added, by parent and requested name. */
  readonly folders: Map<string, string>;
  /** Taken names by folder. */
  readonly taken: Map<string, Set<string>>;
}

export function stagedTree(
  tx: Tx,
  given: { readonly now: Date; readonly newId: () => string; readonly quotaBytes: number },
): StagedTree {
  const staging: Staging = { tx, ...given, folders: new Map(), taken: new Map() };
  const recoveredFolder: StagedTree['recoveredFolder'] = async (space, name) => {
    const top = await folderOnce(staging, space, { parentId: space.root_id, name: RECOVERED });
    return name === undefined ? top : await folderOnce(staging, space, { parentId: top, name });
  };
  return {
    ensureSpace: async (id, ownerId) => await ensureSpace(staging, id, ownerId),
    addRoot: async (space) => await addRoot(staging, space),
    addPerson: async (id) => await addPerson(staging, id),
    recoveredFolder,
    addFile: async (file) => await addFile(staging, file),
    displace: async (node, space) => {
      const folderId = await recoveredFolder(space);
      const name = node.trashed_at === null ? await freeNameIn(staging, folderId, node.name) : node.name;
      const row = { parent_id: folderId, name, ...named(name) };
      await changeStaged(tx, { spaceId: space.id, id: node.id, row });
    },
  };
}

function changing({ now }: Staging) {
  return { created_at: now.toISOString(), updated_at: now.toISOString() };
}

async function freeNameIn({ tx, taken }: Staging, folderId: string, name: string): Promise<string> {
  const keys = taken.get(folderId) ?? new Set(await listStagedChildKeys(tx, folderId));
  taken.set(folderId, keys);
  let free = name;
  for (let number = 2; keys.has(nameKey(free)); number += 1) free = numberedName(name, number);
  keys.add(nameKey(free));
  return free;
}

interface NewNode {
  readonly space_id: string;
  readonly id: string;
  readonly parent_id: string | null;
  readonly kind: 'folder' | 'file';
  readonly name: string;
  readonly created_by: string;
}

async function addNode(staging: Staging, node: NewNode & Readonly<Record<string, string | number | null>>) {
  const always = changing(staging);
  const empty = { size_bytes: 0, media_type: '', modified_at: always.created_at };
  const row = { ...empty, ...always, ...node, ...named(node.name) };
  await stage(staging.tx, [{ table: 'node', key: { space_id: node.space_id, id: node.id }, row }]);
}

async function folderOnce(
  staging: Staging,
  space: StagedSpace,
  wanted: { readonly parentId: string; readonly name: string },
): Promise<string> {
  const place = `${wanted.parentId}/${wanted.name}`;
  const known = staging.folders.get(place);
  if (known !== undefined) return known;
  const id = staging.newId();
  staging.folders.set(place, id);
  await addNode(staging, {
    space_id: space.id,
    id,
    parent_id: wanted.parentId,
    kind: 'folder',
    name: await freeNameIn(staging, wanted.parentId, wanted.name),
    created_by: space.owner_id,
  });
  return id;
}

async function ensureSpace(staging: Staging, id: string, ownerId: string | undefined): Promise<StagedSpace> {
  const { tx, newId, quotaBytes } = staging;
  const known = await findStagedSpace(tx, id);
  if (known !== undefined) return known;
  const space = { id, owner_id: ownerId ?? newId(), root_id: newId() };
  const more = { name: `${RECOVERED} ${id.slice(-8)}`, kind: 'team', quota_bytes: quotaBytes };
  const sums = { used_bytes: 0, reserved_bytes: 0, event_sequence: 0 };
  const member = { space_id: id, user_id: space.owner_id };
  const { created_at: createdAt } = changing(staging);
  await stage(tx, [
    { table: 'space', key: { id }, row: { ...space, ...more, ...sums, ...changing(staging) } },
    { table: 'member', key: member, row: { ...member, role: 'owner', created_at: createdAt } },
  ]);
  await addRoot(staging, space);
  return space;
}

async function addRoot(
  staging: Staging,
  { id, root_id: rootId, owner_id: ownerId }: StagedSpace,
): Promise<void> {
  const root = { space_id: id, id: rootId, parent_id: null, name: RECOVERED, created_by: ownerId };
  await addNode(staging, { ...root, kind: 'folder' });
}

async function addPerson(staging: Staging, id: string): Promise<void> {
  const name = `Unknown person ${id.slice(-8)}`;
  const row = { id, issuer: LOST_ISSUER, subject: id, username: id, email: '', email_verified: false, name };
  const rest = { status: 'removed', role: 'member', quota_bytes: staging.quotaBytes, ...changing(staging) };
  await stage(staging.tx, [{ table: 'user', key: { id }, row: { ...row, ...rest } }]);
}

async function addFile(
  staging: Staging,
  { space, folderId, nodeId, name, versions }: NewFile,
): Promise<void> {
  const newest = versions.at(-1);
  if (newest === undefined) return;
  await addNode(staging, {
    space_id: space.id,
    id: nodeId,
    parent_id: folderId,
    kind: 'file',
    name: await freeNameIn(staging, folderId, name),
    current_version_id: newest.id,
    size_bytes: newest.sizeBytes,
    media_type: newest.mediaType,
    modified_at: newest.at.toISOString(),
    created_by: versions[0]?.authorId ?? newest.authorId,
  });
  const of = { spaceId: space.id, nodeId, now: staging.now };
  await stage(
    staging.tx,
    versions.flatMap((version, index) => versionEntries(of, version, index + 1)),
  );
}

function named(name: string) {
  return { name_key: nameKey(name), name_sort: nameSort(name), name_search: searchText(name) };
}

function versionEntries(
  { spaceId, nodeId, now }: { readonly spaceId: string; readonly nodeId: string; readonly now: Date },
  version: NewVersion,
  number: number,
) {
  const { id, blobId, sizeBytes, mediaType, sha256, authorId } = version;
  const at = version.at.toISOString();
  const stored = { space_id: spaceId, size_bytes: sizeBytes, sha256, created_at: at };
  const blob = {
    ...stored,
    id: blobId,
    key: version.key,
    etag: version.etag,
    state: 'referenced',
    verified_at: null,
    part_size_bytes: version.partSizeBytes,
    updated_at: now.toISOString(),
  };
  const row = {
    ...stored,
    id,
    node_id: nodeId,
    number,
    blob_id: blobId,
    media_type: mediaType,
    author_id: authorId,
  };
  return [
    { table: 'blob', key: { id: blobId }, row: blob },
    { table: 'version', key: { space_id: spaceId, id }, row },
  ];
}
