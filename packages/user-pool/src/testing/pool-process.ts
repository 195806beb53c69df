import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const BIN = fileURLToPath(new URL('../bin.ts', import.meta.url));

export interface PoolProcess {
  readonly child: ChildProcess;
  readonly reply: unknown;
  readonly errors: () => string;
}

export async function spawnPool(line: string): Promise<PoolProcess> {
  const child = spawn(process.execPath, [BIN], { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdin.write(`${line}\n`);
  const [first]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, reply: JSON.parse(String(first)) as unknown, errors: () => errors };
}

export function portOf(reply: unknown): number {
  return z.object({ port: z.number() }).parse(reply).port;
}

export async function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code]: unknown[] = await once(child, 'exit');
  return code;
}
