import { basename, resolve } from 'node:path';
import type { ConflictRule, NodeId, NodeView } from '@coffer/contracts';
import type { Command } from '../command.ts';
import { CommandFailure, WrongArguments } from '../command-failure.ts';
import type { Context } from '../context.ts';
import { isFailure } from '../api/api-failure.ts';
import { type LocalEntry, readLocal, walk } from '../local/walk.ts';
import { findChild, findPath, notFound } from '../remote/find-node.ts';
import { makeFolder, makeFolders, pathKey } from '../remote/make-folders.ts';
import { keyOf, readTree } from '../remote/read-tree.ts';
import { parseRemotePath, showPath } from '../remote/remote-path.ts';
import { type FilePair, findSameContent } from '../remote/same-content.ts';
import { createReport, type Report } from '../report.ts';
import { uploadFiles } from '../upload/upload-files.ts';
import type { UploadFile } from '../upload/upload-request.ts';

const IF_TAKEN = ['fail', 'rename', 'replace', 'skip'] as const;
const RULES: Readonly<Record<(typeof IF_TAKEN)[number], ConflictRule>> = {
  fail: 'ask',
  rename: 'rename',
  replace: 'replace',
  skip: 'skip',
};

export const put: Command = {
  usage: `FILE... PATH [--if-taken fail|rename|replace|skip] [--json]

Uploads files and folders into a folder of Coffer. One file or folder may get a new name there: PATH is then its name.
Folders that are there are used. Symbolic links aren't followed.

  --if-taken RULE   for names of files that are taken by another content: "fail" leaves the file out and says so
                    (default), "rename" adds a number, "replace" makes it the next version (the old one is kept),
                    "skip" leaves it out, whatever its content

Stopped on the way? Run the same command again: what is there already is left out, and a large file continues with
what the store has.`,
  options: { 'if-taken': { type: 'string' } },
  run: async (world, args) => {
    const sources = args.positionals.slice(0, -1);
    const target = args.positionals.at(-1);
    if (target === undefined || sources.length === 0)
      throw new WrongArguments(target === undefined ? 'FILE is missing.' : 'PATH is missing.');
    const conflict = RULES[args.choice('if-taken', IF_TAKEN)];
    const context = await world.context();
    const report = createReport(context.output);
    const place = await findPlace(context, target, sources.length);
    const all: FileToPut[] = [];
    for (const source of sources) {
      try {
        all.push(...(await gather(context, { source, place, conflict }, report)));
      } catch (error) {
        context.signal.throwIfAborted();
        report.fail(source, error);
      }
    }
    const files = await leaveOutSame(context, all, report);
    await uploadFiles(context, files, (file, end) => {
      if (end.outcome === 'failed') report.fail(file.shown, explained(end.error));
      else
        report.add({
          outcome: end.outcome,
          path: file.shown,
          ...(end.outcome === 'uploaded' ? { id: end.node.id } : {}),
        });
    });
    return report.end();
  },
};

interface FileToPut extends UploadFile {
  /** The file that has the name, if any. */
  readonly existing: FilePair['remote'] | undefined;
}

/** Skips files that are already uploaded, perhaps by an interrupted run. */
async function leaveOutSame(
  context: Context,
  files: readonly FileToPut[],
  report: Report,
): Promise<readonly FileToPut[]> {
  const pairs = files.flatMap((file) => {
    const { conflict, existing: remote, local } = file;
    return remote === undefined || conflict === 'skip' ? [] : [{ file, local, remote }];
  });
  const same = new Set((await findSameContent(context, pairs)).map(({ file }) => file));
  for (const { existing, shown } of same)
    report.add({ outcome: 'unchanged', path: shown, ...(existing === undefined ? {} : { id: existing.id }) });
  return files.filter((file) => !same.has(file));
}

/** Adds to the message which option decides about taken names. */
function explained(error: CommandFailure): CommandFailure {
  if (!isFailure(error, 'name_taken')) return error;
  return new CommandFailure('a file or folder with this name exists (see --if-taken).');
}

interface Place {
  readonly folderId: NodeId;
  /** New name of the only source, if one was given. */
  readonly name: string | undefined;
  readonly shown: string;
}

async function findPlace({ client }: Context, target: string, sources: number): Promise<Place> {
  const path = parseRemotePath(target);
  const found = await findPath(client, path);
  if (found?.node.kind === 'folder')
    return { folderId: found.node.id, name: undefined, shown: showPath(found.path) };
  if (sources > 1 || target.endsWith('/') || path.length < 2) throw notFound(path);
  const parent = await findPath(client, path.slice(0, -1));
  if (parent?.node.kind !== 'folder') throw notFound(path.slice(0, -1));
  const name = found?.node.name ?? path.at(-1);
  return { folderId: parent.node.id, name, shown: showPath(parent.path) };
}

interface Source {
  readonly source: string;
  readonly place: Place;
  readonly conflict: ConflictRule;
}

/** Creates the folders and lists the files. */
async function gather(
  context: Context,
  { source, place, conflict }: Source,
  report: Report,
): Promise<readonly FileToPut[]> {
  const absolute = resolve(source);
  const local = await readLocal(absolute, []);
  const name = (place.name ?? basename(absolute)).normalize('NFC');
  const shown = `${place.shown}/${name}`;
  if (local.kind === 'file') {
    const existing = fileIn(await findChild(context.client, { id: place.folderId }, name));
    return [{ local, parentId: place.folderId, name, shown, conflict, existing }];
  }
  const root = await makeFolder(context.client, place.folderId, name);
  return await gatherFolder(context, { absolute, rootId: root.id, shown, conflict }, report);
}

function fileIn(node: NodeView | undefined): FileToPut['existing'] {
  return node?.kind === 'file' ? { ...node, sizeBytes: node.sizeBytes ?? 0 } : undefined;
}

interface Folder {
  readonly absolute: string;
  readonly rootId: NodeId;
  readonly shown: string;
  readonly conflict: ConflictRule;
}

async function gatherFolder(
  { client, signal }: Context,
  { absolute, rootId, shown, conflict }: Folder,
  report: Report,
): Promise<readonly FileToPut[]> {
  const { entries, leftOut } = await walk(absolute, signal);
  report.leaveOut(shown, leftOut);
  const folders = entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
  const ids = await makeFolders(client, rootId, folders);
  for (const path of folders) {
    const made = ids.get(pathKey(path));
    const isFirst = typeof ids.get(pathKey(path.slice(0, -1))) === 'string';
    if (made instanceof CommandFailure && isFirst) report.fail(`${shown}/${showPath(path)}`, made);
  }
  const there = new Map((await readTree(client, rootId)).map((entry) => [keyOf(entry.path), entry]));
  return entries.flatMap((local: LocalEntry) => {
    const parentId = ids.get(pathKey(local.path.slice(0, -1)));
    if (local.kind !== 'file' || typeof parentId !== 'string') return [];
    const name = (local.path.at(-1) ?? '').normalize('NFC');
    const entry = there.get(keyOf(local.path));
    const existing = entry?.kind === 'file' ? entry : undefined;
    return [{ local, parentId, name, shown: `${shown}/${showPath(local.path)}`, conflict, existing }];
  });
}
