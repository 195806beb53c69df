import type { NodeId, NodeView, VersionId } from '@coffer/contracts';
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
}

/** A rename may happen between two requests, so saving is retried this often. */
const TRIES_MAX = 3;

/** Adds a version based on the loaded one, wherever the file is now. Never overwrites a version of somebody else. */
export async function saveVersion({ nodeId, basedOn, bytes }: NextVersion): Promise<VersionSaved> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await call('getNode', { params: { nodeId } });
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
    const saved = await saveFile(file, bytes);
    if (saved.ok) return { outcome: 'saved', node: saved.value };
    const mayBeRenamed = saved.error.code === 'revision_conflict' || saved.error.code === 'node_not_found';
    if (!mayBeRenamed || attempt >= TRIES_MAX) return { outcome: 'failed', error: saved.error };
  }
}

/** Saves a copy next to the file, under a free name. */
export async function saveCopy(
  node: EditedNode,
  bytes: Uint8Array<ArrayBuffer>,
): ReturnType<typeof saveFile> {
  const found = await call('getNode', { params: { nodeId: node.id } });
  const current = found.ok && found.value.trashedAt === null ? found.value : node;
  const parentId = current.parentId ?? node.parentId ?? node.id;
  return await saveFile(
    { parentId, name: node.name, mediaType: node.mediaType ?? '', conflict: 'rename' },
    bytes,
  );
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
