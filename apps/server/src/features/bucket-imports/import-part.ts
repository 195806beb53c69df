import { type ErrorCode, isAtLeast, LIMITS, nameKey, presentRole, SERVER_LIMITS } from '@coffer/contracts';
import { defined, eachAtOnce, MINUTE_MS, parseJson, SECOND_MS } from '@coffer/kit';
import * as z from 'zod/mini';
import type { SourceObject } from '../../platform/blobs/source/bucket-source.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  failJob,
  findJob,
  findNode,
  finishJob,
  type JobRow,
  NEEDED_ROLE,
  type NodeAccess,
  recordImported,
  showImportedBytes,
} from '../files/index.ts';
import { createFolders, type FolderFinder } from './find-folder.ts';
import { importObject, type ObjectOutcome } from './import-object.ts';
import { keysPurpose, pathOf, SourceUnreachableError } from './model.ts';
import type { ImportNeeds } from './needs.ts';
import { findImport, type ImportRow, setLastKey } from './store/bucket-imports.ts';

/** Objects between two saves. A killed server repeats no more than these, and finds most of them already there. */
const PART = 100;
/** Then a part begins no further object, so that imports of large objects take turns with others. */
const PART_MS = MINUTE_MS;
const WATCH_MS = 2 * SECOND_MS;

const Keys = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

/** Imports the next objects, and ends the import after the last one. */
export async function importPart(services: ImportNeeds, job: JobRow, signal: AbortSignal): Promise<void> {
  const { clock, db } = services;
  const row = await findImport(db, job.id);
  if (row === undefined) return;
  const actor = { id: job.actor_id };
  const folder = await findNode(db, { actor, now: clock.now() }, job.target_id ?? '');
  const isFit = folder !== undefined && isAtLeast(presentRole(folder.role), NEEDED_ROLE.change);
  if (!isFit) {
    const code = folder === undefined ? 'folder_gone' : 'not_allowed';
    await failJob(services, { jobId: job.id, code });
    return;
  }
  const source = services.bucketSources.open({ ...row, ...keysOf(services, row) });
  try {
    const after = row.last_key ?? undefined;
    const page = await source.list({ after, limit: PART, signal });
    if (!page.ok) {
      if (page.error === 'source_unreachable') throw new SourceUnreachableError(page.error);
      await failJob(services, { jobId: job.id, code: page.error });
      return;
    }
    const { objects, hasMore } = page.value;
    const part = { ...row, job, folder, objects, source, signal };
    const { stop, reached } = await importObjects(services, part);
    if (stop !== undefined) await failJob(services, { jobId: job.id, code: stop });
    else if (!hasMore && reached === objects.length) await finish(services, job.id);
    else if (row.listed + reached >= LIMITS.bucketObjectsMax) {
      await failJob(services, { jobId: job.id, code: 'limit_reached' });
    }
  } finally {
    source.close();
  }
}

interface Part extends ImportRow {
  readonly job: JobRow;
  readonly folder: NodeAccess;
  readonly objects: readonly SourceObject[];
  readonly source: ReturnType<ImportNeeds['bucketSources']['open']>;
  readonly signal: AbortSignal;
}

/** Imports objects, and saves what was done. Returns why the import must stop, and how many objects are done. */
async function importObjects(
  services: ImportNeeds,
  part: Part,
): Promise<{ readonly stop: ErrorCode | undefined; readonly reached: number }> {
  const { job, folder, objects, source, prefix } = part;
  const cancelled = new AbortController();
  const signal = AbortSignal.any([part.signal, cancelled.signal]);
  let arrived = 0;
  const look = async (): Promise<void> => {
    const shown = { jobId: job.id, doneBytes: job.done_bytes + arrived };
    const [isRunning] = await Promise.allSettled([showImportedBytes(services.db, shown)]);
    if (isRunning.status === 'fulfilled' && !isRunning.value) cancelled.abort();
  };
  const watch = setInterval(() => void look(), WATCH_MS);
  const folders = createFolders(services, { job, folder });
  const twins = twinsAmong(objects, prefix);
  const outcomes = new Map<SourceObject, ObjectOutcome>();
  const broken: unknown[] = [];
  let stop: ErrorCode | undefined;
  let isLate = false;
  const endsAt = services.clock.now().getTime() + PART_MS;
  try {
    await eachAtOnce(objects, SERVER_LIMITS.bucketReadsAtOnce, async (object) => {
      // Stays late, even if the clock is set back.
      isLate ||= services.clock.now().getTime() > endsAt;
      if (isLate || signal.aborted || stop !== undefined || broken.length > 0) return;
      try {
        const onBytes = (bytes: number): void => void (arrived += bytes);
        if (twins.has(object)) {
          outcomes.set(object, { kind: 'left_out', name: object.key, code: 'name_taken' });
          return;
        }
        const context = { job, object, prefix, source, folders, onBytes, signal };
        const outcome = await importObject(services, context);
        if (outcome.kind === 'stop') stop ??= outcome.code;
        else outcomes.set(object, outcome);
      } catch (error) {
        if (!signal.aborted) broken.push(error);
      }
    });
  } finally {
    clearInterval(watch);
  }
  const isRepeated = part.signal.aborted || broken.length > 0;
  const done = objects.flatMap((object) => {
    const outcome = outcomes.get(object);
    // The next try counts all others again.
    const isSaved = outcome !== undefined && (!isRepeated || outcome.kind === 'imported');
    return isSaved ? [[object, outcome] as const] : [];
  });
  // Objects begin in their order, so the first ones are done.
  const reached = isRepeated || stop !== undefined ? 0 : done.length;
  await save(services, part, { outcomes: done, folders, reached });
  part.signal.throwIfAborted();
  if (broken.length > 0) throw broken[0];
  return { stop, reached };
}

/**
 * Objects that need the name of an earlier one, in another case or of the other kind. Both would be read at the same
 * time, and chance would decide.
 */
function twinsAmong(objects: readonly SourceObject[], prefix: string): ReadonlySet<SourceObject> {
  const files = new Set<string>();
  const folders = new Set<string>();
  const twins = new Set<SourceObject>();
  const all = objects.map((object) => ({ object, path: pathOf(object, prefix) }));
  // Of two forms of the same letters, the composed one is imported.
  const [first, last] = [true, false].map((isFirst) =>
    all.filter(({ path }) => (path?.composedKey === undefined) === isFirst),
  );
  for (const { object, path } of [...(first ?? []), ...(last ?? [])]) {
    if (path === undefined) continue;
    const names = [...path.folders, ...(path.name === undefined ? [] : [path.name])].map(nameKey);
    const places = names.map((_, index) => names.slice(0, index + 1).join('/'));
    const own = path.name === undefined ? undefined : places.at(-1);
    if (places.some((place) => files.has(place)) || folders.has(own ?? '')) {
      twins.add(object);
      continue;
    }
    if (own !== undefined) files.add(own);
    for (const place of own === undefined ? places : places.slice(0, -1)) folders.add(place);
  }
  return twins;
}

async function save(
  { clock, db }: ImportNeeds,
  { job, folder, objects }: Part,
  done: {
    readonly outcomes: readonly (readonly [SourceObject, ObjectOutcome])[];
    readonly folders: FolderFinder;
    readonly reached: number;
  },
): Promise<void> {
  const outcomes = done.outcomes.map(([, outcome]) => outcome);
  const read = done.outcomes.flatMap(([{ sizeBytes }, { kind }]) =>
    kind === 'left_out' || kind === 'recorded' ? [] : [sizeBytes],
  );
  await inTransaction(db, async (tx) => {
    const isRunning = await recordImported(tx, {
      jobId: job.id,
      folderId: folder.node.id,
      folders: done.folders.made(),
      files: outcomes.flatMap((each) => (each.kind === 'imported' ? [each.item] : [])),
      leftOut: outcomes.flatMap((each) => (each.kind === 'left_out' ? [each] : [])),
      unchanged: outcomes.filter(({ kind }) => kind === 'unchanged').length,
      doneBytes: job.done_bytes + read.reduce((sum, bytes) => sum + bytes, 0),
      now: clock.now(),
    });
    const last = done.reached === 0 ? undefined : objects[done.reached - 1];
    if (isRunning && last !== undefined) {
      await setLastKey(tx, job.id, { lastKey: last.key, listed: done.reached });
    }
  });
}

async function finish({ clock, db }: ImportNeeds, jobId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const job = await findJob(tx, jobId);
    if (job?.state === 'running') await finishJob(tx, { jobId, state: 'done', now: clock.now() });
  });
}

function keysOf({ cipher }: ImportNeeds, { job_id, keys_sealed }: ImportRow): z.infer<typeof Keys> {
  const opened = parseJson(cipher.open(keys_sealed, keysPurpose(job_id)));
  return defined(Keys.safeParse(opened).data, 'the keys of an import cannot be read');
}
