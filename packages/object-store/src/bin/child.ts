import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { parseJson, SECOND_MS, systemClock } from '@coffer/kit';
import { z } from 'zod';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { LogEntry } from '../log.ts';
import { startObjectStoreServer } from '../server.ts';
import { configSchema, givenLimits } from './config.ts';
import { EXIT_DISK_FAILED, MESSAGES, refuse, printJson, writeLog } from './process.ts';
import { returnMemoryWhenQuiet } from './return-memory.ts';

const CONFIG_BYTES_MAX = 1024 * 1024;

const LAST_WORK_MS = 5 * SECOND_MS;

/**
 * Runs the store as a child process. Reads its configuration as one line of JSON from standard input; prints
 * `{"ready":true,"port":N}` or `{"error":{code,message}}`; logs JSON to standard error. Ends at SIGTERM or when standard
 * input closes, so it never outlives its parent.
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
  returnMemoryWhenQuiet();
  printJson({ ready: true, port: started.value.port });
  await Promise.race([parentGone, once(process, 'SIGTERM'), interrupted()]);
  const stopMs = limits.stopTimeoutMs ?? DEFAULT_LIMITS.stopTimeoutMs;
  // Acknowledged data is durable, so a hanging request must not keep the process and its folder lock.
  await Promise.race([started.value.close(), sleep(stopMs + LAST_WORK_MS)]);
  process.exit(0);
}

function isRequestLine({ event, level }: LogEntry): boolean {
  return event === 'request' && level === 'info';
}

/** Ctrl-C in a terminal reaches the whole process group; a child ignores it and waits for its parent. */
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
  return parseJson(await promise);
}
