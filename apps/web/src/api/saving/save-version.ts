import type { NodeId, NodeView, VersionId } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import { readText, type ShownText } from '../content.ts';
import { call, callOrThrow } from '../calls/client.ts';
import type { ApiError } from '../calls/error.ts';
import { saveFile } from './save-file.ts';

/** What an editor needs to know of a file. */
export type EditedNode = Pick<NodeView, 'id' | 'mediaType' | 'name' | 'parentId' | 'versionId'>;

export type VersionSaved =
  | { readonly outcome: 'saved'; readonly node: NodeView }
  /** Another version was saved after the edited one. */
  | { readonly outcome: 'changed'; readonly node: NodeView }
  /** The file was deleted, is in the trash, or is no longer shared. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'failed'; readonly error: ApiError };

interface NextVersion {
  readonly nodeId: NodeId;
  readonly basedOn: VersionId;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
}

/** A copy of a file whose version could not be saved. */
export type SavedCopy = EditedNode & {
  /** Whether it lies at the top of the person's own files, because its folder is gone. */
  readonly isInOwnFiles?: boolean;
};

/** A rename may happen between two requests, so saving is retried this often. */
const TRIES_MAX = 3;

/** Adds a version based on the loaded one, wherever the file is now. Never overwrites a version of somebody else. */
export async function saveVersion({ nodeId, basedOn, bytes, signal }: NextVersion): Promise<VersionSaved> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await call('getNode', { params: { nodeId }, signal });
    if (!found.ok) {
      return found.error.code === 'node_not_found'
        ? { outcome: 'gone' }
        : { outcome: 'failed', error: found.error };
    }
    const node = found.value;
    if (node.trashedAt !== null || node.parentId === null) return { outcome: 'gone' };
    if (node.versionId !== basedOn) return { outcome: 'changed', node };
    const { parentId, name, mediaType } = node;
    const file = { parentId, name, mediaType: mediaType ?? '', conflict: 'replace', basedOn } as const;
    const saved = await saveFile(file, bytes, signal);
    if (saved.ok) return { outcome: 'saved', node: saved.value };
    const mayBeRenamed = saved.error.code === 'revision_conflict' || saved.error.code === 'node_not_found';
    if (!mayBeRenamed || attempt >= TRIES_MAX) return { outcome: 'failed', error: saved.error };
  }
}

/** Saves a copy next to the file, under a free name. If the folder is gone, saves it into the person's own files. */
export async function saveCopy(
  node: EditedNode,
  bytes: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
): Promise<Result<SavedCopy, ApiError>> {
  const found = await call('getNode', { params: { nodeId: node.id }, signal });
  const current = found.ok && found.value.trashedAt === null ? found.value : node;
  const parentId = current.parentId ?? node.parentId ?? node.id;
  const copy = { name: node.name, mediaType: node.mediaType ?? '', conflict: 'rename' } as const;
  const saved = await saveFile({ ...copy, parentId }, bytes, signal);
  if (saved.ok || saved.error.code !== 'node_not_found') return saved;
  const spaces = await call('listSpaces', { signal });
  if (!spaces.ok) return spaces;
  const own = spaces.value.items.find(({ kind }) => kind === 'personal');
  if (own === undefined) return saved;
  const kept = await saveFile({ ...copy, parentId: own.rootId }, bytes, signal);
  return kept.ok ? ok({ ...kept.value, isInOwnFiles: true }) : kept;
}

/** Reads the current version, which may be newer than the version in a list. */
export async function readCurrentText(
  nodeId: NodeId,
): Promise<{ readonly node: NodeView; readonly shown: ShownText }> {
  const node = await callOrThrow('getNode', { params: { nodeId } });
  const query = {
    disposition: 'inline',
    as: 'json',
    ...(node.versionId === null ? {} : { versionId: node.versionId }),
  } as const;
  const { url } = await callOrThrow('getContent', { params: { nodeId }, query });
  return { node, shown: await readText(url, node.sizeBytes ?? 0) };
}
