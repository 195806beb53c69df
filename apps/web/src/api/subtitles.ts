import type { NodeView } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { decodeText } from '../lib/text/text-encoding.ts';
import { callOrThrow } from './calls/client.ts';
import { fetchFileBytes } from './file-bytes.ts';
import { nodeKeys } from './nodes.ts';

/** In a list sorted by name, files with the same base name are neighbours, so reading this many rows is enough. */
const NEIGHBOURS = 30;
const BY_NAME = { sort: 'name', order: 'asc' } as const;

/** The subtitle files of a video, which lie next to it in its folder. */
export function subtitlesBeside({ id, parentId, name }: Pick<NodeView, 'id' | 'name' | 'parentId'>) {
  return queryOptions({
    queryKey: [...nodeKeys.one(id), 'subtitles', name],
    queryFn: async ({ signal }): Promise<readonly NodeView[]> => {
      if (parentId === null) return [];
      const { index } = await callOrThrow('getPosition', { params: { nodeId: id }, query: BY_NAME, signal });
      const at = String(Math.max(0, index - NEIGHBOURS));
      const query = { ...BY_NAME, at, limit: String(2 * NEIGHBOURS + 1) };
      const { items } = await callOrThrow('listChildren', { params: { nodeId: parentId }, query, signal });
      return items.filter((file) => file.kind === 'file' && /\.(?:vtt|srt)$/i.test(file.name));
    },
  });
}

export async function readSubtitles(
  { id: nodeId }: Pick<NodeView, 'id'>,
  signal: AbortSignal,
): Promise<string> {
  const query = { disposition: 'inline', as: 'json' } as const;
  const { url } = await callOrThrow('getContent', { params: { nodeId }, query, signal });
  return decodeText(await fetchFileBytes(url, { signal })).text;
}
