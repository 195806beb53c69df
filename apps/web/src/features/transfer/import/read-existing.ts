import type { NodeId, SpaceId, VersionId } from '@coffer/contracts';
import { LIMITS } from '@coffer/contracts';
import { importCalls } from '../../../api/imports.ts';
import { hexOfBase64 } from '../../../lib/checksum/hex-of-base64.ts';
import { keyOf } from './plan-import.ts';

export interface ExistingVersion {
  readonly id: VersionId;
  readonly sizeBytes: number;
  /** In hex. Undefined until the server has computed it. */
  readonly sha256: string | undefined;
}

export interface ExistingItem {
  readonly id: NodeId;
  readonly kind: 'file' | 'folder';
  readonly modifiedMs: number;
  /**
   * Oldest first, fetched only once. Rejects if the server refuses, because without the versions everything would be
   * uploaded again.
   */
  readonly versions: () => Promise<readonly ExistingVersion[]>;
}

/** Keyed by the path below the folder. */
export type Existing = ReadonlyMap<string, ExistingItem>;

export interface ImportPlace {
  readonly spaceId: SpaceId;
  readonly folderId: NodeId;
}

/**
 * Reads what is already in the folder; undefined if the server refuses. Managers read all versions at once, others per
 * compared file.
 */
export async function readExisting(place: ImportPlace, signal: AbortSignal): Promise<Existing | undefined> {
  return (await readWhole(place, signal)) ?? (await readTree(place.folderId, signal));
}

interface Row {
  readonly id: NodeId;
  readonly parentId: NodeId | null;
  readonly kind: 'file' | 'folder';
  readonly name: string;
  readonly modifiedMs: number;
}

async function readWhole(
  { spaceId, folderId }: ImportPlace,
  signal: AbortSignal,
): Promise<Existing | undefined> {
  const rows = new Map<NodeId, Row>();
  const versions = new Map<NodeId, (ExistingVersion & { readonly number: number })[]>();
  let after: string | undefined;
  do {
    const page = await importCalls.listExport(spaceId, after, signal);
    if (!page.ok) return undefined;
    for (const record of page.value.records) {
      if (record.type === 'node')
        rows.set(record.id, { ...record, modifiedMs: Date.parse(record.modifiedAt) });
      if (record.type !== 'version') continue;
      const sha256 = record.sha256 === null ? undefined : hexOfBase64(record.sha256);
      const known = versions.get(record.nodeId) ?? [];
      versions.set(record.nodeId, [...known, { ...record, sha256 }]);
    }
    // Comments and shares follow all nodes and versions, so reading can stop there.
    const isRead = page.value.records.some(({ type }) => type !== 'node' && type !== 'version');
    after = isRead ? undefined : (page.value.next ?? undefined);
  } while (after !== undefined);
  const existing = new Map<string, ExistingItem>();
  for (const row of rows.values()) {
    const path = pathBelow(row, { rows, folderId });
    const own = (versions.get(row.id) ?? []).toSorted((one, other) => one.number - other.number);
    if (path !== undefined) existing.set(keyOf(path), { ...row, versions: () => Promise.resolve(own) });
  }
  return existing;
}

/** The path of a node below the folder. Undefined for the folder itself, and for nodes elsewhere in the space. */
function pathBelow(
  row: Row,
  { rows, folderId }: { readonly rows: ReadonlyMap<NodeId, Row>; readonly folderId: NodeId },
): readonly string[] | undefined {
  const path: string[] = [];
  for (let at: Row | undefined = row; at !== undefined; ) {
    if (at.id === folderId) return path.length === 0 ? undefined : path;
    path.unshift(at.name);
    at = at.parentId === null ? undefined : rows.get(at.parentId);
  }
  return undefined;
}

async function readTree(folderId: NodeId, signal: AbortSignal): Promise<Existing | undefined> {
  const existing = new Map<string, ExistingItem>();
  const paths = new Map<string, readonly string[]>([[folderId, []]]);
  let waiting: NodeId[] = [folderId];
  while (waiting.length > 0) {
    let request: { ids: NodeId[]; after?: string | undefined } | null = {
      ids: waiting.slice(0, LIMITS.treeFoldersMax),
    };
    waiting = waiting.slice(LIMITS.treeFoldersMax);
    while (request !== null) {
      const page = await importCalls.listTree(request, signal);
      if (!page.ok) return undefined;
      for (const { id, parentId, kind, name, modifiedAt } of page.value.items) {
        const path = [...(paths.get(parentId ?? '') ?? []), name];
        paths.set(id, path);
        if (kind === 'folder') waiting.push(id);
        let asked: ReturnType<typeof versionsOf> | undefined;
        const versions = (): ReturnType<typeof versionsOf> => (asked ??= versionsOf(id, signal));
        existing.set(keyOf(path), { id, kind, modifiedMs: Date.parse(modifiedAt), versions });
      }
      request = page.value.next;
    }
  }
  return existing;
}

async function versionsOf(nodeId: NodeId, signal: AbortSignal): Promise<readonly ExistingVersion[]> {
  const newestFirst: ExistingVersion[] = [];
  let after: string | undefined;
  do {
    const listed = await importCalls.listVersions(nodeId, after, signal);
    if (!listed.ok && listed.error.code === 'node_not_found') return [];
    if (!listed.ok) throw new Error('the versions of a file could not be read', { cause: listed.error });
    for (const { id, sizeBytes, contentSha256 } of listed.value.items) {
      const sha256 = contentSha256 == null ? undefined : hexOfBase64(contentSha256);
      newestFirst.push({ id, sizeBytes, sha256 });
    }
    after = listed.value.next ?? undefined;
  } while (after !== undefined);
  return newestFirst.toReversed();
}
