import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { err, ok, type Result } from '@coffer/kit';
import type { EmbeddedPostgresError } from './errors.ts';

const run = promisify(execFile);

/** The operating-system account that the server runs as, and the one that may connect to it. */
export interface Account {
  /** Set only when this process is root: PostgreSQL refuses to run as root. */
  readonly switchTo: { readonly uid: number; readonly gid: number } | undefined;
  /** The name of this process's account, or undefined for a user id without a name (some containers). */
  readonly clientName: string | undefined;
}

export async function findAccount(runAs: string): Promise<Result<Account, EmbeddedPostgresError>> {
  const clientName = nameOfThisAccount();
  if (process.getuid?.() !== 0) return ok({ switchTo: undefined, clientName });
  const uid = await idOf(runAs, '-u');
  const gid = await idOf(runAs, '-g');
  if (uid === undefined || gid === undefined || uid === 0) {
    return err({
      code: 'failed',
      reason: `PostgreSQL does not run as root, and "${runAs}" is not an ordinary account of this machine`,
    });
  }
  return ok({ switchTo: { uid, gid }, clientName });
}

function nameOfThisAccount(): string | undefined {
  try {
    return userInfo().username;
  } catch (error) {
    // A user id without an entry in the account database has no name. Everything else is a bug.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR') return undefined;
    throw error;
  }
}

async function idOf(name: string, flag: '-u' | '-g'): Promise<number | undefined> {
  try {
    const { stdout } = await run('id', [flag, '--', name]);
    const id = Number(stdout.trim());
    return Number.isSafeInteger(id) ? id : undefined;
  } catch (error) {
    // `id` exits with 1 for a name that does not exist; that it cannot be started at all comes to the same.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
