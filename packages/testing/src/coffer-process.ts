import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { assert, SECOND_MS } from '@coffer/kit';
import rootPackage from '../../../package.json' with { type: 'json' };
import { freePorts } from './free-port.ts';
import { copyStartedFolder } from './started-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The arguments that `npm start` passes to Node.js. */
const ARGUMENTS = rootPackage.scripts.start.split(' ').slice(1);
const READY_MS = 240 * SECOND_MS;
const STOP_MS = 30 * SECOND_MS;

export interface CofferPorts {
  readonly app: number;
  readonly store: number;
  readonly pool: number;
}

export interface CofferOptions {
  readonly dataFolder: string;
  /** Starts with a new data folder, even if the run has a prepared one to copy (`started-folder.ts`). */
  readonly isFirstStart?: boolean;
  /** Kept over restarts. Default: free ports. */
  readonly ports?: CofferPorts;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface CofferProcess extends AsyncDisposable {
  /** `http://localhost:<port>` */
  readonly url: string;
  readonly ports: CofferPorts;
  readonly pid: number;
  /** The one-time link of the first start. Undefined if an administrator exists. */
  readonly welcomeLink: string | undefined;
  output(): string;
  /** Sends SIGTERM. Returns the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

const PORT_TRIES_MAX = 3;
/** Printed when the server is ready. Requests before that would only slow the start down. */
const ANNOUNCEMENT = 'Coffer is running at';

/** Waits for `/readyz`. Throws with the output if the process ends early. */
export async function startCoffer(options: CofferOptions): Promise<CofferProcess> {
  if (options.isFirstStart !== true) await copyStartedFolder(options.dataFolder, options.environment ?? {});
  if (options.ports !== undefined) return await start(options, options.ports);
  for (let tries = 1; ; tries += 1) {
    try {
      const [app = 0, store = 0, pool = 0] = await freePorts(3);
      return await start(options, { app, store, pool });
    } catch (error) {
      const isTaken = error instanceof Error && error.message.includes('"port_taken"');
      if (!isTaken || tries === PORT_TRIES_MAX) throw error;
    }
  }
}

async function start(options: CofferOptions, ports: CofferPorts): Promise<CofferProcess> {
  const url = `http://localhost:${ports.app}`;
  const child = spawn(process.execPath, ARGUMENTS, {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      COFFER_DATA: options.dataFolder,
      COFFER_URL: url,
      COFFER_PORT: String(ports.app),
      COFFER_STORE_PORT: String(ports.store),
      COFFER_POOL_PORT: String(ports.pool),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const orphan = (): void => void child.kill('SIGTERM');
  process.once('exit', orphan);
  child.once('exit', () => process.off('exit', orphan));
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  }
  const output = (): string => chunks.join('');
  await untilReady(child, url, output);
  assert(child.pid !== undefined, 'the child process did not start');
  const stop = async (): Promise<number | null> => {
    const ended = exitOf(child);
    child.kill('SIGTERM');
    const code = await Promise.race([ended, pause(STOP_MS).then(() => 'late' as const)]);
    if (code !== 'late') return code;
    child.kill('SIGKILL');
    throw new Error(`the application did not stop within ${STOP_MS} ms:\n${output()}`);
  };
  return {
    url,
    ports,
    pid: child.pid,
    get welcomeLink() {
      return /http\S+\/welcome#\S+/.exec(output())?.[0];
    },
    output,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
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
    if (output().includes(ANNOUNCEMENT) && (await answers(`${url}/readyz`))) return;
    await pause(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the application was not ready within ${READY_MS} ms:\n${output()}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5 * SECOND_MS) })).ok;
  } catch (error) {
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
