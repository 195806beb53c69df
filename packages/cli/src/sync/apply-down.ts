import { lstat, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eachAtOnce } from '@coffer/kit';
import type { ApiFailure } from '../api/api-failure.ts';
import type { Context } from '../context.ts';
import { downloadBeside } from '../download/download-file.ts';
import { errorCodeOf } from '../local/file-errors.ts';
import { TRASH_FOLDER } from '../local/local-name.ts';
import { placeNew, placeNumbered, placeOver } from '../local/place-file.ts';
import { checkName, makeFolders, prepareFolder } from '../local/safe-folder.ts';
import { type LocalEntry, readLocal } from '../local/walk.ts';
import { batchesOf, contentsOf, demandWhole, type RemoteContent } from '../remote/contents.ts';
import { keyOf, versionOf } from '../remote/read-tree.ts';
import { hasContent } from '../remote/same-content.ts';
import { showPath } from '../remote/remote-path.ts';
import type { Report } from '../report.ts';
import { type Applying, stepsOf } from './apply-up.ts';
import { attempt } from './attempt.ts';
import type { Step } from './plan.ts';
import { syncedFile, type SyncState } from './sync-state.ts';

const FILES_AT_ONCE = 6;

/** Makes the local side equal to the remote one. Local files are never deleted, only moved to the local trash. */
export async function applyDown(context: Context, root: string, applying: Applying): Promise<void> {
  const { steps, local: here, state, report } = applying;
  for (const { path } of stepsOf(steps, 'folder')) {
    await attempt(context, { path, report }, async () => {
      await prepareFolder(root, spelledHere(path, here));
      state.folders.add(keyOf(path));
      report.add({ outcome: 'folders', path: showPath(path) });
    });
  }
  const downloads = stepsOf(steps, 'download');
  context.progress.expect(
    downloads.length,
    downloads.reduce((sum, { remote }) => sum + remote.sizeBytes, 0),
  );
  const aside = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const down: Down = { root, here, aside, state, report };
  for (const batch of batchesOf(downloads)) {
    const contents = await contentsOf(
      context.client,
      batch.map(({ remote }) => versionOf(remote)),
    );
    const known = await knownContents(context, batch, state);
    await eachAtOnce([...batch.entries()], FILES_AT_ONCE, async ([at, step]) => {
      await attempt(context, { path: step.remote.path, report }, async () => {
        const last = known.get(step);
        await download(context, { ...step, content: demandWhole(contents[at]), last }, down);
      });
      context.progress.addFile();
    });
  }
  const removed = stepsOf(steps, 'aside').map(({ local }) => local);
  for (const local of removed.filter(({ kind }) => kind === 'file')) {
    await attempt(context, { path: local.path, report }, async () => {
      await moveAside(local, down);
      state.files.delete(keyOf(local.path));
      report.add({ outcome: 'moved aside', path: showPath(local.path) });
    });
  }
  await removeEmpty(context, removed, down);
}

interface Down {
  readonly root: string;
  readonly here: Applying['local'];
  /** Name of this run's folder in the local trash. */
  readonly aside: string;
  readonly state: SyncState;
  readonly report: Report;
}

/**
 * Spells a path as on this disk. Names that differ only in case or normalization are the same name for the next sync.
 */
function spelledHere(path: readonly string[], here: Applying['local']): readonly string[] {
  return path.map((name, at) => here.get(keyOf(path.slice(0, at + 1)))?.path.at(-1) ?? name);
}

type DownloadStep = Extract<Step, { readonly kind: 'download' }>;
type KnownContent = RemoteContent | ApiFailure | undefined;

/** What the last sync left in the files that are to be replaced. */
async function knownContents(
  { client }: Context,
  steps: readonly DownloadStep[],
  state: SyncState,
): Promise<ReadonlyMap<DownloadStep, KnownContent>> {
  const replaced = steps.flatMap((step) => {
    const last = step.over === undefined || step.isAside ? undefined : state.files.get(keyOf(step.over.path));
    return last === undefined ? [] : [{ step, nodeId: step.remote.id, versionId: last.versionId }];
  });
  const contents = await contentsOf(client, replaced);
  return new Map(replaced.map(({ step }, at) => [step, contents[at]]));
}

interface Downloading extends DownloadStep {
  readonly content: RemoteContent;
  readonly last: KnownContent;
}

async function download(
  context: Context,
  { remote, over, isAside, content, last }: Downloading,
  down: Down,
): Promise<void> {
  const { here, report, root, state } = down;
  // A replaced file keeps the spelling of its local name.
  const name = over?.path.at(-1) ?? remote.path.at(-1) ?? '';
  checkName(name);
  const folder = await prepareFolder(root, (over?.path ?? spelledHere(remote.path, here)).slice(0, -1));
  const path = await downloadBeside(context, { content, folder, name, modifiedAt: remote.modifiedAt });
  const target = join(folder, name);
  // Programs can change a file and keep its times, so only its bytes tell that nothing is lost.
  const isKept = over !== undefined && (isAside || !(await hasContent(context, over.absolute, last)));
  if (over !== undefined && (await isChangedNow(over))) {
    await rm(path, { force: true });
    report.conflict(showPath(remote.path), 'it was changed here in this moment. Run the command again.');
    return;
  }
  if (over !== undefined && isKept) await moveAside(over, down);
  if (over !== undefined && !isKept) await placeOver(path, target);
  else if (!(await placeNew(path, target))) {
    await rm(path, { force: true });
    report.conflict(showPath(remote.path), 'it was made here in this moment. Run the command again.');
    return;
  }
  const placed = await readLocal(target, remote.path);
  if (remote.versionId !== null) state.files.set(keyOf(remote.path), syncedFile(remote.versionId, placed));
  report.add({ outcome: 'downloaded', path: showPath(remote.path) });
}

async function isChangedNow(local: LocalEntry): Promise<boolean> {
  const { size, mtimeMs, ctimeMs } = await lstat(local.absolute);
  if (size !== local.sizeBytes || Math.trunc(mtimeMs) !== local.modifiedMs) return true;
  return Math.trunc(ctimeMs) !== local.changedMs;
}

/** Moves a file to the local trash, a folder below the root where its owner finds it. */
async function moveAside(local: LocalEntry, { root, aside }: Down): Promise<void> {
  const folder = await makeFolders(root, [TRASH_FOLDER, aside, ...local.path.slice(0, -1)]);
  const target = join(folder, local.path.at(-1) ?? '');
  if (!(await placeNew(local.absolute, target))) await placeNumbered(local.absolute, target);
}

async function removeEmpty(
  context: Context,
  removed: readonly LocalEntry[],
  { state, report }: Down,
): Promise<void> {
  const folders = removed.filter(({ kind }) => kind === 'folder');
  for (const { absolute, path } of folders.toSorted((one, other) => other.path.length - one.path.length)) {
    await attempt(context, { path, report }, async () => {
      try {
        await rmdir(absolute);
        state.folders.delete(keyOf(path));
      } catch (error) {
        if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCodeOf(error) ?? '')) throw error;
      }
    });
  }
}
