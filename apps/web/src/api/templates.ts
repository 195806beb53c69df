import type { NodeId, NodeView } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from './calls/client.ts';
import { nodeKeys } from './nodes.ts';

/** A folder in the root of a space with one of these names holds the templates, whatever language a member uses. */
const FOLDER_NAMES = ['templates', 'القوالب', 'قوالب'];
const SHOWN_MAX = 200;

export interface Templates {
  /** Undefined if the space has no such folder. */
  readonly folder: NodeView | undefined;
  readonly files: readonly NodeView[];
}

export function templatesQuery(rootId: NodeId) {
  return queryOptions({
    queryKey: [...nodeKeys.lists, rootId, 'templates'],
    queryFn: async ({ signal }) => await findTemplates(rootId, signal),
  });
}

export async function findTemplates(rootId: NodeId, signal?: AbortSignal): Promise<Templates> {
  const found = await Promise.all(
    FOLDER_NAMES.map(async (filter) => await childrenOf(rootId, { filter, signal })),
  );
  const folder = found
    .flat()
    .find(({ kind, name }) => kind === 'folder' && FOLDER_NAMES.includes(name.toLowerCase()));
  const inside = folder === undefined ? [] : await childrenOf(folder.id, { signal });
  return { folder, files: inside.filter(({ kind, isDamaged }) => kind === 'file' && isDamaged !== true) };
}

interface Asked {
  readonly filter?: string;
  readonly signal: AbortSignal | undefined;
}

async function childrenOf(nodeId: NodeId, { filter, signal }: Asked): Promise<readonly NodeView[]> {
  const query = { sort: 'name', order: 'asc', at: '0', limit: String(SHOWN_MAX), filter } as const;
  const asked = { params: { nodeId }, query };
  const { items } = await callOrThrow('listChildren', signal === undefined ? asked : { ...asked, signal });
  return items;
}
