import { spawn } from 'node:child_process';

export const CLEAN_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
} as const;

const OUTPUT_BYTES_MAX = 64 * 1024;

interface ToolOptions {
  readonly account?: { readonly switchTo: { readonly uid: number; readonly gid: number } | undefined };
  readonly cwd?: string;
  readonly input?: string;
}

/** Runs a program to its end. Status -1 means that it could not be started, or was killed. */
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
    // EPIPE: the program ended before it read its input. Its exit status reports that.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    child.on('error', (error) => resolve({ status: -1, output: error.message }));
    child.on('close', (status) => resolve({ status: status ?? -1, output: output.trim() }));
  });
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
  );
}
