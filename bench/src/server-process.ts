import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

export const KEY_PAIR = { accessKeyId: 'BENCHBENCH', secretAccessKey: 'of-this-run-on-loopback' };
export const REGION = 'us-east-1';
export const BUCKET = 'bench';

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly port: number;
}

export interface StoreOptions {
  readonly folder: string;
  readonly corsOrigins?: readonly string[];
}

export async function startStore({ folder, corsOrigins = [] }: StoreOptions): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    [createRequire(import.meta.url).resolve('@coffer/object-store/bin')],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  const config = { folder, port: 0, region: REGION, credentials: [KEY_PAIR], buckets: [BUCKET], corsOrigins };
  child.stdin.write(`${JSON.stringify(config)}\n`);
  return { child, port: Number(/"port":(\d+)/.exec(await firstLine(child))?.[1]) };
}

export async function startScript(script: string, argument: string): Promise<ServerProcess> {
  return await start(['--input-type=module', '-e', script, argument]);
}

export async function startProgram(path: string, argument: string): Promise<ServerProcess> {
  return await start([path, argument]);
}

/** Prints its port. */
async function start(args: readonly string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, port: Number(await firstLine(child)) };
}

/** Linux counts hundredths of a second. */
export function cpuMsOf({ pid }: { readonly pid?: number | undefined }): number {
  try {
    const fields = readFileSync(`/proc/${pid ?? 0}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    // Not Linux.
    return Number.NaN;
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the child has a standard output');
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('the child said nothing');
}
