import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { systemClock } from '@coffer/kit';
import { z } from 'zod';
import { isBucketName } from './http/target.ts';
import { errorFacts, type LogEntry } from './log.ts';
import { startObjectStoreServer, type StartServerError } from './server.ts';

/**
 * The store as a process of its own. Reads its configuration as one line of JSON from standard input, prints one line of
 * JSON to standard output when it is ready (`{"ready":true,"port":N}`) or cannot start (`{"error":{code,message}}`), logs
 * lines of JSON to standard error, and ends at SIGTERM or when standard input closes, so that it never outlives
 * the process that started it.
 */
const configSchema = z.object({
  folder: z.string().min(1),
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535),
  region: z.string().regex(/^[a-z0-9-]{1,64}$/),
  credentials: z
    .array(
      z.object({
        accessKeyId: z.string().regex(/^[\w/+=.-]{3,128}$/),
        secretAccessKey: z.string().min(16).max(256),
        access: z.enum(['read', 'read-write']).optional(),
        buckets: z.array(z.string().refine(isBucketName, 'not a bucket name')).max(100).optional(),
      }),
    )
    .min(1)
    .max(16),
  buckets: z.array(z.string().refine(isBucketName, 'not a bucket name')).max(100).default([]),
  corsOrigins: z.array(z.string().min(1).max(256)).max(100).default([]),
  limits: z
    .object({ partBytesMin: z.int().min(1).optional(), stopTimeoutMs: z.int().min(0).optional() })
    .strict()
    .default({}),
});

const MESSAGES = {
  locked: 'Another process uses the folder of the object store.',
  folder_not_writable: 'The folder of the object store cannot be created or written.',
  folder_full: 'There is no space left in the folder of the object store.',
  format_unsupported: 'The folder was written by another version of the object store.',
  port_taken: 'The port of the object store is taken.',
  port_forbidden: 'This user may not listen on the port of the object store.',
  host_unknown: 'The host of the object store is not an address of this machine.',
} as const satisfies Readonly<Record<StartServerError['code'], string>>;

const CONFIG_BYTES_MAX = 1024 * 1024;
const EXIT_REFUSED = 2;
const EXIT_DISK_FAILED = 3;

async function main(): Promise<void> {
  const parentGone = once(process.stdin, 'close');
  const config = configSchema.safeParse(await readConfigLine());
  if (!config.success) return refuse('config_invalid', z.prettifyError(config.error));
  const { limits, ...options } = config.data;
  const started = await startObjectStoreServer({
    ...options,
    limits: dropUndefined(limits),
    clock: systemClock,
    log: writeLog,
    // What reached the disk can no longer be known; a new process reads it afresh.
    onDiskFailure: () => process.exit(EXIT_DISK_FAILED),
  });
  if (!started.ok) return refuse(started.error.code, MESSAGES[started.error.code]);
  say({ ready: true, port: started.value.port });
  await Promise.race([parentGone, once(process, 'SIGTERM'), interrupted()]);
  await started.value.close();
  process.exit(0);
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

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function refuse(code: string, message: string): void {
  process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`, () => process.exit(EXIT_REFUSED));
}

function writeLog(entry: LogEntry): void {
  const line = { at: new Date().toISOString(), level: entry.level, event: entry.event, ...entry.facts };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

function dropUndefined(
  limits: z.infer<typeof configSchema>['limits'],
): Partial<Record<keyof typeof limits, number>> {
  return {
    ...(limits.partBytesMin === undefined ? {} : { partBytesMin: limits.partBytesMin }),
    ...(limits.stopTimeoutMs === undefined ? {} : { stopTimeoutMs: limits.stopTimeoutMs }),
  };
}

main().catch((error: unknown) => {
  writeLog({ level: 'error', event: 'start_failed', facts: { ...errorFacts(error) } });
  say({ error: { code: 'unexpected', message: 'The object store could not start; see its log.' } });
  process.exit(1);
});
