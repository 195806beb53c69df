import { eachAtOnce } from '@coffer/kit';
import type { UploadEntry } from '../model/transfer-engine.ts';
import { isOpen } from '../model/machine.ts';
import { checkedFile } from './checked-file.ts';
import type { ImportJob } from './import-job.ts';
import { keyOf, type PlannedContent, type PlannedItem } from './plan-import.ts';
import type { ImportProblem } from './read-archive.ts';
import { type Existing, type ExistingVersion, readExisting } from './read-existing.ts';
import { restoreDetails } from './restore-details.ts';

const COMPARED_AT_ONCE = 6;

export interface ImportReport {
  /** Files that the folder now has with the content of the zip file. */
  readonly files: number;
  readonly folders: number;
  /** Files that already existed with the same content. */
  readonly skipped: number;
  readonly problems: readonly ImportProblem[];
}

/** Imports the plan; undefined if the server refuses. A repeated import skips what already exists. */
export async function runImport(job: ImportJob): Promise<ImportReport | undefined> {
  const { plan, place, signal } = job;
  job.onProgress({ phase: 'comparing', doneBytes: 0, totalBytes: 0 });
  discardLeftovers(job);
  const before = await readExisting(place, signal);
  if (before === undefined) return undefined;
  const problems = [...plan.problems];
  const waiting = await eachAtOnce(plan.items, COMPARED_AT_ONCE, async (item) => ({
    item,
    contents: await missingOf(item, before),
  }));
  const files = waiting.filter(({ item }) => item.kind === 'file');
  const skipped = files.filter(({ contents }) => contents.length === 0).length;
  const folders = waiting.filter(({ item }) => item.kind === 'folder' && !before.has(keyOf(item.path)));
  const waves = files.reduce((most, { contents }) => Math.max(most, contents.length), 1);
  const failed = new Set<string>();
  const totalBytes = sizeOf(files.flatMap(({ contents }) => contents));
  let sentBytes = 0;
  for (let wave = 0; wave < waves; wave += 1) {
    const sent = files.flatMap(({ item, contents }) => {
      const content = contents[wave];
      return content === undefined || failed.has(keyOf(item.path)) ? [] : [{ item, content }];
    });
    const entries = sent.map(({ item, content }): UploadEntry => {
      const onDamaged = (): void => void problems.push({ path: item.path.join('/'), code: 'damaged' });
      const lazy = checkedFile(plan.archive.zip, content, onDamaged);
      return { kind: 'file', path: item.path, file: undefined, lazy };
    });
    const made = wave > 0 ? [] : folders.map(({ item: { path } }): UploadEntry => ({ kind: 'folder', path }));
    if (entries.length + made.length === 0) continue;
    const base = sentBytes;
    const waveBytes = sizeOf(sent.map(({ content }) => content));
    const onLeft = (leftBytes: number): void =>
      job.onProgress({ phase: 'uploading', doneBytes: base + waveBytes - leftBytes, totalBytes });
    for (const path of await uploadAll(job, [...made, ...entries], onLeft)) failed.add(path);
    sentBytes += waveBytes;
  }
  job.onProgress({ phase: 'restoring', doneBytes: totalBytes, totalBytes });
  const after = await readExisting(place, signal);
  if (after === undefined) return undefined;
  const { isThere, differences } = await compare(plan.items, after);
  const known = new Set(problems.map(({ path }) => path));
  const unexplained = differences.filter(({ path }) => !known.has(path));
  const unrestored = await restoreDetails(job, after);
  return {
    files: isThere.filter(({ kind }) => kind === 'file').length,
    folders: isThere.filter(({ kind }) => kind === 'folder').length,
    skipped,
    problems: [...problems, ...unexplained, ...unrestored],
  };
}

/**
 * Cancels uploads that an earlier import into this folder left waiting for their files, because the zip file contains
 * those files.
 */
function discardLeftovers({ plan, place, engine }: ImportJob): void {
  const items = new Map(plan.items.map((item) => [keyOf(item.path), item]));
  for (const { transfer, batch } of engine.jobs.values()) {
    // Uploads of other devices, and those that only need permission, have their files elsewhere.
    const isWaiting = transfer.phase === 'interrupted' && transfer.blockedBy === 'file_missing';
    const contents = items.get(keyOf(transfer.path))?.contents ?? [];
    const isHere = contents.some(({ source }) => source.sizeBytes === transfer.sizeBytes);
    if (isWaiting && isHere && batch.targetId === place.folderId) engine.cancel(transfer.id);
  }
}

/** The contents of an item that the folder does not have yet. */
async function missingOf(item: PlannedItem, existing: Existing): Promise<readonly PlannedContent[]> {
  const there = existing.get(keyOf(item.path));
  if (there === undefined || there.kind !== 'file') return item.contents;
  const versions = await there.versions();
  const last = item.contents.at(-1);
  const current = versions.at(-1);
  if (last !== undefined && current !== undefined && isSame(last, current, there.modifiedMs)) return [];
  const common = item.contents.findIndex((content, index) => {
    const version = versions[index];
    return version === undefined || !isSame(content, version, undefined);
  });
  return common === versions.length ? item.contents.slice(common) : item.contents;
}

/** If the server does not know the checksum yet, size and modification time decide. */
function isSame(content: PlannedContent, version: ExistingVersion, modifiedMs: number | undefined): boolean {
  if (content.source.sizeBytes !== version.sizeBytes) return false;
  if (content.sha256 !== undefined && version.sha256 !== undefined) return content.sha256 === version.sha256;
  return modifiedMs !== undefined && Math.abs(modifiedMs - content.modifiedMs) < 2_000;
}

/** Uploads the entries. Resolves to the paths that failed, once the whole batch has ended. */
async function uploadAll(
  { engine, place, signal }: ImportJob,
  entries: readonly UploadEntry[],
  onLeft: (leftBytes: number) => void,
): Promise<readonly string[]> {
  const batchId = engine.addImported(place.folderId, entries);
  const ofBatch = () =>
    [...engine.jobs.values()].map(({ transfer }) => transfer).filter((one) => one.batchId === batchId);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const handleChange = (): void => {
    const open = ofBatch().filter(isOpen);
    onLeft(open.reduce((sum, { sizeBytes, sentBytes }) => sum + sizeBytes - sentBytes, 0));
    if (open.length === 0) resolve(undefined);
  };
  const stop = (): void => {
    for (const { id } of ofBatch()) engine.cancel(id);
    resolve(undefined);
  };
  const unsubscribe = engine.subscribe(handleChange);
  signal.addEventListener('abort', stop, { once: true });
  try {
    handleChange();
    await promise;
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  return ofBatch()
    .filter(({ phase }) => phase === 'failed')
    .map(({ path }) => keyOf(path));
}

async function compare(items: readonly PlannedItem[], after: Existing) {
  const isEqual = await eachAtOnce(items, COMPARED_AT_ONCE, async (item) => {
    const there = after.get(keyOf(item.path));
    const last = item.contents.at(-1);
    const current = there?.kind === 'file' ? (await there.versions()).at(-1) : undefined;
    return (
      there?.kind === item.kind &&
      (last === undefined || (current !== undefined && isSame(last, current, there.modifiedMs)))
    );
  });
  const differences = items.filter((_item, index) => !isEqual[index]);
  return {
    isThere: items.filter((_item, index) => isEqual[index]),
    differences: differences.map(({ path }): ImportProblem => ({ path: path.join('/'), code: 'failed' })),
  };
}

function sizeOf(contents: readonly PlannedContent[]): number {
  return contents.reduce((sum, { source }) => sum + source.sizeBytes, 0);
}
