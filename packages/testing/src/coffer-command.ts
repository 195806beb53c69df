import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COFFER = fileURLToPath(new URL('../../../apps/server/bin/coffer.js', import.meta.url));

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runCoffer(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment };
  return await new Promise((resolve) => {
    execFile(process.execPath, [COFFER, ...args], { env }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}
