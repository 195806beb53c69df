import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { assert, SECOND_MS } from '@coffer/kit';
import { freePort } from './free-port.ts';

const MAIN = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
const READY_MS = 90 * SECOND_MS;
const STOP_MS = 30 * SECOND_MS;

export interface CofferPorts {
  readonly app: number;
  readonly store: number;
  readonly pool: number;
}

export interface CofferOptions {
  readonly dataFolder: string;
  /** Kept over restarts, so that addresses stay the same. Free ones are taken when absent. */
  readonly ports?: CofferPorts;
  /** Further variables: `DATABASE_URL`, `COFFER_S3_*` ... */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The application, really started as its own process. */
export interface CofferProcess {
  /** `http://localhost:<port>` */
  readonly url: string;
  readonly ports: CofferPorts;
  readonly pid: number;
  /** The one-time link of the first start, while nobody is administrator. */
  readonly welcomeLink: string | undefined;
  /** Everything that it printed so far, both streams. */
  output(): string;
  /** SIGTERM; the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, as a power failure would. */
  kill(): Promise<void>;
}

/** Starts the application and waits until it answers `/readyz`. Throws with its output when it ends before. */
export async function startCoffer(options: CofferOptions): Promise<CofferProcess> {
  const ports = options.ports ?? { app: await freePort(), store: await freePort(), pool: await freePort() };
  const url = `http://localhost:${ports.app}`;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      COFFER_DATA: options.dataFolder,
      COFFER_URL: url,
      COFFER_PORT: String(ports.app),
      COFFER_STORE_PORT: String(ports.store),
      COFFER_POOL_PORT: String(ports.pool),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  }
  const output = (): string => chunks.join('');
  await untilReady(child, url, output);
  assert(child.pid !== undefined, 'a running process has an id');
  return {
    url,
    ports,
    pid: child.pid,
    get welcomeLink() {
      return /http\S+\/welcome#\S+/.exec(output())?.[0];
    },
    output,
    async stop() {
      const ended = exitOf(child);
      child.kill('SIGTERM');
      const code = await Promise.race([ended, pause(STOP_MS).then(() => 'late' as const)]);
      if (code !== 'late') return code;
      child.kill('SIGKILL');
      throw new Error(`the application did not stop within ${STOP_MS} ms:\n${output()}`);
    },
    async kill() {
      const ended = exitOf(child);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the application ended with ${child.exitCode ?? child.signalCode}:\n${output()}`);
    }
    if (await answers(`${url}/readyz`)) return;
    await pause(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the application was not ready within ${READY_MS} ms:\n${output()}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5 * SECOND_MS) })).ok;
  } catch (error) {
    // Nobody listens yet: the only failure that is expected here.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  await once(child, 'exit');
  return child.exitCode;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
