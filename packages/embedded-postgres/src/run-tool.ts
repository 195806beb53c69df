import { spawn } from 'node:child_process';
import type { Account } from './account.ts';

/** What PostgreSQL's programs see of our environment: nothing but this. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } as const;

const OUTPUT_BYTES_MAX = 64 * 1024;

interface ToolOptions {
  readonly account?: Account;
  readonly cwd?: string;
  readonly input?: string;
}

/** Runs a short-lived program as `account`, and returns its status (-1: not started, or killed) with all that it printed. */
export async function runTool(
  program: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<{ readonly status: number; readonly output: string }> {
  return await new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      ...options.account?.switchTo,
      cwd: options.cwd ?? '/',
      env: CLEAN_ENVIRONMENT,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const collect = (chunk: Buffer): void => {
      if (output.length < OUTPUT_BYTES_MAX) output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    // A program that ends before it has read its input closes the pipe; its status tells the story.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    child.on('error', (error) => resolve({ status: -1, output: error.message }));
    child.on('close', (status) => resolve({ status: status ?? -1, output: output.trim() }));
  });
}

/** Whether `error` is one of the named system errors. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
  );
}
