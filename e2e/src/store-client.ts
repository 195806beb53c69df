import { createHash, randomUUID } from 'node:crypto';
import { SECOND_MS } from '@coffer/kit';
import type { CofferProcess } from '@coffer/testing/coffer-process';
import type { Log } from '../../apps/server/src/platform/log/log.ts';
import type { Blobs } from '../../apps/server/src/platform/blobs/blobs.ts';
import { createS3Blobs } from '../../apps/server/src/platform/blobs/s3-blobs.ts';
import type { DataFolder } from './data-folder.ts';
import { readInstallationSecrets } from './sign-in/recorded-pool.ts';

/** Writes and removes objects behind the application, with the store's keys. */
export interface StoreIntruder {
  keys(): Promise<readonly string[]>;
  plant(content: Buffer): Promise<string>;
  replace(key: string, content: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
}

const LIST_MAX = 1_000;

export async function openStore(coffer: CofferProcess, data: DataFolder): Promise<StoreIntruder> {
  const blobs = await connect(coffer, data);
  const write = async (key: string, content: Buffer): Promise<void> => {
    const part = {
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('base64'),
      md5: createHash('md5').update(content).digest('base64'),
    };
    const signed = blobs.signPut({ key, part, mediaType: 'text/plain', metadata: METADATA });
    const { host: _host, 'content-length': _length, ...headers } = signed.headers;
    const answer = await fetch(signed.url, {
      method: 'PUT',
      headers,
      body: new Uint8Array(content),
      signal: AbortSignal.timeout(30 * SECOND_MS),
    });
    if (!answer.ok) throw new Error(`the store answered ${answer.status}`);
  };
  return {
    keys: async () => {
      const page = await blobs.listObjects({ after: undefined, limit: LIST_MAX });
      if (!page.ok) throw new Error(page.error.code);
      return page.value.objects.map(({ key }) => key);
    },
    plant: async (content) => {
      const key = blobs.keyFor(randomUUID());
      await write(key, content);
      return key;
    },
    replace: write,
    remove: async (key) => {
      const removed = await blobs.remove(key);
      if (!removed.ok) throw new Error(removed.error.code);
    },
  };
}

const quiet = (): void => undefined;
const SILENT: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet, with: () => SILENT };

const METADATA = {
  spaceId: randomUUID(),
  nodeId: randomUUID(),
  versionId: randomUUID(),
  parentId: randomUUID(),
  name: 'planted',
  authorId: randomUUID(),
  at: new Date(),
};

async function connect(coffer: CofferProcess, { path, environment }: DataFolder): Promise<Blobs> {
  const endpoint = environment['COFFER_S3_ENDPOINT'] ?? `http://localhost:${coffer.ports.store}`;
  const own = (await readInstallationSecrets(path)).storeKeyPair;
  const blobs = await createS3Blobs({
    endpoint,
    publicEndpoint: endpoint,
    region: environment['COFFER_S3_REGION'] ?? 'us-east-1',
    bucket: environment['COFFER_S3_BUCKET'] ?? 'coffer',
    prefix: environment['COFFER_S3_PREFIX'] ?? 'coffer',
    accessKeyId: environment['COFFER_S3_ACCESS_KEY_ID'] ?? own.accessKeyId,
    secretAccessKey: environment['COFFER_S3_SECRET_ACCESS_KEY'] ?? own.secretAccessKey,
    forcePathStyle: true,
    clock: { now: () => new Date() },
    log: SILENT,
    corsOrigin: coffer.url,
  });
  if (!blobs.ok) throw new Error(blobs.error.code);
  return blobs.value;
}
