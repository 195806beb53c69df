import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@coffer/kit';
import type { Account } from './account.ts';
import type { EmbeddedPostgresError } from './errors.ts';
import { CLEAN_ENVIRONMENT, hasCode } from './run-tool.ts';

export type PostgresLog = (entry: {
  readonly level: string;
  readonly message: string;
  /** Part of a recovery after a crash, which may take long. */
  readonly isRecovery: boolean;
}) => void;

export interface ServerProcess {
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * A shell runs between this process and the server. Its standard input closes when this process dies, even by SIGKILL;
 * it then requests a fast shutdown and removes the socket folder.
 */
const GUARD = `
exec 3<&0 </dev/null
socket=$1; shift
"$@" 3<&- & server=$!
( read -r _ <&3; kill -INT $server ) & guard=$!
exec 3<&-
wait $server; status=$?
kill $guard 2>/dev/null
rm -rf -- "$socket"
exit $status
`;

const SOCKET_PATH_BYTES_MAX = 100;
const SOCKET_FILE = '.s.PGSQL.5432';
const START_SILENCE_MS = 60_000;
/** Recovery reports its progress every 10 s, except for the checkpoint at its end. */
const RECOVERY_SILENCE_MS = 15 * 60_000;
const RECOVERY =
  /^database system (was interrupted|was not properly shut down)|^redo |, elapsed time: |^syncing data directory/;
const FAST_SHUTDOWN_MS = 30_000;
const LOG_LINE_MAX = 2000;

/** The path is short because the kernel limits socket paths to about 100 bytes. */
export async function makeSocketFolder(
  account: Account,
  fallback: string,
): Promise<Result<string, EmbeddedPostgresError>> {
  for (const parent of [tmpdir(), '/tmp', fallback]) {
    const prefix = join(parent, 'coffer-pg-');
    if (Buffer.byteLength(join(`${prefix}XXXXXX`, SOCKET_FILE)) > SOCKET_PATH_BYTES_MAX) continue;
    try {
      const folder = await mkdtemp(prefix);
      if (account.switchTo !== undefined) await chown(folder, account.switchTo.uid, account.switchTo.gid);
      return ok(folder);
    } catch (error) {
      if (!hasCode(error, 'EACCES', 'EPERM', 'ENOENT', 'EROFS', 'ENOSPC', 'ENOTDIR')) throw error;
    }
  }
  return err({
    code: 'failed',
    reason: 'there is no folder for a socket: neither the temporary folder nor /tmp can be written',
  });
}

/** Waits as long as the server says something: recovery after a crash keeps no progress, so an end would repeat it. */
export async function startServer(options: {
  readonly postgres: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly socketFolder: string;
  readonly account: Account;
  readonly log: PostgresLog;
  /** How long the server may say nothing before it is ready. For tests. */
  readonly silence?: { readonly startMs: number; readonly recoveryMs: number };
}): Promise<Result<ServerProcess, EmbeddedPostgresError>> {
  const guard = spawn(
    '/bin/sh',
    ['-c', GUARD, 'coffer-postgres', options.socketFolder, options.postgres, ...options.args],
    {
      ...options.account.switchTo,
      cwd: options.cwd,
      env: CLEAN_ENVIRONMENT,
      stdio: ['pipe', 'ignore', 'pipe'],
      // In a separate process group, Ctrl+C does not reach the server, so its clients can end first.
      detached: true,
    },
  );
  guard.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    guard.on('exit', () => resolve());
    guard.on('error', () => resolve());
  });
  const { startMs, recoveryMs } = options.silence ?? {
    startMs: START_SILENCE_MS,
    recoveryMs: RECOVERY_SILENCE_MS,
  };
  const silence = createSilence(startMs);
  const failures: string[] = [];
  const ready = new Promise<'ready'>((resolve) => {
    createInterface({ input: guard.stderr }).on('line', (line) => {
      const { level, message } = parseLine(line);
      if (message.includes('database system is ready to accept connections')) resolve('ready');
      if (failures.length < 20 && level !== 'log') failures.push(message);
      const isRecovery = RECOVERY.test(message);
      silence.broken(isRecovery ? recoveryMs : undefined);
      options.log({ level, message, isRecovery });
    });
  });
  const server = { ended, stop: async () => await stop(guard, ended) };
  const outcome = await Promise.race([ready, ended, silence.tooLong]);
  silence.stop();
  if (outcome === 'ready') return ok(server);
  await server.stop();
  await rm(options.socketFolder, { recursive: true, force: true });
  const reason =
    outcome === 'silent'
      ? `not ready, and silent for ${silence.ms() / 1000} s`
      : failures.join(' ') || 'it ended at once';
  return err({ code: 'failed', reason });
}

interface Silence {
  readonly tooLong: Promise<'silent'>;
  readonly ms: () => number;
  /** Starts anew, and from now on waits `ms` if given. */
  broken(ms: number | undefined): void;
  stop(): void;
}

function createSilence(firstMs: number): Silence {
  const { promise: tooLong, resolve } = Promise.withResolvers<'silent'>();
  let currentMs = firstMs;
  const begin = (): NodeJS.Timeout => setTimeout(() => resolve('silent'), currentMs).unref();
  let timer = begin();
  let isStopped = false;
  return {
    tooLong,
    ms: () => currentMs,
    broken: (ms) => {
      if (isStopped) return;
      clearTimeout(timer);
      currentMs = ms ?? currentMs;
      timer = begin();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function parseLine(line: string): { readonly level: string; readonly message: string } {
  const match = /^([A-Z]+\d?): {1,2}(.*)$/.exec(line);
  const [level, message] = [match?.[1] ?? 'ERROR', match?.[2] ?? line];
  return { level: level.toLowerCase(), message: message.slice(0, LOG_LINE_MAX) };
}

async function stop(guard: ChildProcess, ended: Promise<void>): Promise<void> {
  guard.stdin?.end();
  const outcome = await Promise.race([ended, sleep(FAST_SHUTDOWN_MS, 'timeout' as const, { ref: false })]);
  // SIGKILL is safe: the next start replays the WAL.
  if (outcome === 'timeout' && guard.pid !== undefined) process.kill(-guard.pid, 'SIGKILL');
  await ended;
}
