import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CREDENTIAL, REGION } from './live-store.world.ts';

export interface LiveBin {
  readonly child: ChildProcess;
  readonly report: {
    readonly ready?: boolean;
    readonly port?: number;
    readonly error?: { code: string; message: string };
  };
  stderr(): string;
  exitCode(): Promise<number | null>;
}

export async function startBin(config: object | string, wrapper: readonly string[] = []): Promise<LiveBin> {
  const [command, ...args] = [...wrapper, process.execPath, join(import.meta.dirname, '../bin.ts')];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  child.stdin.on('error', () => undefined);
  const base = { port: 0, region: REGION, credentials: [CREDENTIAL], buckets: ['files'] };
  child.stdin.write(typeof config === 'string' ? config : `${JSON.stringify({ ...base, ...config })}\n`);
  const lines = createInterface({ input: child.stdout });
  const line = once(lines, 'line').then(([text]) => String(text));
  const text = await Promise.race([line, exited.then(() => `{"error":{"code":"died","message":""}}`)]);
  return {
    child,
    report: JSON.parse(text) as LiveBin['report'],
    stderr: () => stderr,
    exitCode: async () => {
      await exited;
      return child.exitCode;
    },
  };
}
