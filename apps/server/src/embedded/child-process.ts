import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, MINUTE_MS, ok, parseJson, type Result, SECOND_MS } from '@coffer/kit';
import { z } from 'zod';
import { trustedCertificates } from '../config/config.ts';
import type { Log } from '../platform/log/log.ts';
import { COMPILED_FOLDER } from '../platform/compiled.js';

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

export interface ChildOptions {
  /** For the log. */
  readonly name: string;
  readonly entry: string;
  /**
   * The result goes to the child's standard input as one line of JSON, because other accounts can read arguments and
   * environment. `port` is undefined at the first start, later the port the child had before.
   */
  readonly configure: (port: number | undefined) => Json;
  readonly log: Log;
  /** The child failed repeatedly and is not restarted any more. */
  readonly onLost?: () => void;
  readonly times?: Partial<ChildTimes>;
}

interface ChildTimes {
  readonly readyMs: number;
  readonly stopMs: number;
  /** Backoff before each restart. After the last one the child is lost. */
  readonly restartDelaysMs: readonly number[];
  /** After this run time the backoff starts from the beginning. */
  readonly healthyMs: number;
}

/** A Node.js process that serves on its own port and is restarted when it ends. */
export interface Child {
  readonly port: number;
  /** Sends SIGTERM, then SIGKILL. */
  stop(): Promise<void>;
}

export type ChildError =
  /** The child reported why it does not start. `reasonCode` is defined by the child. */
  | { readonly code: 'child_refused'; readonly reasonCode: string; readonly reason: string }
  | { readonly code: 'child_ended'; readonly reason: string }
  | { readonly code: 'child_timeout'; readonly timeoutMs: number };

const TIMES: ChildTimes = {
  readyMs: 2 * MINUTE_MS,
  stopMs: 8 * SECOND_MS,
  restartDelaysMs: [200, 1000, 2000, 5000, 10_000, 30_000],
  healthyMs: 5 * MINUTE_MS,
};

const FirstLine = z.union([
  z.object({ ready: z.literal(true), port: z.int().min(1).max(65_535) }),
  z.object({ error: z.object({ code: z.string().max(100), message: z.string().max(2000) }) }),
]);
const LogLine = z
  .object({ level: z.enum(['debug', 'info', 'warn', 'error']), event: z.string().max(200) })
  .catchall(z.unknown());
const LINE_LENGTH_MAX = 4000;
/** The default of 16 MiB fills up once while starting and is never freed: 45 MB in pool and store together. */
const YOUNG_HEAP_MIB = 2;

type Process = ChildProcessByStdio<Writable, Readable, Readable>;

interface Running {
  readonly process: Process;
  readonly port: number;
  readonly ended: Promise<string>;
}

/** Returns when the child serves. */
export async function startChild(options: ChildOptions): Promise<Result<Child, ChildError>> {
  const times = { ...TIMES, ...options.times };
  const log = options.log.with({ part: options.name });
  const first = await launch({ ...options, log }, times);
  if (!first.ok) return first;
  const stopping = new AbortController();
  const supervision = supervise(
    { ...options, log },
    { times, first: first.value, stopping: stopping.signal },
  );
  return ok({
    port: first.value.port,
    stop: async () => {
      stopping.abort();
      await supervision;
    },
  });
}

interface Supervision {
  readonly times: ChildTimes;
  readonly first: Running;
  readonly stopping: AbortSignal;
}

async function supervise(options: ChildOptions, { times, first, stopping }: Supervision): Promise<void> {
  let running: Running | undefined = first;
  let restarts = 0;
  const stopped = whenAborted(stopping);
  while (!stopping.aborted) {
    if (running !== undefined) {
      const startedAtMs = performance.now();
      const cause = await Promise.race([running.ended, stopped]);
      if (cause === undefined) return await end(running.process, running.ended, times);
      if (performance.now() - startedAtMs >= times.healthyMs) restarts = 0;
      options.log.error('child_ended', { cause, restarts });
    }
    const delayMs = times.restartDelaysMs[restarts];
    if (delayMs === undefined) {
      options.log.error('child_lost', { restarts });
      options.onLost?.();
      return;
    }
    restarts += 1;
    await Promise.race([sleep(delayMs, undefined, { ref: false }), stopped]);
    if (stopping.aborted) return;
    const next = await launch(options, times, { port: first.port, stopped });
    running = next.ok ? next.value : undefined;
    if (next.ok) options.log.info('child_restarted', { port: next.value.port, restarts });
    else if (!stopping.aborted) options.log.error('child_not_restarted', { code: next.error.code, restarts });
  }
  if (running !== undefined) await end(running.process, running.ended, times);
}

async function whenAborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return undefined;
  return await new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

async function launch(
  options: ChildOptions,
  times: ChildTimes,
  again?: { readonly port: number; readonly stopped: Promise<undefined> },
): Promise<Result<Running, ChildError>> {
  const child = spawn(process.execPath, [`--max-semi-space-size=${YOUNG_HEAP_MIB}`, options.entry], {
    // The child gets no other environment of ours, which may hold passwords.
    env: { TZ: 'UTC', LANG: 'C.UTF-8', NODE_COMPILE_CACHE: COMPILED_FOLDER, ...trustedCertificates() },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate process group: Ctrl+C reaches only the parent, which stops the child last.
    detached: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (status, signal) => resolve(signal ?? `exit code ${status ?? 'unknown'}`));
  });
  forwardLog(child.stderr, options.log);
  // EPIPE of a child that ends before it has read its configuration; `ended` reports that case.
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${oneLine(options.configure(again?.port))}\n`);

  const answer = await Promise.race([
    firstLine(child.stdout),
    ended.then((cause) => err({ code: 'child_ended', reason: cause })),
    sleep(times.readyMs, err({ code: 'child_timeout', timeoutMs: times.readyMs }), { ref: false }),
    ...(again === undefined
      ? []
      : [again.stopped.then(() => err({ code: 'child_ended', reason: 'stopped' }))]),
  ]);
  if (answer.ok) return ok({ process: child, port: answer.value, ended });
  await end(child, ended, times);
  return answer;
}

/** `readline` in the child ends a line at U+2028 and U+2029 too. */
function oneLine(value: Json): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

async function firstLine(output: Readable): Promise<Result<number, ChildError>> {
  return await new Promise((resolve) => {
    // The rest is read and dropped, because a full pipe would block the child.
    createInterface({ input: output }).on('line', (line) => resolve(parseFirstLine(line)));
  });
}

function parseFirstLine(line: string): Result<number, ChildError> {
  const parsed = FirstLine.safeParse(parseJson(line));
  if (!parsed.success) return err({ code: 'child_ended', reason: 'its first line was not understood' });
  if ('ready' in parsed.data) return ok(parsed.data.port);
  const { code, message } = parsed.data.error;
  return err({ code: 'child_refused', reasonCode: code, reason: message });
}

function forwardLog(output: Readable, log: Log): void {
  createInterface({ input: output }).on('line', (line) => {
    const parsed = LogLine.safeParse(parseJson(line));
    if (!parsed.success) {
      // Output of Node.js: a warning or a stack trace.
      log.warn('child_says', { message: line.slice(0, LINE_LENGTH_MAX) });
      return;
    }
    const { level: reported, event, ...facts } = parsed.data;
    // Request lines are logged at debug level, as in the application.
    const level = event === 'request' && reported === 'info' ? 'debug' : reported;
    log[level](event, Object.fromEntries(Object.entries(facts).flatMap(asFact)));
  });
}

function asFact([name, value]: [string, unknown]): readonly [string, string | number | boolean | null][] {
  if (typeof value === 'string') return [[name, value.slice(0, LINE_LENGTH_MAX)]];
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return [[name, value]];
  if (value === undefined) return [];
  return [[name, JSON.stringify(value).slice(0, LINE_LENGTH_MAX)]];
}

/** A child has to end at the end of its standard input and on SIGTERM. */
async function end(child: Process, ended: Promise<string>, times: ChildTimes): Promise<void> {
  child.stdin.end();
  child.kill('SIGTERM');
  const outcome = await Promise.race([ended, sleep(times.stopMs, 'timeout' as const, { ref: false })]);
  if (outcome === 'timeout') child.kill('SIGKILL');
  await ended;
}
