import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export const RULED_FOLDERS = ['packages', 'apps', 'scripts', 'e2e', 'bench'] as const;

export interface Violation {
  readonly rule: string;
  readonly comment: string;
  readonly from: string;
  readonly to: string;
}

export interface Cruise {
  readonly violations: readonly Violation[];
  readonly modules: readonly string[];
}

const Output = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    ruleSetUsed: z.object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string() })) }),
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
        cycle: z.array(z.object({ name: z.string() })).optional(),
      }),
    ),
  }),
});

export async function cruise(root: string): Promise<Cruise> {
  const folders = RULED_FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const repository = join(import.meta.dirname, '..');
  const program = join(repository, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const preload = join(import.meta.dirname, 'boundaries-typescript.ts');
  const args = [
    '--import',
    preload,
    program,
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    ...folders,
  ];
  const { stdout, stderr } = await collect(args, root);
  const parsed = Output.safeParse(parseJson(stdout));
  if (!parsed.success)
    throw new Error(`dependency-cruiser did not finish: ${(stderr || stdout).slice(0, 4000)}`);
  const { ruleSetUsed, violations } = parsed.data.summary;
  const comments = new Map(ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]));
  return {
    violations: violations.map(({ rule, from, to, cycle }) => ({
      rule: rule.name,
      comment: comments.get(rule.name) ?? '',
      from,
      to: cycle === undefined ? to : cycle.map(({ name }) => name).join(' -> '),
    })),
    modules: parsed.data.modules
      .map(({ source }) => source)
      .filter(
        (source) =>
          folders.some((folder) => source.startsWith(`${folder}/`)) && !source.includes('node_modules/'),
      ),
  };
}

/** Undefined outside of a git checkout. */
export async function listedModules(root: string): Promise<readonly string[] | undefined> {
  const patterns = RULED_FOLDERS.flatMap((folder) =>
    ['ts', 'tsx', 'js'].map((extension) => `${folder}/**/*.${extension}`),
  );
  try {
    const { stdout } = await promisify(execFile)(
      'git',
      // git refuses checkouts of other users.
      [
        '-c',
        `safe.directory=${root}`,
        'ls-files',
        '-z',
        '--cached',
        '--others',
        '--exclude-standard',
        '--',
        ...patterns,
      ],
      { cwd: root, maxBuffer: 16 * 1024 * 1024 },
    );
    return stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

export function formatViolations(violations: readonly Violation[]): string {
  return violations
    .map(({ rule, comment, from, to }) => `${from}: ${rule} (${comment})\n    -> ${to}`)
    .join('\n');
}

async function collect(args: readonly string[], root: string): Promise<{ stdout: string; stderr: string }> {
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, errors]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', reject);
    child.on('close', () => {
      resolve({
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(errors).toString('utf8'),
      });
    });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function missedBy(cruised: Cruise, listed: readonly string[]): readonly string[] {
  const seen = new Set(cruised.modules);
  return listed.filter((path) => !seen.has(path));
}
