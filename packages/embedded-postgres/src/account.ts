import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@coffer/kit';
import type { EmbeddedPostgresError } from './errors.ts';
import { runTool } from './run-tool.ts';

export interface Account {
  /** Set only as root, because PostgreSQL refuses to run as root. */
  readonly switchTo: { readonly uid: number; readonly gid: number } | undefined;
  /** Name of this process's account. Undefined for a user id without a name, as in some containers. */
  readonly clientName: string | undefined;
  /** True if unrelated processes use the account: they can read the data through /proc. */
  readonly isShared: boolean;
}

const OWN_NAME = 'coffer-postgres';
/** Not a dedicated account: many machines run other services as `nobody`. */
const SHARED_NAME = 'nobody';
const LOCK_TRIES_MAX = 20;
const LOCK_PAUSE_MS = 250;

/**
 * As root: `runAs`, otherwise a dedicated system account, otherwise the shared `nobody` if the dedicated account cannot
 * be created (read-only /etc, no `useradd`).
 */
export async function findAccount(runAs?: string): Promise<Result<Account, EmbeddedPostgresError>> {
  const clientName = nameOfThisAccount();
  if (process.getuid?.() !== 0) return ok({ switchTo: undefined, clientName, isShared: false });
  const name = runAs ?? (await ownAccount()) ?? SHARED_NAME;
  const ids = await idsOf(name);
  if (ids === undefined || ids.uid === 0) {
    return err({
      code: 'failed',
      reason: `PostgreSQL does not run as root, and "${name}" is not an ordinary account of this machine`,
    });
  }
  return ok({ switchTo: ids, clientName, isShared: name === SHARED_NAME });
}

async function ownAccount(): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    if ((await idsOf(OWN_NAME)) !== undefined) return OWN_NAME;
    // Another process may briefly lock /etc/passwd.
    if (tries > LOCK_TRIES_MAX) return undefined;
    const made = await makeAccount();
    if (made === 'impossible') return undefined;
    if (made === 'busy') await sleep(LOCK_PAUSE_MS);
  }
}

/** `useradd` exits with 9 if the name exists, and with 1 or 10 if the account files are locked or read-only. */
async function makeAccount(): Promise<'made' | 'busy' | 'impossible'> {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  const { status } = await runTool('useradd', [...args, '--shell', '/usr/sbin/nologin', OWN_NAME]);
  if (status === 0 || status === 9) return 'made';
  return status === 1 || status === 10 ? 'busy' : 'impossible';
}

function nameOfThisAccount(): string | undefined {
  try {
    return userInfo().username;
  } catch (error) {
    // The user id has no name. All other errors are bugs.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR') return undefined;
    throw error;
  }
}

async function idsOf(name: string): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  const [user, group] = [await runTool('id', ['-u', '--', name]), await runTool('id', ['-g', '--', name])];
  const [uid, gid] = [Number(user.output), Number(group.output)];
  const isFound = user.status === 0 && group.status === 0;
  return isFound && Number.isSafeInteger(uid) && Number.isSafeInteger(gid) ? { uid, gid } : undefined;
}
