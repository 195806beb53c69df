import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VersionId } from '@coffer/contracts';
import { parseJson } from '@coffer/kit';
import * as z from 'zod/mini';
import { type Environment, stateFolder } from '../config/folders.ts';
import { errorCodeOf } from '../local/file-errors.ts';
import type { LocalEntry } from '../local/walk.ts';
import { writePrivate } from '../local/write-private.ts';

/** A file as it was on both sides after the last sync. `changedMs` is missing in older state files. */
const SyncedFile = z.object({
  versionId: VersionId,
  sizeBytes: z.int(),
  modifiedMs: z.int(),
  changedMs: z.optional(z.int()),
});
export type SyncedFile = z.infer<typeof SyncedFile>;

export function syncedFile(
  versionId: VersionId,
  { sizeBytes, modifiedMs, changedMs }: LocalEntry,
): SyncedFile {
  return { versionId, sizeBytes, modifiedMs, changedMs };
}

const Stored = z.object({
  version: z.literal(1),
  files: z.record(z.string(), SyncedFile),
  folders: z.array(z.string()),
});

/** The files and folders that were equal on both sides, by the keys of their paths. */
export interface SyncState {
  readonly files: Map<string, SyncedFile>;
  readonly folders: Set<string>;
}

export interface SyncStateFile {
  read(): Promise<SyncState>;
  write(state: SyncState): Promise<void>;
}

/**
 * `pair` identifies the folders: server, remote folder, local folder. A lost state loses no files, only makes the next
 * sync compare again.
 */
export function openSyncState(environment: Environment, pair: readonly string[]): SyncStateFile {
  const key = createHash('sha256').update(JSON.stringify(pair)).digest('hex').slice(0, 32);
  const path = join(stateFolder(environment), 'sync', `${key}.json`);
  return {
    read: async () => {
      const stored = z.safeParse(Stored, parseJson(await readOrEmpty(path)));
      if (!stored.success) return { files: new Map(), folders: new Set() };
      return { files: new Map(Object.entries(stored.data.files)), folders: new Set(stored.data.folders) };
    },
    write: async ({ files, folders }) => {
      const stored = { version: 1, files: Object.fromEntries(files), folders: [...folders] };
      await writePrivate(path, JSON.stringify(stored));
    },
  };
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
