import * as plain from 'node:http';
import * as tls from 'node:https';
import { type Clock, SECOND_MS } from '@coffer/kit';
import { encodePath, presignUrl } from '@coffer/sigv4';
import type { S3Access } from './s3-client.ts';
import { bucketUrl } from './bucket-url.ts';

export interface QuickHead {
  readonly sizeBytes: number;
  readonly etag: string;
  readonly sha256: string | undefined;
}

const LIFE_SECONDS = 60;
const TOLD = { 'x-amz-checksum-mode': 'ENABLED' };

/**
 * A HEAD request for completed files, twice as fast as the SDK. Undefined for anything but success: then use the SDK.
 */
export function createQuickHead(store: {
  readonly access: S3Access;
  readonly bucket: string;
  readonly clock: Clock;
}): (key: string) => Promise<QuickHead | undefined> {
  const base = bucketUrl(store.access, store.bucket);
  const http = base.startsWith('https:') ? tls : plain;
  const agent = new http.Agent({ keepAlive: true });
  return async (key) => {
    const url = presignUrl(store.access, {
      method: 'HEAD',
      url: `${base}/${encodePath(key)}`,
      query: {},
      headers: TOLD,
      at: store.clock.now(),
      lifeSeconds: LIFE_SECONDS,
    });
    return await new Promise((resolve) => {
      const asked = http.request(url, { method: 'HEAD', agent, headers: TOLD }, (answer) => {
        answer.resume();
        resolve(parseHead(answer));
      });
      asked.setTimeout(20 * SECOND_MS, () => asked.destroy());
      asked.on('error', () => resolve(undefined));
      asked.end();
    });
  };
}

function parseHead({ statusCode, headers }: plain.IncomingMessage): QuickHead | undefined {
  const { etag, 'content-length': length, 'x-amz-checksum-sha256': sha256 } = headers;
  if (statusCode !== 200 || etag === undefined || !/^\d{1,15}$/.test(length ?? '')) return undefined;
  return { sizeBytes: Number(length), etag, sha256: typeof sha256 === 'string' ? sha256 : undefined };
}
