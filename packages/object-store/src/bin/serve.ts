import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@coffer/kit';
import { z } from 'zod';
import { errorCode } from '../disk/durable/durable.ts';
import { startObjectStoreServer } from '../server.ts';
import { type BinConfig, configSchema, givenLimits } from './config.ts';
import { EXIT_DISK_FAILED, MESSAGES, refuse, writeLog } from './process.ts';
import { returnMemoryWhenQuiet } from './return-memory.ts';

const DEFAULT_PORT = 9000;
const keyPairSchema = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

export interface ServeArguments {
  readonly folder: string;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly region?: string | undefined;
  readonly bucket?: readonly string[] | undefined;
  readonly origin?: readonly string[] | undefined;
  /** A file with the same JSON that a child process reads. Arguments override its values. */
  readonly config?: string | undefined;
  readonly verbose?: boolean | undefined;
}

/**
 * Runs the store until Ctrl-C or SIGTERM. Without a configured key pair, the first start generates one and
 * stores it in the folder, readable for its owner only.
 */
export async function serve(args: ServeArguments): Promise<void> {
  const config = configSchema.safeParse(await configOf(args));
  if (!config.success) return refuse('config_invalid', z.prettifyError(config.error));
  const { limits, ...options } = config.data;
  const started = await startObjectStoreServer({
    ...options,
    limits: givenLimits(limits),
    clock: systemClock,
    log: (entry) => {
      if (args.verbose === true || entry.level !== 'info') writeLog(entry);
    },
    onDiskFailure: () => process.exit(EXIT_DISK_FAILED),
  });
  if (!started.ok) return refuse(started.error.code, MESSAGES[started.error.code]);
  returnMemoryWhenQuiet();
  process.stdout.write(welcome(config.data, started.value.port));
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await started.value.close();
  process.exit(0);
}

async function configOf(args: ServeArguments): Promise<unknown> {
  const file: unknown = args.config === undefined ? {} : JSON.parse(await readFile(args.config, 'utf8'));
  const fromFile = typeof file === 'object' && file !== null ? file : {};
  return {
    port: DEFAULT_PORT,
    region: 'us-east-1',
    ...fromFile,
    folder: args.folder,
    ...(args.host === undefined ? {} : { host: args.host }),
    ...(args.port === undefined ? {} : { port: Number(args.port) }),
    ...(args.region === undefined ? {} : { region: args.region }),
    ...(args.bucket === undefined ? {} : { buckets: args.bucket }),
    ...(args.origin === undefined ? {} : { corsOrigins: args.origin }),
    ...('credentials' in fromFile ? {} : { credentials: [await keyPairOf(args.folder)] }),
  };
}

async function keyPairOf(folder: string): Promise<z.infer<typeof keyPairSchema>> {
  const path = join(folder, 'key-pair.json');
  await mkdir(folder, { recursive: true });
  const generated = {
    accessKeyId: randomBytes(10).toString('hex').toUpperCase(),
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(generated)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return generated;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return keyPairSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  }
}

function welcome({ host, region, credentials, buckets }: BinConfig, port: number): string {
  const name = host.includes(':') ? `[${host}]` : host;
  const [first] = credentials;
  return [
    `S3 is at http://${name}:${port} (region ${region}, path style${buckets.length === 0 ? '' : `, buckets ${buckets.join(', ')}`})`,
    `AWS_ACCESS_KEY_ID=${first?.accessKeyId ?? ''}`,
    `AWS_SECRET_ACCESS_KEY=${first?.secretAccessKey ?? ''}`,
    '',
  ].join('\n');
}
