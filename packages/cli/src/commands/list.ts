import { LIMITS, nameKey, type NodeView, SHARED_FOLDER } from '@coffer/contracts';
import type { Client } from '../api/client.ts';
import { WrongArguments } from '../command-failure.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { findNode, findPath, listShared, listSpaceFolders } from '../remote/find-node.ts';
import { parseRemotePath, type RemotePath } from '../remote/remote-path.ts';
import { formatBytes, formatTime, table } from '../terminal/format.ts';
import { printable } from '../terminal/printable.ts';

export const list: Command = {
  usage: `[PATH] [-l] [--json]

Lists the spaces, or what is in a folder. Folders end with a slash.

  -l, --long   with size and time of the last change`,
  options: { long: { type: 'boolean', short: 'l' } },
  run: async (world, args) => {
    const [path = '', extra] = args.positionals;
    if (extra !== undefined) throw new WrongArguments(`"${extra}" is one argument too many.`);
    const context = await world.context();
    const isLong = args.isSet('long');
    const names = parseRemotePath(path);
    if (names.length === 0) await listSpaces(context, isLong);
    else if (await isShared(context.client, names)) show(context, await listShared(context.client), isLong);
    else await listFolder(context, path, isLong);
    return EXIT.done;
  },
};

/** Whether the path is the list of shared items. A space with the same name takes precedence. */
async function isShared(client: Client, names: RemotePath): Promise<boolean> {
  const isNamed = names.length === 1 && nameKey(names[0] ?? '') === nameKey(SHARED_FOLDER);
  return isNamed && (await findPath(client, names)) === undefined;
}

async function listSpaces({ client, output }: Context, isLong: boolean): Promise<void> {
  const spaces = await listSpaceFolders(client);
  const shared = await client.call('listSharedWithMe', { query: { limit: '1' } });
  if (output.isJson) {
    output.json({ items: spaces.map(({ name, space }) => ({ path: name, ...space })) });
    return;
  }
  const rows = spaces.map(({ name, space }) => [
    space.role,
    `${formatBytes(space.usedBytes)} of ${formatBytes(space.quotaBytes)}`,
    printable(`${name}/`),
  ]);
  if (shared.items.length > 0) rows.push(['', '', `${SHARED_FOLDER}/`]);
  output.result(isLong ? table(rows, [1]) : rows.map((row) => row[2]).join('\n'));
}

async function listFolder(context: Context, path: string, isLong: boolean): Promise<void> {
  const { node } = await findNode(context.client, path);
  show(context, node.kind === 'folder' ? await readFolder(context.client, node) : [node], isLong);
}

async function readFolder(client: Client, folder: NodeView): Promise<readonly NodeView[]> {
  const nodes: NodeView[] = [];
  let after: string | undefined;
  do {
    const page = await client.call('listChildren', {
      params: { nodeId: folder.id },
      query: { limit: String(LIMITS.pageSizeMax), after },
    });
    nodes.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return nodes;
}

function show({ output }: Context, nodes: readonly NodeView[], isLong: boolean): void {
  if (output.isJson) {
    output.json({ items: nodes });
    return;
  }
  if (nodes.length === 0) return;
  const rows = nodes.map((node) => [
    node.sizeBytes === null ? '' : formatBytes(node.sizeBytes),
    formatTime(node.modifiedAt),
    `${nameOf(node)}${node.isDamaged === true ? '  (damaged)' : ''}`,
  ]);
  output.result(isLong ? table(rows, [0]) : nodes.map(nameOf).join('\n'));
}

function nameOf({ kind, name }: NodeView): string {
  return printable(kind === 'folder' ? `${name}/` : name);
}
