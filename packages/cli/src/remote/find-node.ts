import {
  LIMITS,
  nameKey,
  nameSpaceFolders,
  type NodeView,
  SHARED_FOLDER,
  type Space,
} from '@coffer/contracts';
import type { Client } from '../api/client.ts';
import { CommandFailure } from '../command-failure.ts';
import { parseRemotePath, type RemotePath, showPath } from './remote-path.ts';

export interface FoundNode {
  readonly node: NodeView;
  /** The path with names as the server spells them. */
  readonly path: RemotePath;
}

export async function listSpaceFolders(
  client: Client,
): Promise<readonly { readonly name: string; readonly space: Space }[]> {
  return nameSpaceFolders((await client.call('listSpaces')).items);
}

export async function listShared(client: Client): Promise<readonly NodeView[]> {
  const nodes: NodeView[] = [];
  let after: string | undefined;
  do {
    const page = await client.call('listSharedWithMe', {
      query: { sort: 'name', order: 'asc', limit: String(LIMITS.pageSizeMax), after },
    });
    nodes.push(...page.items.map(({ node }) => node));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return nodes;
}

/** Throws a failure that names the path if nothing is found. */
export async function findNode(client: Client, text: string): Promise<FoundNode> {
  const path = parseRemotePath(text);
  const found = await findPath(client, path);
  if (found === undefined) throw notFound(path);
  return found;
}

export function notFound(path: RemotePath): CommandFailure {
  if (path.length === 0) return new CommandFailure('Name a space, as "coffer ls" lists them.');
  return new CommandFailure(`${showPath(path)}: there’s nothing with this name, or you don’t have access.`);
}

/** Undefined if the path does not exist, and for the list of spaces. */
export async function findPath(client: Client, path: RemotePath): Promise<FoundNode | undefined> {
  const start = await findStart(client, path);
  if (start === undefined) return undefined;
  let { node } = start;
  const names = [...start.names];
  for (const name of path.slice(names.length)) {
    if (node.kind !== 'folder') return undefined;
    const child = await findChild(client, node, name);
    if (child === undefined) return undefined;
    node = child;
    names.push(child.name);
  }
  return { node, path: names };
}

async function findStart(
  client: Client,
  [first, second]: RemotePath,
): Promise<{ readonly node: NodeView; readonly names: readonly string[] } | undefined> {
  if (first === undefined) return undefined;
  const spaces = await listSpaceFolders(client);
  const named = spaces.find(({ name }) => nameKey(name) === nameKey(first));
  if (named !== undefined) {
    const node = await client.call('getNode', { params: { nodeId: named.space.rootId } });
    return { node, names: [named.name] };
  }
  if (nameKey(first) !== nameKey(SHARED_FOLDER) || second === undefined) return undefined;
  const shared = await listShared(client);
  const node = shared.find(({ name }) => nameKey(name) === nameKey(second));
  return node === undefined ? undefined : { node, names: [SHARED_FOLDER, node.name] };
}

/** Finds an item by name. Reads the whole list if the filter, which matches only words, gives a partial result. */
export async function findChild(
  client: Client,
  folder: Pick<NodeView, 'id'>,
  name: string,
): Promise<NodeView | undefined> {
  if (/[\p{L}\p{N}]{3}/u.test(name) && name.length <= LIMITS.searchLengthMax) {
    const filtered = await readList(client, { folder, name, filter: name });
    if (filtered.node !== undefined || !filtered.isPartial) return filtered.node;
  }
  return (await readList(client, { folder, name })).node;
}

async function readList(
  client: Client,
  asked: { readonly folder: Pick<NodeView, 'id'>; readonly name: string; readonly filter?: string },
): Promise<{ readonly node: NodeView | undefined; readonly isPartial: boolean }> {
  const key = nameKey(asked.name);
  let after: string | undefined;
  do {
    const page = await client.call('listChildren', {
      params: { nodeId: asked.folder.id },
      query: { limit: String(LIMITS.pageSizeMax), after, filter: asked.filter },
    });
    const node = page.items.find((item) => nameKey(item.name) === key);
    if (node !== undefined || page.isPartial) return { node, isPartial: page.isPartial };
    after = page.next ?? undefined;
  } while (after !== undefined);
  return { node: undefined, isPartial: false };
}
