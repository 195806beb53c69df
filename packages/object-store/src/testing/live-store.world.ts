import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { LogEntry } from '../log.ts';
import { startObjectStoreServer, type ServerOptions } from '../server.ts';

export const CREDENTIAL = {
  accessKeyId: 'AKTESTTESTTEST',
  secretAccessKey: 'a secret of the tests, not of anyone',
};
export const BUCKET = 'files';
export const REGION = 'eu-central-1';

export interface LiveStore {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly client: S3Client;
  readonly log: readonly LogEntry[];
  shiftClock(ms: number): void;
  clientWith(config: S3ClientConfig): S3Client;
  /** Uses the official presigner, whose types reject its own commands under our compiler options. */
  presign(command: object, options?: Parameters<typeof getSignedUrl>[2]): Promise<string>;
  blobs(): Promise<readonly string[]>;
  restart(options?: Partial<ServerOptions>): Promise<void>;
  close(): Promise<void>;
}

export async function startLiveStore(options: Partial<ServerOptions> = {}): Promise<LiveStore> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'coffer-store-')));
  const log: LogEntry[] = [];
  let shiftMs = 0;
  const start = async (port: number, more: Partial<ServerOptions>) => {
    const started = await startObjectStoreServer({
      folder,
      host: '127.0.0.1',
      port,
      region: REGION,
      credentials: [CREDENTIAL],
      buckets: [BUCKET],
      clock: { now: () => new Date(Date.now() + shiftMs) },
      log: (entry) => log.push(entry),
      ...options,
      ...more,
    });
    if (!started.ok) throw new Error(`the store did not start: ${started.error.code}`);
    return started.value;
  };
  let server = await start(0, {});
  const { port } = server;
  const url = `http://127.0.0.1:${port}`;
  const clients: S3Client[] = [];
  const clientWith = (config: S3ClientConfig): S3Client => {
    const client = new S3Client({
      endpoint: url,
      region: REGION,
      credentials: CREDENTIAL,
      forcePathStyle: true,
      maxAttempts: 1,
      ...config,
    });
    clients.push(client);
    return client;
  };
  const client = clientWith({});
  const presigner = clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  return {
    url,
    port,
    folder,
    client,
    log,
    clientWith,
    shiftClock: (ms) => {
      shiftMs = ms;
    },
    presign: (command, presignOptions) =>
      getSignedUrl(presigner, command as never, { expiresIn: 300, ...presignOptions }),
    blobs: async () => {
      const names = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
      return names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
    },
    restart: async (more = {}) => {
      await server.close();
      server = await start(port, more);
    },
    close: async () => {
      for (const each of clients) each.destroy();
      await server.close();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

export function bytes(length: number, seed = 1): Buffer {
  const buffer = Buffer.alloc(length);
  let state = seed * 2_654_435_761 + 1;
  for (let i = 0; i < length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    buffer[i] = state >>> 24;
  }
  return buffer;
}

export async function codeOf(response: Response): Promise<string | undefined> {
  return /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
}
