import { type NodeView, LIMITS, type OperationResponse } from '@coffer/contracts';
import { DAY_MS, SECOND_MS } from '@coffer/kit';
import { ApiFailure } from '../api/api-failure.ts';
import { pause } from '../api/retry.ts';
import { demand } from '../arguments.ts';
import type { Command } from '../command.ts';
import { CommandFailure, WrongArguments } from '../command-failure.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findNode, findPath, type FoundNode, notFound } from '../remote/find-node.ts';
import { makeFolder } from '../remote/make-folders.ts';
import { parseRemotePath, showPath } from '../remote/remote-path.ts';
import { createReport } from '../report.ts';
import { counted } from '../terminal/format.ts';

const ASK_EVERY_MS = SECOND_MS;
const IF_TAKEN = ['fail', 'rename', 'replace'] as const;
type IfTaken = (typeof IF_TAKEN)[number];

export const mkdir: Command = {
  usage: `PATH [-p]

Creates a folder.

  -p, --parents   also the folders above it; one that exists is no failure`,
  options: { parents: { type: 'boolean', short: 'p' } },
  run: async (world, args) => {
    const [text] = demand(args, 'PATH');
    const { client, output } = await world.context();
    const path = parseRemotePath(text);
    const node = args.isSet('parents') ? await makeAll(client, path) : await makeOne(client, path);
    if (output.isJson) output.json(node);
    else output.note(`Created ${showPath(path)}.`);
    return EXIT.done;
  },
};

async function makeOne(client: Context['client'], path: readonly string[]): Promise<NodeView> {
  const name = path.at(-1);
  if (name === undefined || path.length < 2) throw new WrongArguments('PATH is a folder in a space.');
  const parent = await findNode(client, showPath(path.slice(0, -1)));
  return await client.call('createFolder', { body: { parentId: parent.node.id, name, ifExists: 'fail' } });
}

async function makeAll(client: Context['client'], path: readonly string[]): Promise<NodeView> {
  let { node } = await findNode(client, path[0] ?? '');
  for (const name of path.slice(1)) node = await makeFolder(client, node.id, name);
  return node;
}

const PLACES = `Into TARGET if it is a folder that exists; otherwise TARGET is the new name of the one item.

  --if-taken RULE   for names that are taken: "fail" leaves the item alone (default), "rename" adds a number,
                    "replace" moves the file that is there to the trash. Folders are never replaced`;

export const mv: Command = {
  usage: `PATH... TARGET [--if-taken fail|rename|replace]\n\nMoves or renames files and folders. ${PLACES}`,
  options: { 'if-taken': { type: 'string' } },
  run: async (world, args) => {
    const context = await world.context();
    return await place(context, {
      call: 'moveNodes',
      ...split(args.positionals),
      ifTaken: args.choice('if-taken', IF_TAKEN),
    });
  },
};

export const cp: Command = {
  usage: `PATH... TARGET [--if-taken fail|rename|replace]\n\nCopies files and folders within Coffer, without sending a byte. ${PLACES}`,
  options: { 'if-taken': { type: 'string' } },
  run: async (world, args) => {
    const context = await world.context();
    return await place(context, {
      call: 'copyNodes',
      ...split(args.positionals),
      ifTaken: args.choice('if-taken', IF_TAKEN),
    });
  },
};

function split(positionals: readonly string[]): Pick<Placing, 'sources' | 'target'> {
  const target = positionals.at(-1);
  if (target === undefined || positionals.length < 2)
    throw new WrongArguments(target === undefined ? 'PATH is missing.' : 'TARGET is missing.');
  return { sources: positionals.slice(0, -1), target };
}

interface Placing {
  readonly call: 'moveNodes' | 'copyNodes';
  readonly sources: readonly string[];
  readonly target: string;
  readonly ifTaken: IfTaken;
}

async function place(context: Context, placing: Placing): Promise<ExitCode> {
  const { client, output } = context;
  const sources = await findItems(context, placing.sources);
  const path = parseRemotePath(placing.target);
  const found = await findPath(client, path);
  if (found?.node.kind === 'folder')
    return await placeInto(context, placing, { sources, folder: found.node });
  const [source] = sources;
  if (source === undefined || sources.length > 1 || path.length < 2) throw notFound(path);
  const parent = await findNode(client, showPath(path.slice(0, -1)));
  const node = await placeAs(context, placing, {
    source,
    folder: parent.node,
    name: path.at(-1) ?? '',
    found,
  });
  if (output.isJson) output.json(node);
  else output.note(`${placing.call === 'moveNodes' ? 'Moved' : 'Copied'} to ${showPath(path)}.`);
  return EXIT.done;
}

/** The root of a space is no item. */
async function findItems({ client }: Context, paths: readonly string[]): Promise<readonly FoundNode[]> {
  const found: FoundNode[] = [];
  for (const path of paths) {
    const one = await findNode(client, path);
    if (one.path.length < 2) throw new CommandFailure(`${path}: a whole space can’t be moved or copied.`);
    found.push(one);
  }
  return found;
}

interface Into {
  readonly sources: readonly FoundNode[];
  readonly folder: NodeView;
}

async function placeInto(
  context: Context,
  { call, ifTaken }: Placing,
  { sources, folder }: Into,
): Promise<ExitCode> {
  const body = { ids: sources.map(({ node }) => node.id), parentId: folder.id, conflict: ifTaken };
  const result = await context.client.call(call, { body });
  const report = createReport(context.output);
  for (const item of result.items) {
    if (item.ok) continue;
    const source = sources.find(({ node }) => node.id === item.id);
    report.fail(showPath(source?.path ?? []), new ApiFailure(item.code));
  }
  await whenFinished(context, result);
  if (!context.output.isJson) {
    const done = sources.length - result.items.filter(({ ok }) => !ok).length;
    context.output.note(`${counted(done, 'item')} ${call === 'moveNodes' ? 'moved' : 'copied'}.`);
  }
  return context.output.isJson ? report.end() : report.exitCode();
}

interface As {
  readonly source: FoundNode;
  readonly folder: NodeView;
  readonly name: string;
  /** What has this name now. */
  readonly found: FoundNode | undefined;
}

async function placeAs(
  context: Context,
  { call, ifTaken }: Placing,
  { source, folder, name, found }: As,
): Promise<NodeView> {
  const { client } = context;
  const isSame = found?.node.id === source.node.id;
  if (found !== undefined && !isSame && ifTaken === 'fail') throw new ApiFailure('name_taken');
  if (found !== undefined && !isSame && ifTaken === 'replace')
    await client.call('trashNodes', { body: { ids: [found.node.id] } });
  let { node } = source;
  if (call === 'copyNodes' || node.parentId !== folder.id) {
    // The name that it has now may be taken there; it gets its own in the next step.
    const body = { ids: [node.id], parentId: folder.id, conflict: 'rename' as const };
    const result = await client.call(call, { body });
    const [item] = result.items;
    if (item?.ok === false) throw new ApiFailure(item.code);
    await whenFinished(context, result);
    if (item === undefined && call === 'copyNodes')
      throw new CommandFailure(`Copied, and still called “${node.name}”: rename it once it is there.`);
    node = item?.node ?? (await client.call('getNode', { params: { nodeId: node.id } }));
  }
  if (node.name === name) return node;
  return await client.call('renameNode', {
    params: { nodeId: node.id },
    body: { name },
    revision: node.revision,
  });
}

/** Large moves and copies go on after the answer. */
async function whenFinished(
  { client, output, signal }: Context,
  { isUnfinished, jobId }: OperationResponse<'moveNodes'>,
): Promise<void> {
  if (isUnfinished !== true || jobId === undefined) return;
  output.note('The server is at it. Ctrl+C stops waiting, not the work.');
  for (;;) {
    await pause(ASK_EVERY_MS, signal);
    const { state } = await client.call('getJob', { params: { jobId } });
    if (state === 'done') return;
    if (state !== 'running') throw new CommandFailure('The server stopped before everything was done.');
  }
}

export const rm: Command = {
  usage: `PATH...

Moves files and folders to the trash of their space, where they are kept for ${LIMITS.trashLifeMs / DAY_MS} days.`,
  options: {},
  run: async (world, args) => {
    if (args.positionals.length === 0) throw new WrongArguments('PATH is missing.');
    const context = await world.context();
    const report = createReport(context.output);
    const items = await findItems(context, args.positionals);
    const { items: ends } = await context.client.call('trashNodes', {
      body: { ids: items.map(({ node }) => node.id) },
    });
    for (const [at, { node, path }] of items.entries()) {
      const end = ends[at];
      if (end?.ok === true) report.add({ outcome: 'trashed', path: showPath(path), id: node.id });
      else report.fail(showPath(path), new ApiFailure(end?.code ?? 'internal'));
    }
    const done = ends.filter(({ ok }) => ok).length;
    if (context.output.isJson) return report.end();
    const days = LIMITS.trashLifeMs / DAY_MS;
    context.output.note(`${counted(done, 'item')} moved to the trash, where it’s kept for ${days} days.`);
    return report.exitCode();
  },
};
