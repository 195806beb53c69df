import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { temporaryFolder } from '@coffer/testing';
import { expect, test } from 'vitest';
import { COMPILED_FOLDER } from './compiled.js';

const here = (name: string): string => pathToFileURL(join(import.meta.dirname, name)).href;

/** Returns the cache folder that a separate process uses. */
function folderOf(environment: Readonly<Record<string, string>>): string {
  const script = `
    import { getCompileCacheDir } from 'node:module';
    import { keepCompiled } from ${JSON.stringify(here('compiled.js'))};
    keepCompiled();
    await import(${JSON.stringify(here('ids.ts'))});
    console.log(getCompileCacheDir());`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: environment,
  });
  expect(stderr).toBe('');
  return stdout.trim();
}

test('compiled code is stored next to the programs', () => {
  expect(folderOf({}).startsWith(COMPILED_FOLDER)).toBe(true);
});

test('NODE_COMPILE_CACHE names another folder', async () => {
  await using folder = temporaryFolder('compiled');
  const used = folderOf({ NODE_COMPILE_CACHE: folder.path });
  expect(used.startsWith(folder.path)).toBe(true);
  expect(readdirSync(used).length).toBeGreaterThan(0);
});
