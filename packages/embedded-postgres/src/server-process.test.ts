import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@coffer/testing';
import { afterAll, expect, test } from 'vitest';
import { startServer } from './server-process.ts';

const folder = temporaryFolder('server process');
afterAll(async () => await folder.remove());

const READY = 'database system is ready to accept connections';

/** Starts a program that says each line after so many seconds, and then ends. */
async function start(
  name: string,
  said: readonly (readonly [seconds: number, line: string])[],
  silence: { readonly startMs: number; readonly recoveryMs: number },
) {
  const socketFolder = join(folder.path, `${name} socket`);
  await mkdir(socketFolder);
  const postgres = join(folder.path, name);
  const lines = said.map(([seconds, line]) => `sleep ${seconds}\necho 'LOG:  ${line}' >&2\n`);
  await writeFile(postgres, `#!/bin/sh\n${lines.join('')}sleep 1\n`);
  await chmod(postgres, 0o755);
  const recovery: string[] = [];
  const outcome = await startServer({
    postgres,
    args: [],
    cwd: folder.path,
    socketFolder,
    account: { switchTo: undefined, clientName: undefined, isShared: false },
    log: ({ message, isRecovery }) => void (isRecovery && recovery.push(message)),
    silence,
  });
  if (outcome.ok) await outcome.value.ended;
  return { outcome, recovery };
}

test('recovery may take longer than a start, as long as it reports progress', async () => {
  const said = [
    'database system was interrupted; last known up at 2026-11-28 08:00:00 UTC',
    'syncing data directory (fsync), elapsed time: 10.00 s, current path: ./base/1/1259',
    'redo in progress, elapsed time: 10.00 s, current LSN: 0/1A2B3C8',
  ] as const;
  const lines = [
    [0, said[0]],
    [6, said[1]],
    [6, said[2]],
    [6, READY],
  ] as const;
  const { outcome, recovery } = await start('recovers', lines, { startMs: 5_000, recoveryMs: 30_000 });
  expect(outcome.ok).toBe(true);
  expect(recovery).toEqual(said);
});

test('a start that says nothing is ended', async () => {
  const lines = [
    [0, 'starting PostgreSQL 18'],
    [3, READY],
  ] as const;
  const { outcome, recovery } = await start('silent', lines, { startMs: 1_000, recoveryMs: 5_000 });
  expect(outcome).toEqual({
    ok: false,
    error: { code: 'failed', reason: 'not ready, and silent for 1 s' },
  });
  expect(recovery).toEqual([]);
});
