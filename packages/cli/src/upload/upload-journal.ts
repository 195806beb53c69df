import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateUploadRequest, LIMITS, UploadId } from '@coffer/contracts';
import { parseJson } from '@coffer/kit';
import * as z from 'zod/mini';
import { type Environment, stateFolder } from '../config/folders.ts';
import { errorCodeOf } from '../local/file-errors.ts';
import { isOwn, isOwnerRunning, Owner, ownerNow } from '../local/note-owner.ts';
import { writePrivate } from '../local/write-private.ts';

const Row = z.object({
  request: CreateUploadRequest,
  idempotencyKey: z.string(),
  /** Null until the response is known. */
  uploadId: z.nullable(UploadId),
  owner: Owner,
});
type Row = z.infer<typeof Row>;

export type JournalRow = Omit<Row, 'owner'>;

/** State on disk with which the next process resumes an upload. */
export interface UploadJournal {
  read(): Promise<JournalRow | undefined>;
  write(row: JournalRow): Promise<void>;
  remove(): Promise<void>;
}

/** `place` identifies the file on both sides. */
export function openJournal(environment: Environment, place: readonly string[]): UploadJournal {
  const folder = join(stateFolder(environment), 'uploads');
  const key = createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 32);
  const path = join(folder, `${key}.json`);
  return {
    read: async () => {
      const row = await readRow(path);
      // Another process that still runs is uploading this file.
      if (row === undefined || (!isOwn(row.owner) && isOwnerRunning(row.owner))) return undefined;
      return row;
    },
    write: async (row) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await sweep(folder);
      await writePrivate(path, JSON.stringify({ ...row, owner: ownerNow() }));
    },
    remove: async () => await rm(path, { force: true }),
  };
}

async function readRow(path: string): Promise<Row | undefined> {
  try {
    const row = z.safeParse(Row, parseJson(await readFile(path, 'utf8')));
    return row.success ? row.data : undefined;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes journals of uploads that the server has ended by now. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    try {
      if (Date.now() - (await stat(path)).mtimeMs > LIMITS.uploadLifeMs) await rm(path);
    } catch (error) {
      // Another process has already removed the file.
      if (errorCodeOf(error) !== 'ENOENT') throw error;
    }
  }
}
