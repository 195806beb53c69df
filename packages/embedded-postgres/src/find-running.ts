import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { connectionTo, type PostgresConnection } from './connection.ts';
import { hasCode } from './run-tool.ts';

const SOCKET_FOLDER_LINE = 4;
const STATUS_LINE = 7;

/**
 * Finds a server that another process runs on `folder`; undefined while none is ready. Only the account that started it
 * can connect.
 */
export async function findRunningPostgres(
  folder: string,
  database: string,
): Promise<PostgresConnection | undefined> {
  try {
    const lines = (await readFile(join(resolve(folder), 'data', 'postmaster.pid'), 'utf8')).split('\n');
    const socketFolder = lines[SOCKET_FOLDER_LINE]?.trim() ?? '';
    const isReady = lines[STATUS_LINE]?.trim() === 'ready';
    return isReady && socketFolder !== '' ? connectionTo(socketFolder, database) : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
