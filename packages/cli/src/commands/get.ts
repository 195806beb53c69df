import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { NodeView } from '@coffer/contracts';
import { eachAtOnce } from '@coffer/kit';
import { ApiFailure } from '../api/api-failure.ts';
import type { Arguments } from '../arguments.ts';
import type { Command, World } from '../command.ts';
import { CommandFailure, WrongArguments } from '../command-failure.ts';
import type { Context } from '../context.ts';
import { type IfTaken, saveFile, type SavedFile } from '../download/save-file.ts';
import { readBytes } from '../download/read-bytes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT } from '../exit-codes.ts';
import { createContentHash } from '../local/checksum.ts';
import { errorCodeOf } from '../local/file-errors.ts';
import { checkName, prepareFolder } from '../local/safe-folder.ts';
import { batchesOf, contentsOf, demandWhole, isContent, type RemoteContent } from '../remote/contents.ts';
import { findNode, type FoundNode } from '../remote/find-node.ts';
import { keyOf, readTree, type RemoteEntry, versionOf } from '../remote/read-tree.ts';
import { showPath } from '../remote/remote-path.ts';
import { createReport, type Report } from '../report.ts';

const FILES_AT_ONCE = 6;
const IF_TAKEN = ['fail', 'rename', 'replace', 'skip'] as const;

export const get: Command = {
  usage: `PATH [DEST] [--if-taken fail|rename|replace|skip] [--json]

Downloads a file, or a folder with everything in it. DEST is a folder that exists, or the new name; the current folder
without it, and standard output with "-". Each file is held against its SHA-256 before it gets its name.

  --if-taken RULE   for files of the same name with other content: "fail" leaves them alone and says so (default),
                    "rename" adds a number, "replace" overwrites them, "skip" leaves them alone

Stopped on the way? Run the same command again: it continues with what is there.`,
  options: { 'if-taken': { type: 'string' } },
  run: async (world, args) => {
    const [path, destination = '.', extra] = args.positionals;
    if (path === undefined) throw new WrongArguments('PATH is missing.');
    if (extra !== undefined) throw new WrongArguments(`"${extra}" is one argument too many.`);
    const context = await world.context();
    const found = await findNode(context.client, path);
    if (destination === '-') return await print(world, context, found.node);
    return await download(context, { found, destination, ifTaken: ifTakenOf(args) });
  },
};

function ifTakenOf(args: Arguments): IfTaken {
  return args.choice('if-taken', IF_TAKEN);
}

interface Asked {
  readonly found: FoundNode;
  readonly destination: string;
  readonly ifTaken: IfTaken;
}

async function download(context: Context, { found, destination, ifTaken }: Asked): Promise<ExitCode> {
  const report = createReport(context.output);
  const { folder, name } = await findDestination(destination, found.path.at(-1) ?? '');
  const { node } = found;
  if (node.kind === 'folder') {
    const root = await prepareFolder(folder, [name]);
    await downloadFolder(context, { root, shown: name, node, ifTaken }, report);
  } else {
    context.progress.expect(1, node.sizeBytes ?? 0);
    const [content] = await contentsOf(context.client, [versionOf(node)]);
    const place = { folder, name, modifiedAt: node.modifiedAt };
    await save(context, { content, place, ifTaken, shown: name }, report);
  }
  return report.end();
}

/** Where to save the download. A name that the person typed is not checked; a name from the server is. */
async function findDestination(
  destination: string,
  remoteName: string,
): Promise<{ readonly folder: string; readonly name: string }> {
  const absolute = resolve(destination);
  try {
    if ((await stat(absolute)).isDirectory()) {
      checkName(remoteName);
      return { folder: absolute, name: remoteName };
    }
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
    if (destination.endsWith('/')) throw new CommandFailure(`${destination}: not found.`);
  }
  const folder = dirname(absolute);
  if (!(await stat(folder)).isDirectory()) throw new CommandFailure(`${folder}: it is not a folder.`);
  return { folder, name: basename(absolute) };
}

interface Saving {
  readonly content: RemoteContent | ApiFailure | undefined;
  readonly place: Omit<SavedFile, 'content'>;
  readonly ifTaken: IfTaken;
  readonly shown: string;
}

async function save(
  context: Context,
  { content, place, ifTaken, shown }: Saving,
  report: Report,
): Promise<void> {
  try {
    checkName(place.name);
    const end = await saveFile(context, { ...place, content: demandWhole(content) }, ifTaken);
    if (end.outcome === 'taken')
      report.fail(
        shown,
        new CommandFailure('a file with this name and other content exists (see --if-taken).'),
      );
    else
      report.add({ outcome: end.outcome, path: end.name === place.name ? shown : `${shown} as ${end.name}` });
  } catch (error) {
    context.signal.throwIfAborted();
    report.fail(shown, error);
  } finally {
    context.progress.addFile();
  }
}

interface Folder {
  readonly root: string;
  readonly shown: string;
  readonly node: NodeView;
  readonly ifTaken: IfTaken;
}

async function downloadFolder(
  context: Context,
  { root, shown, node, ifTaken }: Folder,
  report: Report,
): Promise<void> {
  const entries = withoutTwins(await readTree(context.client, node.id), shown, report);
  const files = entries.filter(({ kind }) => kind === 'file');
  context.progress.expect(
    files.length,
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  for (const { kind, path } of entries) {
    if (kind === 'folder')
      await makeLocal(root, path, (error) => report.fail(`${shown}/${showPath(path)}`, error));
  }
  for (const batch of batchesOf(files)) {
    const contents = await contentsOf(context.client, batch.map(versionOf));
    await eachAtOnce([...batch.entries()], FILES_AT_ONCE, async ([at, { path: names, modifiedAt }]) => {
      const path = `${shown}/${showPath(names)}`;
      try {
        const folder = await prepareFolder(root, names.slice(0, -1));
        const place = { folder, name: names.at(-1) ?? '', modifiedAt };
        await save(context, { content: contents[at], place, ifTaken, shown: path }, report);
      } catch (error) {
        context.signal.throwIfAborted();
        report.fail(path, error);
      }
    });
  }
}

async function makeLocal(
  root: string,
  path: readonly string[],
  refuse: (error: unknown) => void,
): Promise<void> {
  try {
    await prepareFolder(root, path);
  } catch (error) {
    refuse(error);
  }
}

/** Leaves out and reports names that differ only in case, because they would overwrite each other on some disks. */
function withoutTwins(
  entries: readonly RemoteEntry[],
  shown: string,
  report: Report,
): readonly RemoteEntry[] {
  const keys = new Set<string>();
  return entries.filter(({ path }) => {
    const key = keyOf(path);
    const isTwin = keys.has(key);
    keys.add(key);
    if (isTwin)
      report.fail(`${shown}/${showPath(path)}`, new CommandFailure('another item has the same name.'));
    return !isTwin;
  });
}

/**
 * Prints a file to standard output. The exit code reports whether it verified, because the bytes are printed before
 * that is known.
 */
async function print({ stdout, signal }: World, context: Context, node: NodeView): Promise<ExitCode> {
  if (node.kind === 'folder') throw new WrongArguments('A folder can’t be printed.');
  const [found] = await contentsOf(context.client, [versionOf(node)]);
  const content = demandWhole(found);
  const hash = createContentHash(content.partSizeBytes);
  for await (const piece of readBytes(context, content, 0)) {
    hash.update(piece);
    if (!stdout.write(piece)) await drained(stdout, signal);
  }
  if (!isContent(hash.digest(), content)) throw new ApiFailure('checksum_mismatch');
  return EXIT.done;
}

async function drained(stream: NodeJS.WritableStream, signal: AbortSignal): Promise<void> {
  await once(stream, 'drain', { signal });
}
