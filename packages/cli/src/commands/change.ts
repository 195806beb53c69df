import { type NodeView, LIMITS, numberedName, type OperationResponse } from '@coffer/contracts';
import { DAY_MS, SECOND_MS } from '@coffer/kit';
import { ApiFailure, isFailure } from '../api/api-failure.ts';
import { pause } from '../api/retry.ts';
import { demand } from '../arguments.ts';
import type { Command } from '../command.ts';
import { CommandFailure, WrongArguments } from '../command-failure.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { batchesOf } from '../remote/contents.ts';
import { findChild, findNode, findPath, type FoundNode, notFound } from '../remote/find-node.ts';
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
  else
    output.note(
      `${placing.call === 'moveNodes' ? 'Moved' : 'Copied'} to ${showPath([...path.slice(0, -1), node.name])}.`,
    );
  return EXIT.done;
}

/** Finds the items at these paths. Refuses the root of a space, which is not an item. */
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
  const report = createReport(context.output);
  let done = sources.length;
  for (const batch of batchesOf(sources, LIMITS.batchMax)) {
    const body = { ids: batch.map(({ node }) => node.id), parentId: folder.id, conflict: ifTaken };
    const result = await context.client.call(call, { body });
    for (const item of result.items) {
      if (item.ok) continue;
      done -= 1;
      const source = batch.find(({ node }) => node.id === item.id);
      report.fail(showPath(source?.path ?? []), new ApiFailure(item.code));
    }
    await whenFinished(context, result);
  }
  if (!context.output.isJson) {
    context.output.note(`${counted(done, 'item')} ${call === 'moveNodes' ? 'moved' : 'copied'}.`);
  }
  return context.output.isJson ? report.end() : report.exitCode();
}

interface As {
  readonly source: FoundNode;
  readonly folder: NodeView;
  readonly name: string;
  /** The item that has this name now. */
  readonly found: FoundNode | undefined;
}

async function placeAs(context: Context, placing: Placing, as: As): Promise<NodeView> {
  const { client } = context;
  const { call, ifTaken } = placing;
  const { source, folder, name, found } = as;
  const isSame = found?.node.id === source.node.id;
  const isTaken = found !== undefined && (!isSame || call === 'copyNodes');
  // An item cannot replace itself.
  if (isTaken && (ifTaken === 'fail' || (isSame && ifTaken === 'replace')))
    throw new ApiFailure('name_taken');
  const isNumbered = isTaken && ifTaken === 'rename';
  let chosen = isNumbered ? await freeName(client, placing, { ...as, least: 2 }) : name;
  const isThere = call === 'moveNodes' && source.node.parentId === folder.id;
  const node = isThere ? source.node : await bring(context, placing, as);
  // The old item is trashed only now, so that a failed move loses nothing.
  if (isTaken && ifTaken === 'replace') await trashOne(client, found.node);
  for (let least = 2; ; least += 1) {
    try {
      return await rename(client, node, chosen);
    } catch (error) {
      // Somebody took the name at this moment, or an item that is not visible has it.
      if (ifTaken !== 'rename' || !isFailure(error, 'name_taken')) throw error;
      chosen = await freeName(client, placing, { ...as, least });
    }
  }
}

async function freeName(
  client: Context['client'],
  { call }: Placing,
  { source, folder, name, least }: As & { readonly least: number },
): Promise<string> {
  for (let number = least; ; number += 1) {
    const numbered = numberedName(name, number);
    const child = await findChild(client, folder, numbered);
    if (child === undefined || (call === 'moveNodes' && child.id === source.node.id)) return numbered;
  }
}

/** Moves or copies the item under a name that is free in the target folder. The next step gives it its final name. */
async function bring(context: Context, { call }: Placing, { source, folder }: As): Promise<NodeView> {
  const { node } = source;
  const body = { ids: [node.id], parentId: folder.id, conflict: 'rename' as const };
  const result = await context.client.call(call, { body });
  const [item] = result.items;
  if (item?.ok === false) throw new ApiFailure(item.code);
  await whenFinished(context, result);
  if (item === undefined && call === 'copyNodes')
    throw new CommandFailure(`Copied, and still called “${node.name}”: rename it once it is there.`);
  return item?.node ?? (await context.client.call('getNode', { params: { nodeId: node.id } }));
}

async function trashOne(client: Context['client'], { id }: NodeView): Promise<void> {
  const { items } = await client.call('trashNodes', { body: { ids: [id] } });
  const [item] = items;
  // An item that no longer exists does not occupy the name.
  if (item?.ok === false && item.code !== 'node_not_found') throw new ApiFailure(item.code);
}

async function rename(client: Context['client'], node: NodeView, name: string): Promise<NodeView> {
  if (node.name === name) return node;
  return await client.call('renameNode', {
    params: { nodeId: node.id },
    body: { name },
    revision: node.revision,
  });
}

/** Waits for large moves and copies, which continue after the response. */
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

Moves files and folders to the trash of their space. It keeps them for ${LIMITS.trashLifeMs / DAY_MS} days, unless an administrator or a
manager of the space has set another time.`,
  options: {},
  run: async (world, args) => {
    if (args.positionals.length === 0) throw new WrongArguments('PATH is missing.');
    const context = await world.context();
    const report = createReport(context.output);
    const items = await findItems(context, args.positionals);
    let done = 0;
    for (const batch of batchesOf(items, LIMITS.batchMax)) {
      const { items: ends } = await context.client.call('trashNodes', {
        body: { ids: batch.map(({ node }) => node.id) },
      });
      for (const [at, { node, path }] of batch.entries()) {
        const end = ends[at];
        if (end?.ok === true) report.add({ outcome: 'trashed', path: showPath(path), id: node.id });
        else report.fail(showPath(path), new ApiFailure(end?.code ?? 'internal'));
      }
      done += ends.filter(({ ok }) => ok).length;
    }
    if (context.output.isJson) return report.end();
    context.output.note(`${counted(done, 'item')} moved to the trash.`);
    return report.exitCode();
  },
};
