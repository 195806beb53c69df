import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cruise, formatViolations, listedModules, missedBy } from './boundaries.ts';
import { oversizedFolders } from './folder-sizes.ts';

const root = resolve(import.meta.dirname, '..');

interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

interface Check {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
}

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
}

const PARALLEL = 2;

/** Longest first. */
function checks(): readonly Check[] {
  const projects = ['tsconfig.json', 'apps/web/tsconfig.json', 'e2e/tsconfig.json'].filter((path) =>
    existsSync(join(root, path)),
  );
  return [
    ...projects.map((path) => tool(`types (${path})`, 'typescript/bin/tsc', ['-p', path, '--noEmit'])),
    tool('lint', 'oxlint/bin/oxlint', ['--type-aware']),
    tool('dead code', 'knip/bin/knip.js', []),
    { name: 'boundaries', run: checkBoundaries },
    { name: 'folders', run: checkFolders },
    tool('format', '@biomejs/biome/bin/biome', ['format', '.']),
  ];
}

export async function runChecks(): Promise<readonly CheckResult[]> {
  const list = checks();
  const results = new Map<string, boolean>();
  const queue = [...list];
  const work = async (): Promise<void> => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const startedAtMs = performance.now();
      const { ok, output } = await check.run();
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1).padStart(5);
      console.log(`${ok ? '  ok  ' : 'FAILED'} ${seconds} s  ${check.name}`);
      if (!ok) console.log(`${output.trimEnd()}\n`);
      results.set(check.name, ok);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return list.map(({ name }) => ({ name, ok: results.get(name) === true }));
}

async function checkBoundaries(): Promise<Outcome> {
  const cruised = await cruise(root);
  const missed = missedBy(cruised, (await listedModules(root)) ?? []);
  const output = [
    formatViolations(cruised.violations),
    ...missed.map((path) => `${path}: not seen by the cruise, so no rule holds it`),
  ];
  return { ok: cruised.violations.length === 0 && missed.length === 0, output: output.join('\n') };
}

async function checkFolders(): Promise<Outcome> {
  const oversized = oversizedFolders((await listedModules(root)) ?? []);
  return { ok: oversized.length === 0, output: oversized.join('\n') };
}

function tool(name: string, program: string, args: readonly string[]): Check {
  return {
    name,
    run: async () =>
      await new Promise((done) => {
        const chunks: Buffer[] = [];
        const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
          cwd: root,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
        child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
        child.on('error', (error) => done({ ok: false, output: error.message }));
        child.on('close', (status) =>
          done({ ok: status === 0, output: Buffer.concat(chunks).toString('utf8') }),
        );
      }),
  };
}

if (import.meta.main) {
  const results = await runChecks();
  const failed = results.filter(({ ok }) => !ok);
  console.log(
    failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.map(({ name }) => name).join(', ')}.`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
