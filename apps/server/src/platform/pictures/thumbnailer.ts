import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { err, MIB, MINUTE_MS, ok, type Result, SECOND_MS } from '@coffer/kit';
import { z } from 'zod';
import { frameHeader, readFrames } from './frames.ts';
import type { Picture, Thumbnailer, Thumbnails, ThumbnailsFailure } from './thumbnails.ts';

interface ThumbnailerOptions {
  /** For one picture, its transfer included. */
  readonly timeoutMs?: number;
  /** The process ends after this time without a picture. */
  readonly idleMs?: number;
  /** Memory for data; enforced on Linux. */
  readonly memoryMaxKib?: number;
  readonly entry?: string;
}

const ENTRY = fileURLToPath(new URL('child.ts', import.meta.url));
const FRAME_BYTES_MAX = 4 * MIB;
const MEMORY_MAX_KIB = 1_000_000;
/** The process is replaced then, so that memory does not accumulate. */
const PICTURES_MAX = 200;

const Ready = z.union([
  z.object({ ready: z.literal(true), version: z.string() }),
  z.object({ unavailable: z.string() }),
]);
const Answer = z.union([
  z.object({
    drawn: z.object({
      width: z.int().positive(),
      height: z.int().positive(),
      color: z.string().regex(/^#[0-9a-f]{6}$/),
      thumbHash: z.string().regex(/^[A-Za-z0-9+/]{6,34}={0,2}$/),
    }),
  }),
  z.object({ unreadable: z.string() }),
]);

type Process = ChildProcessByStdio<Writable, Readable, null>;

interface Running {
  readonly process: Process;
  readonly frames: AsyncGenerator<Buffer, void, undefined>;
  readonly closed: Promise<'closed'>;
  readonly version: string;
  pictures: number;
}

/** Thrown within this file only: the process has ended or does not keep to the protocol. */
class ProcessFailed extends Error {}

export function createThumbnailer(options: ThumbnailerOptions = {}): Thumbnailer {
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
  const start = async (): Promise<Result<Running, ThumbnailsFailure>> => {
    clearTimeout(idle);
    if (running !== undefined && running.pictures >= PICTURES_MAX) end();
    if (running !== undefined) return ok(running);
    const launched = await launch(options, timeoutMs);
    if (launched.ok) running = launched.value;
    if (isStopped) end();
    return launched;
  };
  const drawOne = async (picture: Picture): Promise<Result<Thumbnails, ThumbnailsFailure>> => {
    const started = await start();
    if (!started.ok) return started;
    const { process: child, frames, closed } = started.value;
    started.value.pictures += 1;
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    try {
      const isSent = await sendPicture({ input: child.stdin, closed }, picture);
      if (!isSent) {
        end();
        return err({ code: 'source_failed' });
      }
      const drawn = await readThumbnails(frames);
      if (drawn.ok) idle = setTimeout(end, idleMs).unref();
      // An error may leave the library in a bad state.
      else end();
      return drawn;
    } catch (error) {
      end();
      if (!(error instanceof ProcessFailed)) throw error;
      return err({ code: 'crashed', reason: error.message });
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    draw: async (picture) => {
      const before = turn;
      const drawn = before.then(async () => await drawOne(picture));
      turn = drawn.catch(() => undefined);
      return await drawn;
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

async function launch(
  { entry = ENTRY, memoryMaxKib = MEMORY_MAX_KIB }: ThumbnailerOptions,
  timeoutMs: number,
): Promise<Result<Running, ThumbnailsFailure>> {
  const [command, ...parts] = commandOf(entry, memoryMaxKib);
  const child = spawn(command, parts, {
    // Without our environment, which may hold passwords.
    env: { TZ: 'UTC', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  child.on('error', () => undefined);
  // EPIPE of a process that has ended; its output ends too.
  child.stdin.on('error', () => undefined);
  const closed = new Promise<'closed'>((resolve) => {
    child.once('close', () => resolve('closed'));
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const frames = readFrames(child.stdout, FRAME_BYTES_MAX);
  try {
    const ready = Ready.parse(JSON.parse((await nextFrame(frames)).toString()));
    if ('ready' in ready) {
      return ok({ process: child, frames, closed, version: ready.version, pictures: 0 });
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

/** False when the source breaks off; throws when the process ends. */
async function sendPicture(
  { input, closed }: { readonly input: Writable; readonly closed: Promise<'closed'> },
  picture: Picture,
): Promise<boolean> {
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (input.destroyed) throw new ProcessFailed('the process ended');
    if (input.write(bytes)) return;
    const drained = new Promise<'drained'>((resolve) => {
      input.once('drain', () => resolve('drained'));
    });
    if ((await Promise.race([drained, closed])) === 'closed') throw new ProcessFailed('the process ended');
  };
  await write(frameHeader(picture.sizeBytes));
  let sentBytes = 0;
  try {
    for await (const bytes of picture.bytes) {
      sentBytes += bytes.length;
      if (sentBytes > picture.sizeBytes) return false;
      await write(bytes);
    }
  } catch (error) {
    if (error instanceof ProcessFailed) throw error;
    return false;
  }
  return sentBytes === picture.sizeBytes;
}

async function readThumbnails(frames: Running['frames']): Promise<Result<Thumbnails, ThumbnailsFailure>> {
  const answer = Answer.parse(JSON.parse((await nextFrame(frames)).toString()));
  if ('unreadable' in answer) return err({ code: 'unreadable', reason: answer.unreadable });
  const small = await nextFrame(frames);
  const large = await nextFrame(frames);
  return ok({ ...answer.drawn, small, large });
}

async function nextFrame(frames: Running['frames']): Promise<Buffer> {
  const next = await frames.next();
  if (next.done === true) throw new ProcessFailed('the process ended');
  return next.value;
}
