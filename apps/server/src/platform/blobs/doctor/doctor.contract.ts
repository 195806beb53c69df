// Twenty things and more that are set up wrongly in the field, planted one at a time in front of a real store. The diagnosis is right
// when it is the one that was planted and no other, beside what is true of that store anyway.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutBucketLifecycleConfigurationCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Fault,
  type FaultyProxy,
  type Passing,
  s3Error,
  startFaultyProxy,
} from '../../../live-store-faults.contract.ts';
import { s3Client, type S3Access } from '../s3-client.ts';
import type { DiagnosisCode } from './diagnoses.ts';
import { examineStore } from './examine-store.ts';
import type { Examination } from './model.ts';
import { type ExaminedStore, RIGHT } from './patient.ts';

export interface DoctorsStore extends S3Access {
  readonly bucket: string;
  readonly pageOrigin: string;
  /** What may be true of this store without any fault. */
  readonly tolerated: readonly string[];
}

const PREFIX = 'doctored';

interface Case {
  readonly code: DiagnosisCode;
  readonly inside?: Fault;
  readonly outside?: Fault;
  readonly change?: (store: ExaminedStore) => ExaminedStore;
}

const isObject = ({ url }: Passing): boolean => url.pathname.includes('/probe/');
const denied = (isDenied: (request: Passing) => boolean): Fault => ({
  before: (request) => (isDenied(request) ? s3Error(403, 'AccessDenied') : undefined),
});
const later =
  (ms: number) =>
  (store: ExaminedStore): ExaminedStore => ({
    ...store,
    clock: { now: () => new Date(Date.now() + ms) },
  });
const withoutHeader = (name: string, isMeant: (request: Passing) => boolean = () => true): Fault => ({
  after: (request, answer) => {
    if (isMeant(request)) delete answer.headers[name];
  },
});
const isPreflight = ({ method }: Passing): boolean => method === 'OPTIONS';

/** A store that takes a framing which nobody signed: it holds four bytes where more were declared. */
function smuggling(): Fault {
  const smuggled = new Set<string>();
  return {
    before: (request) => {
      if (request.headers['content-encoding'] !== 'aws-chunked') return undefined;
      delete request.headers['content-encoding'];
      delete request.headers['x-amz-decoded-content-length'];
      smuggled.add(request.url.pathname);
      return undefined;
    },
    after: (request, answer) => {
      if (request.method === 'HEAD' && smuggled.has(request.url.pathname))
        answer.headers['content-length'] = '4';
    },
  };
}

const CASES: readonly Case[] = [
  { code: 'unreachable', change: (store) => ({ ...store, endpoint: 'http://127.0.0.1:9' }) },
  { code: 'name_unknown', change: (store) => ({ ...store, endpoint: 'http://store.invalid' }) },
  {
    code: 'tls_not_spoken',
    change: (store) => ({ ...store, endpoint: store.endpoint.replace('http:', 'https:') }),
  },
  {
    code: 'not_s3',
    inside: {
      before: () => ({
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('<h1>Console</h1>'),
      }),
    },
  },
  {
    code: 'redirected',
    inside: {
      before: () => ({ status: 301, headers: { location: 'https://store.example/' }, body: Buffer.alloc(0) }),
    },
  },
  { code: 'store_failing', inside: { before: () => s3Error(500, 'InternalError') } },
  { code: 'wrong_key', change: (store) => ({ ...store, accessKeyId: 'AKNOBODYKNOWSTHIS' }) },
  { code: 'wrong_secret', change: (store) => ({ ...store, secretAccessKey: 'the secret of another key' }) },
  { code: 'bucket_missing', change: (store) => ({ ...store, bucket: 'no-such-bucket-anywhere' }) },
  {
    code: 'wrong_region',
    inside: {
      before: () => s3Error(400, 'AuthorizationHeaderMalformed', '<Region>eu-west-3</Region>'),
    },
  },
  { code: 'clock_skew', change: later(20 * 60_000) },
  { code: 'clock_drift', change: later(-2 * 60_000) },
  { code: 'bucket_forbidden', inside: denied(() => true) },
  {
    code: 'no_write',
    inside: denied(({ method }) => method === 'PUT' || method === 'POST' || method === 'DELETE'),
  },
  { code: 'no_list', inside: denied(({ url }) => url.searchParams.has('list-type')) },
  {
    code: 'no_delete',
    inside: denied((request) => request.method === 'DELETE' && !request.url.searchParams.has('uploadId')),
  },
  {
    code: 'no_read',
    inside: denied(
      (request) => request.method === 'GET' && isObject(request) && !request.url.searchParams.has('uploadId'),
    ),
  },
  { code: 'no_multipart', inside: denied(({ method }) => method === 'POST') },
  {
    code: 'no_abort',
    inside: denied(({ method, url }) => method === 'DELETE' && url.searchParams.has('uploadId')),
  },
  {
    code: 'public_bucket',
    inside: {
      before: (request) =>
        request.method === 'GET' && isObject(request) && !request.url.search.includes('Signature')
          ? { status: 200, headers: {}, body: RIGHT }
          : undefined,
    },
  },
  {
    code: 'no_ranges',
    inside: {
      before: (request) => {
        delete request.headers['range'];
        return undefined;
      },
    },
  },
  { code: 'overrides_ignored', inside: withoutHeader('content-disposition') },
  {
    code: 'bytes_changed',
    inside: {
      after: (request, answer) => {
        if (request.method === 'GET' && answer.status === 200 && isObject(request)) {
          answer.body = Buffer.concat([answer.body, Buffer.from('<!-- scanned -->')]);
        }
      },
    },
  },
  {
    code: 'headers_stripped',
    inside: {
      before: (request) => {
        delete request.headers['x-amz-checksum-sha256'];
        delete request.headers['x-amz-meta-name'];
        return undefined;
      },
    },
  },
  {
    code: 'signature_ignored',
    inside: {
      after: (request, answer) => {
        const isForged = request.method === 'GET' && answer.body.includes('SignatureDoesNotMatch');
        if (isForged) Object.assign(answer, { status: 200, body: RIGHT });
      },
    },
  },
  {
    code: 'expiry_ignored',
    inside: {
      after: (request, answer) => {
        const isOver = request.method === 'GET' && request.url.searchParams.get('X-Amz-Expires') === '60';
        if (isOver && answer.status === 403) Object.assign(answer, { status: 200, body: RIGHT });
      },
    },
  },
  { code: 'encoding_accepted', inside: smuggling() },
  { code: 'etag_missing', inside: withoutHeader('etag', ({ url }) => url.searchParams.has('partNumber')) },
  {
    code: 'list_stale',
    inside: {
      after: (request, answer) => {
        if (request.url.searchParams.has('list-type')) {
          answer.body = Buffer.from(
            answer.body.toString('utf8').replaceAll(/<Contents>[\s\S]*<\/Contents>/g, ''),
          );
        }
      },
    },
  },
  {
    code: 'lifecycle_missing',
    inside: {
      before: ({ method, url }) =>
        method === 'GET' && url.searchParams.has('lifecycle')
          ? s3Error(404, 'NoSuchLifecycleConfiguration')
          : undefined,
    },
  },
  {
    code: 'lifecycle_deletes',
    inside: {
      before: ({ method, url }) =>
        method === 'GET' && url.searchParams.has('lifecycle')
          ? {
              status: 200,
              headers: {},
              body: Buffer.from(
                '<LifecycleConfiguration><Rule><ID>tidy</ID><Prefix></Prefix><Status>Enabled</Status><Expiration><Days>30</Days></Expiration></Rule></LifecycleConfiguration>',
              ),
            }
          : undefined,
    },
  },
  { code: 'public_unreachable', change: (store) => ({ ...store, publicEndpoint: 'http://127.0.0.1:9' }) },
  {
    code: 'public_host_changed',
    outside: {
      before: (request) => {
        request.headers['host'] = 'inside.example:9000';
        return undefined;
      },
    },
  },
  {
    code: 'body_limited',
    outside: {
      before: (request) =>
        request.body.length > 1024 * 1024
          ? { status: 413, headers: {}, body: Buffer.from('<html>') }
          : undefined,
    },
  },
  {
    code: 'public_elsewhere',
    outside: {
      before: ({ method }) =>
        method === 'PUT' ? { status: 200, headers: {}, body: Buffer.alloc(0) } : undefined,
    },
  },
  {
    code: 'public_refused',
    outside: {
      before: ({ method }) =>
        method === 'PUT' ? { status: 405, headers: {}, body: Buffer.alloc(0) } : undefined,
    },
  },
  {
    code: 'cached',
    outside: {
      after: (request, answer) => {
        if (request.method === 'GET') answer.headers['x-cache'] = 'HIT from edge';
      },
    },
  },
  { code: 'cors_missing', outside: withoutHeader('access-control-allow-origin') },
  {
    code: 'cors_method',
    outside: {
      after: (request, answer) => {
        if (isPreflight(request)) answer.headers['access-control-allow-methods'] = 'GET, HEAD';
      },
    },
  },
  {
    code: 'cors_headers',
    outside: {
      after: (request, answer) => {
        if (isPreflight(request)) answer.headers['access-control-allow-headers'] = 'content-type';
      },
    },
  },
  { code: 'cors_etag_hidden', outside: withoutHeader('access-control-expose-headers') },
  {
    code: 'cors_any_origin',
    outside: {
      after: (_, answer) => {
        answer.headers['access-control-allow-origin'] = '*';
      },
    },
  },
];

const codesOf = ({ diagnoses }: Examination): readonly string[] => diagnoses.map(({ code }) => code);

export function doctorContract(name: string, open: () => DoctorsStore): void {
  describe(`store doctor: ${name}`, () => {
    let inside: FaultyProxy;
    let outside: FaultyProxy;
    let store: ExaminedStore;
    let always: readonly string[] = [];
    const right = new Map<string, boolean>();

    beforeAll(async () => {
      const opened = open();
      inside = await startFaultyProxy(opened.endpoint);
      outside = await startFaultyProxy(opened.endpoint);
      store = {
        ...opened,
        endpoint: inside.url,
        publicEndpoint: outside.url,
        prefix: PREFIX,
        clock: { now: () => new Date() },
      };
      await s3Client(opened).send(
        new PutBucketLifecycleConfigurationCommand({
          Bucket: opened.bucket,
          LifecycleConfiguration: {
            Rules: [
              {
                ID: 'unfinished',
                Status: 'Enabled',
                Filter: { Prefix: '' },
                AbortIncompleteMultipartUpload: { DaysAfterInitiation: 8 },
              },
            ],
          },
        }),
      );
    });
    afterAll(async () => {
      await inside[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    });

    test('a store that is set up rightly is fine', async () => {
      const examined = await examineStore(store, 'full');
      always = codesOf(examined);
      const { tolerated } = open();
      expect(always.filter((code) => code !== 'fine' && !tolerated.includes(code))).toEqual([]);
      expect(examined.capabilities).toMatchObject({
        ranges: true,
        multipart: true,
        list: true,
        addressing: 'path',
      });
    });

    test.each(CASES)('it finds $code', async ({ code, inside: within, outside: without, change }) => {
      inside.plant(within ?? {});
      outside.plant(without ?? {});
      const examined = await examineStore(change?.(store) ?? store, 'full');
      inside.plant({});
      outside.plant({});
      const found = codesOf(examined).filter((each) => each === code || !always.includes(each));
      right.set(code, found.length === 1 && found[0] === code);
      expect(found).toEqual([code]);
      const [diagnosis] = examined.diagnoses.filter((each) => each.code === code);
      expect(diagnosis?.fix).toMatch(/\w/);
      expect(JSON.stringify(examined)).not.toContain(store.secretAccessKey);
    });

    test('at least nineteen of twenty are right, and the store is as before', async () => {
      expect(right.size).toBe(CASES.length);
      const wrong = [...right].filter(([, isRight]) => !isRight).map(([code]) => code);
      expect(wrong.length / right.size).toBeLessThanOrEqual(1 / 20);
      const examined = await examineStore(store, 'fast');
      expect(codesOf(examined)).toEqual(always);
    });

    test('certificates that nobody trusts are told from silence, inside and outside', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'coffer-doctor-'));
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-subj',
          '/CN=127.0.0.1',
          '-addext',
          'subjectAltName=IP:127.0.0.1',
          '-days',
          '1',
          '-keyout',
          key,
          '-out',
          cert,
        ],
        { stdio: 'ignore' },
      );
      const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
      rmSync(folder, { recursive: true });
      await using secure = await startFaultyProxy(inside.url, tls);
      const untrusted = await examineStore({ ...store, endpoint: secure.url }, 'fast');
      expect(codesOf(untrusted)).toEqual(['tls_untrusted']);
      const expected = await examineStore(
        { ...store, endpoint: secure.url.replace('https:', 'http:') },
        'fast',
      );
      expect(codesOf(expected)).toEqual(['tls_expected']);
      const outward = await examineStore({ ...store, publicEndpoint: secure.url }, 'fast');
      expect(codesOf(outward).filter((code) => !always.includes(code))).toEqual(['public_tls']);
    });
  });
}
