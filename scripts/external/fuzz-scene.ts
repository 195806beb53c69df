import { randomUUID } from 'node:crypto';
import type { Person } from '@coffer/e2e/person';
import type { SpaceId, NodeId } from '@coffer/contracts';

export type KnownIds = Readonly<Record<string, readonly string[]>>;

export async function createScene(
  person: Person,
  { id: spaceId, rootId }: { readonly id: SpaceId; readonly rootId: NodeId },
): Promise<KnownIds> {
  const folder = await person.call('createFolder', { body: { parentId: rootId, name: 'Fuzzed' } });
  const first = await person.upload(folder.id, 'report.txt', Buffer.from('one'));
  const second = await person.replace(first, Buffer.from('two'));
  const trashed = await person.upload(rootId, 'old.txt', Buffer.from('old'));
  await person.call('trashNodes', { body: { ids: [trashed.id] } });
  const open = await person.call('createUpload', {
    body: {
      parentId: folder.id,
      name: 'open.bin',
      sizeBytes: 20_000_000,
      mediaType: '',
      modifiedAt: new Date().toISOString(),
    },
  });
  const uploads = open.outcome === 'created' ? [open.upload.id] : [];
  const nodes = [rootId, folder.id, first.id, trashed.id];
  const versions = [first, second].flatMap(({ versionId }) => (versionId === null ? [] : [versionId]));
  return {
    spaceId: [spaceId],
    nodeId: nodes,
    parentId: nodes,
    versionId: versions,
    uploadId: uploads,
    ids: [...nodes, ...uploads],
  };
}

/** Random ids would never match, so the document gets known ids and one unknown. */
export function withIds(document: unknown, ids: KnownIds): unknown {
  const walk = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((inner) => walk(inner, name));
    if (typeof value !== 'object' || value === null) return value;
    const known = ids[name];
    if (known !== undefined && 'format' in value && value.format === 'uuid') {
      return { type: 'string', enum: [...known, randomUUID()] };
    }
    const own = 'in' in value && 'name' in value && typeof value.name === 'string' ? value.name : name;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        key === 'responses'
          ? [key, inner]
          : [key, walk(inner, ['items', 'schema'].includes(key) ? own : key)],
      ),
    );
  };
  return walk(document, '');
}
