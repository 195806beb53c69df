import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@coffer/testing';
import { expect, test } from 'vitest';

const SCRIPTS = resolve(import.meta.dirname, '..');

/** A folder whose dependencies are installed and whose web application is not built. */
function installation(root: string): void {
  cpSync(join(SCRIPTS, 'prepare.js'), join(root, 'scripts/prepare.js'));
  cpSync(join(SCRIPTS, 'prepare'), join(root, 'scripts/prepare'), { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module' }));
  mkdirSync(join(root, 'node_modules/vite/bin'), { recursive: true });
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: {} }));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: {} }));
  for (const folder of ['apps/web', 'packages/contracts', 'packages/kit', 'packages/srp'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'apps/web/vite.config.ts'), '');
  // Fails if another build runs, as two builds into one folder would.
  const vite = `
    const { mkdirSync, rmdirSync, writeFileSync } = require('node:fs');
    mkdirSync('../../building');
    setTimeout(() => {
      const out = process.argv[process.argv.indexOf('--outDir') + 1];
      mkdirSync(out, { recursive: true });
      writeFileSync(out + '/index.html', 'built');
      rmdirSync('../../building');
    }, 500);
  `;
  writeFileSync(join(root, 'node_modules/vite/package.json'), JSON.stringify({ type: 'commonjs' }));
  writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), vite);
}

async function prepare(root: string, goal: string): Promise<{ status: number | null; text: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts/prepare.js'), goal]);
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  return await new Promise((done) => child.once('close', (status) => done({ status, text })));
}

test('a command builds no pages, which the running server would serve', async () => {
  await using folder = temporaryFolder('prepare');
  installation(folder.path);
  expect(await prepare(folder.path, 'command')).toEqual({ status: 0, text: '' });
  expect(existsSync(join(folder.path, 'apps/web/dist'))).toBe(false);
  const { scripts } = JSON.parse(readFileSync(join(SCRIPTS, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['predoctor', 'prepeople', 'prerebuild'])
    expect([name, scripts[name]]).toEqual([name, 'node scripts/prepare.js command']);
});

test('of several starts at once one builds, and the others wait for it', async () => {
  await using folder = temporaryFolder('prepare');
  installation(folder.path);
  const runs = await Promise.all([1, 2, 3].map(async () => await prepare(folder.path, 'start')));
  expect(runs.map(({ status, text }) => [status, text.includes('could not')])).toEqual(
    runs.map(() => [0, false]),
  );
  expect(runs.filter(({ text }) => text.includes('Building the web application'))).toHaveLength(1);
  expect(readFileSync(join(folder.path, 'apps/web/dist/index.html'), 'utf8')).toBe('built');
  expect(await prepare(folder.path, 'start')).toEqual({ status: 0, text: '' });
});

test('the lock of a process that was killed holds nobody up', async () => {
  await using folder = temporaryFolder('prepare');
  const lock = pathToFileURL(join(SCRIPTS, 'prepare/lock.js')).href;
  const program = (task: string): readonly string[] => [
    '--input-type=module',
    '-e',
    `import { withLock } from ${JSON.stringify(lock)};
     await withLock(${JSON.stringify(folder.path)}, async () => { ${task} });`,
  ];
  const killed = program(`process.kill(process.pid, 'SIGKILL'); await new Promise(() => undefined);`);
  expect(spawnSync(process.execPath, killed).signal).toBe('SIGKILL');
  const next = execFileSync(process.execPath, program(`console.log('done');`), { encoding: 'utf8' });
  expect(next).toBe('done\n');
});
