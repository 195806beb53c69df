import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateUploadsRequest, type UploadId } from '@coffer/contracts';
import { eachAtOnce, parseJson, SECOND_MS } from '@coffer/kit';
import * as z from 'zod/mini';
import { ApiFailure } from '../api/api-failure.ts';
import { stateFolder } from '../config/folders.ts';
import type { Context } from '../context.ts';
import { errorCodeOf } from '../local/file-errors.ts';
import { isOwnerRunning, Owner, ownerNow } from '../local/note-owner.ts';
import { writePrivate } from '../local/write-private.ts';

const ABORTS_AT_ONCE = 6;
const FREED_WITHIN_MS = 10 * SECOND_MS;

const Row = z.object({
  server: z.string(),
  owner: Owner,
  idempotencyKey: z.string(),
  request: CreateUploadsRequest,
});
type Row = z.infer<typeof Row>;

type Needs = Pick<Context, 'client' | 'environment'>;

function folderOf({ environment }: Needs): string {
  return join(stateFolder(environment), 'batches');
}

/**
 * Stores a note about a reservation before it is requested, so that a later run can free the space if this process is
 * killed. Returns a function that removes the note.
 */
export async function noteBatch(
  context: Needs,
  reservation: Pick<Row, 'idempotencyKey' | 'request'>,
): Promise<() => Promise<void>> {
  const path = join(folderOf(context), `${randomUUID()}.json`);
  const row: Row = { ...reservation, server: context.client.server, owner: ownerNow() };
  await writePrivate(path, JSON.stringify(row));
  return async () => await rm(path, { force: true });
}

/** Frees the space of uploads, also after Ctrl+C. False if the server could not be reached for all of them. */
export async function freeUploads({ client }: Needs, uploadIds: readonly UploadId[]): Promise<boolean> {
  const signal = AbortSignal.timeout(FREED_WITHIN_MS);
  try {
    await eachAtOnce(uploadIds, ABORTS_AT_ONCE, async (uploadId) => {
      try {
        await client.call('abortUpload', { params: { uploadId }, signal });
      } catch (error) {
        // The upload has already ended, or belongs to somebody else.
        if (!(error instanceof ApiFailure) || error.code === 'offline') throw error;
      }
    });
    return true;
  } catch (error) {
    if (error instanceof ApiFailure || error === signal.reason) return false;
    throw error;
  }
}

/** Repeats the request: the same key gets the same response, so the ids are those that were reserved. */
async function freeReserved(context: Needs, { idempotencyKey, request: body }: Row): Promise<boolean> {
  try {
    const { items } = await context.client.call('createUploads', { body, idempotencyKey });
    const ids = items.flatMap((item) => (item.outcome === 'created' ? [item.upload.id] : []));
    return await freeUploads(context, ids);
  } catch (error) {
    if (error instanceof ApiFailure) return error.code !== 'offline';
    throw error;
  }
}

/** Frees the space that killed runs have reserved on this server. */
export async function freeKilled(context: Needs): Promise<void> {
  const folder = folderOf(context);
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const row = z.safeParse(Row, parseJson(await readOrEmpty(path)));
    if (row.success && (row.data.server !== context.client.server || isOwnerRunning(row.data.owner)))
      continue;
    if (!row.success || (await freeReserved(context, row.data))) await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Empty if another process has removed the file. */
async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
