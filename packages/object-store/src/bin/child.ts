import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { SECOND_MS, systemClock } from '@coffer/kit';
import { z } from 'zod';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { LogEntry } from '../log.ts';
import { startObjectStoreServer } from '../server.ts';
import { configSchema, givenLimits } from './config.ts';
import { EXIT_DISK_FAILED, MESSAGES, refuse, say, writeLog } from './process.ts';

const CONFIG_BYTES_MAX = 1024 * 1024;

/** How long the disk may need for what was under way when the last connection was closed. */
const LAST_WORK_MS = 5 * SECOND_MS;

/**
 * The store as the child of another process. Reads its configuration as one line of JSON from standard input, prints one line of
 * JSON to standard output when it is ready (`{"ready":true,"port":N}`) or cannot start (`{"error":{code,message}}`), logs
 * lines of JSON to standard error, and ends at SIGTERM or when standard input closes, so that it never outlives
 * the process that started it.
 */
export async function runAsChild(): Promise<void> {
  const parentGone = once(process.stdin, 'close');
  const config = configSchema.safeParse(await readConfigLine());
  if (!config.success) return refuse('config_invalid', z.prettifyError(config.error));
  const { limits, logsRequests, ...options } = config.data;
  const started = await startObjectStoreServer({
    ...options,
    limits: givenLimits(limits),
    clock: systemClock,
    log: (entry) => {
      if (logsRequests || !isRequestLine(entry)) writeLog(entry);
    },
    onDiskFailure: () => process.exit(EXIT_DISK_FAILED),
  });
  if (!started.ok) return refuse(started.error.code, MESSAGES[started.error.code]);
  say({ ready: true, port: started.value.port });
  await Promise.race([parentGone, once(process, 'SIGTERM'), interrupted()]);
  const stopMs = limits.stopTimeoutMs ?? DEFAULT_LIMITS.stopTimeoutMs;
  // What is acknowledged is durable by then, so a request that ends never may end with the process, and with it the lock of the folder.
  await Promise.race([started.value.close(), sleep(stopMs + LAST_WORK_MS)]);
  process.exit(0);
}

/** A parent that shows none should not have to read them. */
function isRequestLine({ event, level }: LogEntry): boolean {
  return event === 'request' && level === 'info';
}

/** Ctrl-C in a terminal reaches the whole group; with a parent, it is the parent who says when the store ends. */
async function interrupted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.on('SIGINT', () => {
    if (process.stdin.isTTY) resolve();
  });
  await promise;
}

async function readConfigLine(): Promise<unknown> {
  let received = 0;
  process.stdin.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > CONFIG_BYTES_MAX) process.stdin.destroy();
  });
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const { promise, resolve } = Promise.withResolvers<string>();
  lines.once('line', resolve);
  lines.once('close', () => resolve(''));
  const line = await promise;
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
