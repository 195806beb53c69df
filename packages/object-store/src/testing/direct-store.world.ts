import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@coffer/kit';
import { canonicalQuery, canonicalRequest, createRequestSigner, encodePath } from '@coffer/sigv4';
import { isByteStream } from '../http/message.ts';
import { BUCKET, CREDENTIAL, REGION } from './live-store.world.ts';
import { createObjectStore, type ObjectStore, type ObjectStoreDeps } from '../object-store.ts';

export interface DirectAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  body(): Promise<Buffer>;
}

export interface DirectRequest {
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface DirectStore {
  readonly store: ObjectStore;
  readonly folder: string;
  send(method: string, key: string, request?: DirectRequest): Promise<DirectAnswer>;
  close(): Promise<void>;
}

export async function openDirectStore(options: Partial<ObjectStoreDeps> = {}): Promise<DirectStore> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'coffer-direct-'));
  const opened = await createObjectStore({
    folder,
    credentials: [CREDENTIAL],
    region: REGION,
    clock: systemClock,
    log: () => undefined,
    buckets: [BUCKET],
    limits: { partBytesMin: 1 },
    syncData: async () => undefined,
    ...options,
  });
  if (!opened.ok) throw new Error(`the store did not open: ${opened.error.code}`);
  const store = opened.value;
  return {
    store,
    folder,
    send: async (method, key, request = {}) => {
      const answer = await store.handle(signedRequest(method, `/${BUCKET}/${key}`, request));
      const { status, headers, body } = answer;
      return {
        status,
        headers,
        body: async () => {
          if (!isByteStream(body)) return Buffer.from(body ?? '');
          const chunks: Uint8Array[] = [];
          try {
            for await (const chunk of body.chunks) chunks.push(chunk);
          } finally {
            await body.close();
          }
          return Buffer.concat(chunks);
        },
      };
    },
    close: async () => {
      await store.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function signedRequest(method: string, path: string, { query = [], headers = {}, body }: DirectRequest) {
  const signer = createRequestSigner(CREDENTIAL, { region: REGION, service: 's3', at: new Date() });
  const all: Record<string, string> = {
    host: 'store',
    'x-amz-date': signer.amzDate,
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(body.length) }),
  };
  const names = Object.keys(all).toSorted();
  const rawPath = encodePath(path);
  const rawQuery = canonicalQuery(query);
  const canonical = canonicalRequest({
    method,
    path: rawPath,
    query: rawQuery,
    headers: names.map((name) => [name, all[name] ?? ''] as const),
    payloadHash: all['x-amz-content-sha256'] ?? '',
  });
  const signature = signer.signCanonical(canonical);
  const authorization = `${signer.algorithm} Credential=${signer.credential},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return {
    method,
    rawPath,
    rawQuery,
    headers: { ...all, authorization },
    body: chunksOf(body),
  };
}

async function* chunksOf(body: Buffer | undefined): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < (body?.length ?? 0); at += 65_536)
    yield body?.subarray(at, at + 65_536) ?? new Uint8Array();
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
