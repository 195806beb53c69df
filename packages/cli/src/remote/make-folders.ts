import type { NodeId, NodeView } from '@coffer/contracts';
import { eachAtOnce } from '@coffer/kit';
import { ApiFailure } from '../api/api-failure.ts';
import type { Client } from '../api/client.ts';
import { CommandFailure } from '../command-failure.ts';

const AT_ONCE = 4;

/** The folder of this name, which is created if missing. */
export async function makeFolder(client: Client, parentId: NodeId, name: string): Promise<NodeView> {
  return await client.call('createFolder', { body: { parentId, name, ifExists: 'reuse' } });
}

/**
 * Ids of the folders below `rootId` by their joined path. A folder that could not be created has the reason instead.
 */
export type FolderIds = ReadonlyMap<string, NodeId | CommandFailure>;

export function pathKey(path: readonly string[]): string {
  return path.join('/');
}

/** `paths` contains each folder, including all parent folders. */
export async function makeFolders(
  client: Client,
  rootId: NodeId,
  paths: readonly (readonly string[])[],
): Promise<FolderIds> {
  const ids = new Map<string, NodeId | CommandFailure>([['', rootId]]);
  const depthMax = paths.reduce((most, path) => Math.max(most, path.length), 0);
  for (let depth = 1; depth <= depthMax; depth += 1) {
    const level = paths.filter((path) => path.length === depth);
    await eachAtOnce(level, AT_ONCE, async (path) => {
      const parent = ids.get(pathKey(path.slice(0, -1))) ?? new ApiFailure('node_not_found');
      ids.set(pathKey(path), typeof parent === 'string' ? await tryMake(client, parent, path) : parent);
    });
  }
  return ids;
}

async function tryMake(
  client: Client,
  parentId: NodeId,
  path: readonly string[],
): Promise<NodeId | CommandFailure> {
  try {
    return (await makeFolder(client, parentId, path.at(-1) ?? '')).id;
  } catch (error) {
    if (error instanceof CommandFailure) return error;
    throw error;
  }
}
