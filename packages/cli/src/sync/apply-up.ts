import { LIMITS, type NodeId } from '@coffer/contracts';
import { ApiFailure, isFailure } from '../api/api-failure.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Context } from '../context.ts';
import { makeFolders, pathKey } from '../remote/make-folders.ts';
import { keyOf, type RemoteEntry } from '../remote/read-tree.ts';
import { showPath } from '../remote/remote-path.ts';
import type { Report } from '../report.ts';
import { uploadFiles } from '../upload/upload-files.ts';
import type { UploadFile } from '../upload/upload-request.ts';
import type { LocalEntry } from '../local/walk.ts';
import { attempt } from './attempt.ts';
import type { Step } from './plan.ts';
import { syncedFile, type SyncState } from './sync-state.ts';

type StepOf<K extends Step['kind']> = Extract<Step, { readonly kind: K }>;

export interface Applying {
  readonly steps: readonly Step[];
  readonly local: ReadonlyMap<string, LocalEntry>;
  readonly remote: ReadonlyMap<string, RemoteEntry>;
  readonly state: SyncState;
  readonly report: Report;
}

export function stepsOf<K extends Step['kind']>(steps: readonly Step[], kind: K): readonly StepOf<K>[] {
  return steps.filter((step): step is StepOf<K> => step.kind === kind);
}

/** Makes the remote side equal to the local one. */
export async function applyUp(context: Context, rootId: NodeId, applying: Applying): Promise<void> {
  const parentOf = await makeRemoteFolders(context, rootId, applying);
  await uploadAll(context, applying, parentOf);
  await trashAll(context, applying);
}

type ParentOf = (path: readonly string[]) => NodeId | CommandFailure;

async function makeRemoteFolders(
  { client }: Context,
  rootId: NodeId,
  { steps, remote, report, state }: Applying,
): Promise<ParentOf> {
  const missing = stepsOf(steps, 'folder').map(({ path }) => path);
  // Existing parent folders are requested by name too, because new folders are created in them.
  const ids = await makeFolders(client, rootId, withParents(missing));
  for (const path of missing) {
    const made = ids.get(pathKey(path));
    if (made instanceof CommandFailure) report.fail(showPath(path), made);
    else {
      state.folders.add(keyOf(path));
      report.add({ outcome: 'folders', path: showPath(path) });
    }
  }
  return (path) => {
    if (path.length === 0) return rootId;
    return remote.get(keyOf(path))?.id ?? ids.get(pathKey(path)) ?? new ApiFailure('node_not_found');
  };
}

function withParents(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const all = new Map<string, readonly string[]>();
  for (const path of paths)
    for (let depth = 1; depth <= path.length; depth += 1)
      all.set(pathKey(path.slice(0, depth)), path.slice(0, depth));
  return [...all.values()];
}

async function uploadAll(
  context: Context,
  { steps, state, report }: Applying,
  parentOf: ParentOf,
): Promise<void> {
  const files = stepsOf(steps, 'upload').flatMap(({ local, over }) => {
    const parentId = parentOf(local.path.slice(0, -1));
    const shown = showPath(local.path);
    if (parentId instanceof CommandFailure) {
      report.fail(shown, parentId);
      return [];
    }
    const name = (local.path.at(-1) ?? '').normalize('NFC');
    const basedOn = over?.versionId ?? undefined;
    const file: UploadFile & { readonly key: string; readonly local: LocalEntry } = {
      key: keyOf(local.path),
      local,
      parentId,
      name: over?.path.at(-1) ?? name,
      shown,
      conflict: 'ask',
      ...(basedOn === undefined ? {} : { basedOn }),
    };
    return [file];
  });
  await uploadFiles(context, files, (file, end) => {
    if (end.outcome === 'failed') refuse(report, file.shown, end.error);
    else {
      const versionId = end.outcome === 'uploaded' ? end.node.versionId : null;
      if (versionId !== null) state.files.set(file.key, syncedFile(versionId, file.local));
      report.add({ outcome: end.outcome, path: file.shown });
    }
  });
}

/** Reports a change that somebody else made meanwhile as a conflict. */
function refuse(report: Report, shown: string, error: CommandFailure): void {
  if (isFailure(error, 'name_taken', 'revision_conflict'))
    report.conflict(shown, 'it was changed in Coffer in this moment. Run the command again.');
  else report.fail(shown, error);
}

/** Trashes files first, then empty folders, the deepest first. */
async function trashAll(context: Context, { steps, state, report }: Applying): Promise<void> {
  const remotes = stepsOf(steps, 'trash').map(({ remote }) => remote);
  const files = remotes.filter(({ kind }) => kind === 'file');
  for (let at = 0; at < files.length; at += LIMITS.batchMax)
    await trash(context, files.slice(at, at + LIMITS.batchMax), { state, report });
  const folders = remotes.filter(({ kind }) => kind === 'folder');
  for (const folder of folders.toSorted((one, other) => other.path.length - one.path.length)) {
    await attempt(context, { path: folder.path, report }, async () => {
      const { total } = await context.client.call('listChildren', {
        params: { nodeId: folder.id },
        query: { limit: '1' },
      });
      if (total === 0) await trash(context, [folder], { state, report });
    });
  }
}

async function trash(
  { client }: Context,
  entries: readonly RemoteEntry[],
  { state, report }: Pick<Applying, 'state' | 'report'>,
): Promise<void> {
  const { items } = await client.call('trashNodes', { body: { ids: entries.map(({ id }) => id) } });
  for (const [at, { path }] of entries.entries()) {
    const item = items[at];
    if (item?.ok === true) {
      state.files.delete(keyOf(path));
      state.folders.delete(keyOf(path));
      report.add({ outcome: 'trashed', path: showPath(path) });
    } else report.fail(showPath(path), new ApiFailure(item?.code ?? 'internal'));
  }
}
