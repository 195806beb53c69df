import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startObjectStoreServer } from '@coffer/object-store';
import { temporaryFolder } from '@coffer/testing';
import type { SourceAddress } from './bucket-source.ts';
import { fillBucket, type Objects } from './fill-bucket.world.ts';

export interface SourceWorld extends AsyncDisposable {
  readonly address: SourceAddress;
  put(objects: Objects): Promise<void>;
}

/** A store of somebody else, with keys of its own. */
export async function startSource(): Promise<SourceWorld> {
  const folder = temporaryFolder('source');
  const credential = { accessKeyId: 'AKOFANOTHERSTORE', secretAccessKey: 'the secret of another store' };
  const server = await startObjectStoreServer({
    folder: folder.path,
    host: '127.0.0.1',
    port: 0,
    region: 'us-east-1',
    credentials: [credential],
    buckets: ['photos'],
    clock: { now: () => new Date() },
    log: () => undefined,
  });
  if (!server.ok) throw new Error('the source did not start');
  const endpoint = `http://127.0.0.1:${server.value.port}`;
  const region = 'us-east-1';
  const address = { endpoint, region, bucket: 'photos', prefix: '', ...credential };
  return {
    address,
    put: async (objects) => await fillBucket(address, objects),
    [Symbol.asyncDispose]: async () => {
      await server.value.close();
      await folder.remove();
    },
  };
}

export interface Listed {
  readonly key: string;
  readonly body?: string;
  readonly etag?: string;
}

/** A page of a listing, as S3 writes it. */
export function pageOf(listed: readonly Listed[], isTruncated = false): string {
  const contents = listed.map(
    ({ key, body = '', etag = '"x"' }) =>
      `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified>` +
      `<ETag>${etag}</ETag><Size>${Buffer.byteLength(body)}</Size></Contents>`,
  );
  return (
    `<?xml version="1.0"?><ListBucketResult><Name>photos</Name><EncodingType>url</EncodingType>` +
    `<IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}</ListBucketResult>`
  );
}

export interface HostileSource extends AsyncDisposable {
  readonly address: SourceAddress;
  readonly requests: string[];
}

/** Answers whatever a test wants. */
export async function startHostileSource(
  answer: (request: IncomingMessage, response: ServerResponse, url: URL) => void,
): Promise<HostileSource> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response, new URL(request.url ?? '/', 'http://source.example'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'photos',
      prefix: '',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
