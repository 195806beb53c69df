import { LIMITS } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { type Fault, type Passing, s3Error } from '../../../live-store-faults.contract.ts';
import type { DiagnosisCode } from './diagnoses.ts';
import { type ExaminedStore, RIGHT } from './probe.ts';

interface Case {
  readonly code: DiagnosisCode;
  readonly name?: string;
  readonly inside?: Fault;
  readonly outside?: Fault;
  readonly change?: (store: ExaminedStore) => ExaminedStore;
}

const isObject = ({ url }: Passing): boolean => url.pathname.includes('/probe/');
const isUnsigned = ({ url, headers }: Passing): boolean =>
  !url.search.includes('Signature') && headers['authorization'] === undefined;
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
/** Behaves like nginx for bodies above `client_max_body_size`. */
const upTo = (bytes: number): Fault => ({
  before: ({ body }) =>
    body.length > bytes ? { status: 413, headers: {}, body: Buffer.from('<html>') } : undefined,
});
const wholeParts = (store: ExaminedStore): ExaminedStore => ({
  ...store,
  partBytes: LIMITS.partSizeLargeBytes,
});
const isPreflight = ({ method }: Passing): boolean => method === 'OPTIONS';

/** The store accepts unsigned chunk framing: it stores four bytes of a longer declared body. */
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

const PLANTED: readonly Case[] = [
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
        request.method === 'GET' && isObject(request) && isUnsigned(request)
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
        const isDownload = request.method === 'GET' && !request.url.searchParams.has('uploadId');
        if (isDownload && answer.status === 200 && isObject(request)) {
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
    code: 'headers_stripped',
    name: 'headers_stripped before browsers',
    outside: {
      before: (request) => {
        delete request.headers['x-amz-checksum-sha256'];
        delete request.headers['content-md5'];
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
    change: wholeParts,
    outside: upTo(10 * MIB),
  },
  {
    code: 'body_limited',
    name: 'body_limited where pages never meet the store',
    change: (store) => ({ ...wholeParts(store), isRelayed: true }),
    inside: upTo(10 * MIB),
  },
  {
    code: 'part_numbers_limited',
    inside: {
      before: ({ url }) =>
        Number(url.searchParams.get('partNumber') ?? 0) > 1_000 ? s3Error(400, 'InvalidArgument') : undefined,
    },
  },
  {
    code: 'multipart_broken',
    inside: {
      before: ({ method, url }) =>
        method === 'POST' && url.searchParams.has('uploadId') ? s3Error(400, 'InvalidRequest') : undefined,
    },
  },
  {
    code: 'whole_different',
    inside: {
      after: ({ method }, answer) => {
        const isLarge = Number(answer.headers['content-length'] ?? 0) > MIB;
        if (method === 'HEAD' && isLarge) answer.headers['content-length'] = String(MIB);
      },
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

export const CASES = PLANTED.map((planted) => ({ ...planted, name: planted.name ?? planted.code }));
