import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { err, MINUTE_MS, ok, type Result, SECOND_MS } from '@coffer/kit';
import { z } from 'zod';
import { frameHeader, readFrames } from './frames.ts';

/** A person's file, whose content is not trusted. */
export interface Source {
  readonly sizeBytes: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export type ProcessFailure =
  /** The file is not readable, or exceeds the limits. Retrying does not help. */
  | { readonly code: 'unreadable'; readonly reason: string }
  /** The process died or took too long. */
  | { readonly code: 'crashed'; readonly reason: string }
  /** Reading `bytes` failed. */
  | { readonly code: 'source_failed' }
  /** The library cannot be loaded on this machine. */
  | { readonly code: 'unavailable'; readonly reason: string };

export interface ProcessLimits {
  /** Limit for one file, including its transfer. */
  readonly timeoutMs?: number;
  /** How long the process lives without a file. */
  readonly idleMs?: number;
  /** Limit on data memory, enforced on Linux. */
  readonly memoryMaxKib?: number;
  readonly entry?: string;
}

interface ProcessOptions<T> extends ProcessLimits {
  readonly entry: string;
  readonly frameBytesMax: number;
  /** Reads the frames of one response. */
  readonly readAnswer: (next: () => Promise<Buffer>) => Promise<Result<T, ProcessFailure>>;
}

/** Handles one file at a time, in a separate process without credentials, settings or file access. */
export interface LimitedProcess<T> {
  /** `about` is sent in a frame before the bytes. */
  ask(source: Source, about?: Buffer): Promise<Result<T, ProcessFailure>>;
  /** Whether the process works on this machine. Returns the version of its library. */
  probe(): Promise<Result<string, ProcessFailure>>;
  stop(): Promise<void>;
}

const MEMORY_MAX_KIB = 1_000_000;
/** After this many files the process is replaced, so that memory does not accumulate. */
const FILES_MAX = 200;

const Ready = z.union([
  z.object({ ready: z.literal(true), version: z.string() }),
  z.object({ unavailable: z.string() }),
]);

type Process = ChildProcessByStdio<Writable, Readable, null>;

interface Running {
  readonly process: Process;
  readonly frames: AsyncGenerator<Buffer, void, undefined>;
  readonly closed: Promise<'closed'>;
  readonly version: string;
  files: number;
}

/** Thrown only within this file: the process has ended, or violates the protocol. */
class ProcessFailed extends Error {}

export function createLimitedProcess<T>(options: ProcessOptions<T>): LimitedProcess<T> {
  const { timeoutMs = 2 * MINUTE_MS, idleMs = 30 * SECOND_MS } = options;
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const end = (): void => {
    clearTimeout(idle);
    running?.process.kill('SIGKILL');
    running = undefined;
  };
  const start = async (): Promise<Result<Running, ProcessFailure>> => {
    clearTimeout(idle);
    if (running !== undefined && running.files >= FILES_MAX) end();
    if (running !== undefined) return ok(running);
    const launched = await launch(options, timeoutMs);
    if (launched.ok) running = launched.value;
    if (isStopped) end();
    return launched;
  };
  const askOne = async (source: Source, about: Buffer | undefined): Promise<Result<T, ProcessFailure>> => {
    const started = await start();
    if (!started.ok) return started;
    const { process: child, frames, closed } = started.value;
    started.value.files += 1;
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    try {
      const isSent = await send({ input: child.stdin, closed }, source, about);
      if (!isSent) {
        end();
        return err({ code: 'source_failed' });
      }
      const answer = await options.readAnswer(async () => await nextFrame(frames));
      if (answer.ok) idle = setTimeout(end, idleMs).unref();
      // An error may leave the library in a bad state.
      else end();
      return answer;
    } catch (error) {
      end();
      if (!(error instanceof ProcessFailed)) throw error;
      return err({ code: 'crashed', reason: error.message });
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    ask: async (source, about) => {
      const before = turn;
      const answered = before.then(async () => {
        const answer = await askOne(source, about);
        if (!answer.ok) giveUp(source);
        return answer;
      });
      turn = answered.catch(() => undefined);
      return await answered;
    },
    probe: async () => {
      const started = await start();
      idle = setTimeout(end, idleMs).unref();
      return started.ok ? ok(started.value.version) : started;
    },
    stop: async () => {
      isStopped = true;
      const closed = running?.closed;
      end();
      await Promise.all([turn, closed]);
    },
  };
}

async function launch<T>(
  { entry, memoryMaxKib = MEMORY_MAX_KIB, frameBytesMax }: ProcessOptions<T>,
  timeoutMs: number,
): Promise<Result<Running, ProcessFailure>> {
  const [command, ...parts] = commandOf(entry, memoryMaxKib);
  const child = spawn(command, parts, {
    // Does not inherit our environment, which may contain passwords.
    env: { TZ: 'UTC', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  child.on('error', () => undefined);
  // Ignores EPIPE from a process that has ended, because its output ends too.
  child.stdin.on('error', () => undefined);
  const closed = new Promise<'closed'>((resolve) => {
    child.once('close', () => resolve('closed'));
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const frames = readFrames(child.stdout, frameBytesMax);
  try {
    const ready = Ready.parse(JSON.parse((await nextFrame(frames)).toString()));
    if ('ready' in ready) {
      return ok({ process: child, frames, closed, version: ready.version, files: 0 });
    }
    return err({ code: 'unavailable', reason: ready.unavailable });
  } catch (error) {
    child.kill('SIGKILL');
    if (!(error instanceof ProcessFailed)) throw error;
    return err({ code: 'unavailable', reason: error.message });
  } finally {
    clearTimeout(timer);
  }
}

function commandOf(entry: string, memoryMaxKib: number): readonly [string, ...string[]] {
  const node = [process.execPath, '--max-old-space-size=128', entry] as const;
  if (process.platform !== 'linux') return node;
  return ['/bin/sh', '-c', 'ulimit -d "$0" && exec "$@"', String(memoryMaxKib), ...node];
}

/** False if the source fails; throws if the process ends. */
async function send(
  { input, closed }: { readonly input: Writable; readonly closed: Promise<'closed'> },
  source: Source,
  about: Buffer | undefined,
): Promise<boolean> {
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (input.destroyed) throw new ProcessFailed('the process ended');
    if (input.write(bytes)) return;
    const drained = new Promise<'drained'>((resolve) => {
      input.once('drain', () => resolve('drained'));
    });
    if ((await Promise.race([drained, closed])) === 'closed') throw new ProcessFailed('the process ended');
  };
  if (about !== undefined) {
    await write(frameHeader(about.length));
    await write(about);
  }
  await write(frameHeader(source.sizeBytes));
  let sentBytes = 0;
  try {
    const next = untilClosed(source.bytes, { input, closed });
    for (let piece = await next(); piece.done !== true; piece = await next()) {
      sentBytes += piece.value.length;
      if (sentBytes > source.sizeBytes) return false;
      await write(piece.value);
    }
  } catch (error) {
    if (error instanceof ProcessFailed) throw error;
    return false;
  }
  return sentBytes === source.sizeBytes;
}

/** Reads a source piece by piece. A read that is silent fails when the process ends. */
function untilClosed(
  bytes: Source['bytes'],
  { input, closed }: { readonly input: Writable; readonly closed: Promise<'closed'> },
): () => Promise<IteratorResult<Uint8Array>> {
  const pieces = bytes[Symbol.asyncIterator]();
  // One callback for all pieces: a race for each would keep all of them in memory.
  let onClosed: (() => void) | undefined;
  void closed.then(() => onClosed?.());
  return async () =>
    await new Promise((resolve, reject) => {
      onClosed = () => reject(new ProcessFailed('the process ended'));
      if (input.destroyed) onClosed();
      else pieces.next().then(resolve, reject);
    });
}

/**
 * Ends a source that nobody reads, because it would keep its connection to the store. Does not wait, because the source
 * may be silent.
 */
function giveUp({ bytes }: Source): void {
  if (bytes instanceof Readable) {
    bytes.destroy();
    return;
  }
  // Iteration has to begin before it can end.
  const begunAndEnded = async (): Promise<void> => {
    for await (const _ of bytes) break;
  };
  void Promise.allSettled([begunAndEnded()]);
}

async function nextFrame(frames: Running['frames']): Promise<Buffer> {
  const next = await frames.next();
  if (next.done === true) throw new ProcessFailed('the process ended');
  return next.value;
}
