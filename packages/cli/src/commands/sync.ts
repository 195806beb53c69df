import { mkdir, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { NodeView } from '@coffer/contracts';
import { type Arguments, demand } from '../arguments.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { errorCodeOf } from '../local/file-errors.ts';
import { walk, type Walked } from '../local/walk.ts';
import { findPath, notFound } from '../remote/find-node.ts';
import { makeFolder } from '../remote/make-folders.ts';
import { keyOf, readTree } from '../remote/read-tree.ts';
import { parseRemotePath, showPath } from '../remote/remote-path.ts';
import { createReport, type Report } from '../report.ts';
import { applyDown } from '../sync/apply-down.ts';
import { type Applying, applyUp, stepsOf } from '../sync/apply-up.ts';
import { compareSides } from '../sync/compare.ts';
import { planSync, type Step, type SyncOptions } from '../sync/plan.ts';
import { openSyncState, syncedFile, type SyncState, type SyncStateFile } from '../sync/sync-state.ts';

export const sync: Command = {
  usage: `LOCAL PATH [--down] [--delete] [--overwrite] [--dry-run] [--json]

Makes the folder PATH of Coffer like the folder LOCAL of this disk. Files whose size or times changed since the last
sync are compared by size and SHA-256. What was changed at the target since the last sync is left alone and named (exit code 3).

  --down        the other way: makes LOCAL like PATH
  --delete      also removes what is only at the target: in Coffer into the trash, on this disk into
                LOCAL/.coffer-trash. What was added or changed there since the last sync stays
  --overwrite   also replaces and removes what was changed at the target. In Coffer the old version is kept, on this
                disk the old file is moved to LOCAL/.coffer-trash
  --dry-run     only says what it would do`,
  options: {
    down: { type: 'boolean' },
    delete: { type: 'boolean' },
    overwrite: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  run: async (world, args) => {
    const [local, path] = demand(args, 'LOCAL', 'PATH');
    const context = await world.context();
    const asked: Asked = { local, path, options: optionsOf(args), isDryRun: args.isSet('dry-run') };
    return await syncFolders(context, asked);
  },
};

function optionsOf(args: Arguments): SyncOptions {
  return {
    direction: args.isSet('down') ? 'down' : 'up',
    isDelete: args.isSet('delete'),
    isOverwrite: args.isSet('overwrite'),
  };
}

interface Asked {
  readonly local: string;
  readonly path: string;
  readonly options: SyncOptions;
  readonly isDryRun: boolean;
}

async function syncFolders(context: Context, asked: Asked): Promise<ExitCode> {
  const { options, isDryRun } = asked;
  const report = createReport(context.output);
  const folder = await findTarget(context, asked);
  const root = await findRoot(asked);
  const here = root === undefined ? { entries: [], leftOut: [] } : await walk(root, context.signal);
  report.leaveOut(asked.local, here.leftOut);
  const local = byKey(here.entries, report);
  const remote = byKey(folder === undefined ? [] : await readTree(context.client, folder.id), report);
  const pair = [context.client.server, folder?.id ?? '', root ?? ''];
  const stateFile = openSyncState(context.environment, pair);
  const state = await stateFile.read();
  const sides = { local, remote, known: state.files };
  const compared = await compareSides(context, sides);
  const planned = { ...sides, ...compared, knownFolders: state.folders, unread: unreadKeys(here) };
  const steps = planSync(planned, options);
  for (const { path, message } of stepsOf(steps, 'conflict')) report.conflict(showPath(path), message);
  if (isDryRun) {
    for (const step of steps) plan(context, step, report);
    return context.output.isJson ? report.end() : report.exitCode();
  }
  forget(state, local, remote);
  noteSame(steps, state, report);
  await apply(context, { folder, root, stateFile, options }, { steps, local, remote, state, report });
  return report.end();
}

interface Places {
  readonly folder: NodeView | undefined;
  readonly root: string | undefined;
  readonly stateFile: SyncStateFile;
  readonly options: SyncOptions;
}

/** Applies the plan. Saves what was done, even if it fails. */
async function apply(
  context: Context,
  { folder, root, stateFile, options }: Places,
  applying: Applying,
): Promise<void> {
  if (folder === undefined || root === undefined) throw new CommandFailure('One of the folders is missing.');
  try {
    if (options.direction === 'up') await applyUp(context, folder.id, applying);
    else await applyDown(context, root, applying);
  } finally {
    await stateFile.write(applying.state);
  }
}

/** The remote folder. Undefined only in a dry run that would create it. */
async function findTarget({ client }: Context, asked: Asked): Promise<NodeView | undefined> {
  const path = parseRemotePath(asked.path);
  const found = await findPath(client, path);
  if (found?.node.kind === 'folder') return found.node;
  if (found !== undefined) throw new CommandFailure(`${asked.path}: it is a file.`);
  if (asked.options.direction === 'down' || path.length < 2) throw notFound(path);
  const parent = await findPath(client, path.slice(0, -1));
  if (parent?.node.kind !== 'folder') throw notFound(path.slice(0, -1));
  return asked.isDryRun ? undefined : await makeFolder(client, parent.node.id, path.at(-1) ?? '');
}

/** Resolves symbolic links in the path of the root, because the person chose that path. */
async function findRoot({ local, options, isDryRun }: Asked): Promise<string | undefined> {
  const absolute = resolve(local);
  try {
    if (!(await stat(absolute)).isDirectory()) throw new CommandFailure(`${local}: it is not a folder.`);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT' || options.direction === 'up') throw error;
    if (isDryRun) return undefined;
    await mkdir(absolute);
  }
  return await realpath(absolute);
}

/** Indexes entries by their key. Of two names that differ only in case, the second is reported as a conflict. */
function byKey<E extends { readonly path: readonly string[] }>(
  entries: readonly E[],
  report: Report,
): ReadonlyMap<string, E> {
  const map = new Map<string, E>();
  for (const entry of entries) {
    const key = keyOf(entry.path);
    if (map.has(key))
      report.conflict(showPath(entry.path), 'another item has the same name in other letters.');
    else map.set(key, entry);
  }
  return map;
}

function unreadKeys({ leftOut }: Walked): ReadonlySet<string> {
  return new Set(leftOut.map(({ path }) => keyOf(path)));
}

/** Removes files that no longer exist on either side. */
function forget(
  state: SyncState,
  local: ReadonlyMap<string, unknown>,
  remote: ReadonlyMap<string, unknown>,
): void {
  for (const key of [...state.files.keys(), ...state.folders]) {
    if (local.has(key) || remote.has(key)) continue;
    state.files.delete(key);
    state.folders.delete(key);
  }
}

function noteSame(steps: readonly Step[], state: SyncState, report: Report): void {
  for (const { local, remote } of stepsOf(steps, 'same')) {
    const key = keyOf(local.path);
    if (local.kind === 'folder') state.folders.add(key);
    else if (remote.versionId !== null) {
      state.files.set(key, syncedFile(remote.versionId, local));
      report.add({ outcome: 'unchanged', path: showPath(local.path) });
    }
  }
}

const VERBS = { folder: 'create', trash: 'trash', aside: 'move aside' } as const;

function plan({ output }: Context, step: Step, report: Report): void {
  if (step.kind === 'same' || step.kind === 'conflict') return;
  const verb = 'over' in step && step.over !== undefined ? 'replace' : verbOf(step.kind);
  const path = showPath(pathOf(step));
  if (output.isJson) report.add({ outcome: 'planned', path, verb });
  else output.result(`${verb.padEnd(10)}  ${path}`);
}

function verbOf(kind: Exclude<Step['kind'], 'same' | 'conflict'>): string {
  return kind === 'upload' || kind === 'download' ? kind : VERBS[kind];
}

function pathOf(step: Step): readonly string[] {
  if ('path' in step) return step.path;
  return step.kind === 'download' || step.kind === 'trash' ? step.remote.path : step.local.path;
}
