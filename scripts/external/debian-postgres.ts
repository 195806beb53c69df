import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const VERSIONS = '/usr/lib/postgresql';
const READY_MS = 30_000;

export interface DebianPostgres {
  readonly version: string;
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs as user `postgres`. Needs root. */
export async function startDebianPostgres(folder: string, port: number): Promise<DebianPostgres> {
  const version = readdirSync(VERSIONS).toSorted((one, other) => Number(other) - Number(one))[0];
  if (version === undefined) throw new Error('no PostgreSQL below /usr/lib/postgresql');
  const bin = join(VERSIONS, version, 'bin');
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'],
    {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    },
  );
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-k',
      folder,
      '-c',
      'max_connections=500',
    ],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(join(bin, 'pg_isready'), port);
  return {
    version,
    url,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
    },
  };
}

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
}

async function untilReady(command: string, port: number): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    try {
      execFileSync(command, ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'status' in error)) throw error;
    }
    await pause(100);
  }
  throw new Error(`PostgreSQL was not ready within ${READY_MS} ms`);
}
