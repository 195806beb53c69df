import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { SECOND_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const MODULE = pathToFileURL(join(import.meta.dirname, 'coffer-process.ts')).href;

test('the application stops when its parent process ends', async () => {
  await using folder = temporaryFolder('orphan');
  const starter = `
    const { startCoffer } = await import(${JSON.stringify(MODULE)});
    const coffer = await startCoffer({ dataFolder: ${JSON.stringify(join(folder.path, 'data'))} });
    console.log(coffer.pid);
    process.exit();
  `;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', starter]);
  const pid = Number(stdout);
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isRunning(pid), { timeout: 60 * SECOND_MS }).toBe(false);
}, 600_000);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
  // A zombie counts as ended: without a reaping init process, orphans stay listed.
  return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
}
