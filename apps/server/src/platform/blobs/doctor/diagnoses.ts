import { LIMITS } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { corsRuleFor, unfinishedRuleFor } from '../bucket-rules.ts';
import type { Diagnosis } from './model.ts';

export interface ProbeTarget {
  readonly endpoint: string;
  readonly publicEndpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Ends with a slash, or is empty. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly pageOrigin: string;
  /** MinIO needs different commands from S3. */
  readonly isMinio: boolean;
}

interface Facts {
  readonly target: ProbeTarget;
  /** For example a store error code, a region, a number of seconds. Never a secret. */
  readonly seen: string;
}

type Words = readonly ['ok' | 'warn' | 'fail', (facts: Facts) => string, ((facts: Facts) => string) | null];

const PROXY_HOST =
  'In the proxy in front of the store, pass the host name on unchanged. nginx: `proxy_set_header Host $http_host;`. Caddy and Traefik do this by default.';
/** For commands that overwrite all existing rules. */
const REPLACES = ' # replaces all existing rules: add those that you want to keep';
const LARGE = `${LIMITS.partSizeLargeBytes / MIB} MiB`;
const LARGE_BODIES =
  'Let the proxy pass large bodies on. nginx: `client_max_body_size 0; proxy_request_buffering off;`. Traefik: no buffering middleware.';
const NETWORK =
  'Check the host name and the port, and that the store runs and no firewall blocks the connection.';

const WORDS = {
  // Reachability
  name_unknown: [
    'fail',
    ({ target }) => `The host name of ${target.endpoint} cannot be resolved.`,
    () => 'Correct COFFER_S3_ENDPOINT, or the DNS settings of this machine.',
  ],
  unreachable: ['fail', ({ target }) => `${target.endpoint} cannot be reached.`, () => NETWORK],
  timeout: ['fail', ({ target }) => `${target.endpoint} does not respond in time.`, () => NETWORK],
  tls_expired: [
    'fail',
    ({ target }) => `The certificate of ${target.endpoint} has expired or is not valid yet.`,
    () => 'Renew the certificate of the store, and check the clock of this machine.',
  ],
  tls_untrusted: [
    'fail',
    ({ target }) =>
      `The certificate of ${target.endpoint} comes from an authority that this machine does not trust.`,
    () =>
      'Use a certificate of a known authority for the store, or start Coffer with NODE_EXTRA_CA_CERTS=/path/to/authority.pem. Browsers must trust it too.',
  ],
  tls_name_mismatch: [
    'fail',
    ({ target }) => `The certificate of ${target.endpoint} is for a different host name.`,
    () =>
      'Use the host name of the certificate, or get a certificate for this name. For https://bucket.host it must cover *.host.',
  ],
  tls_not_spoken: [
    'fail',
    ({ target }) => `${target.endpoint} does not speak TLS.`,
    ({ target }) =>
      `Set COFFER_S3_ENDPOINT=${target.endpoint.replace('https:', 'http:')}, or specify the port that speaks TLS.`,
  ],
  tls_expected: [
    'fail',
    ({ target }) => `${target.endpoint} speaks TLS only.`,
    ({ target }) => `Set COFFER_S3_ENDPOINT=${target.endpoint.replace('http:', 'https:')}.`,
  ],
  not_http: ['fail', ({ target }) => `The service at ${target.endpoint} does not speak HTTP.`, () => NETWORK],
  not_s3: [
    'fail',
    ({ target }) => `The service at ${target.endpoint} is not an S3 store.`,
    () => 'Specify the port of the S3 API in COFFER_S3_ENDPOINT, not that of a web console.',
  ],
  redirected: [
    'fail',
    ({ target, seen }) => `${target.endpoint} redirects to ${seen}.`,
    ({ seen }) => `Set COFFER_S3_ENDPOINT=${seen}. A signed request cannot be redirected.`,
  ],
  store_failing: [
    'fail',
    ({ seen }) => `The store reports an internal error (${seen}).`,
    () => 'Check the log of the store.',
  ],
  clock_skew: [
    'fail',
    ({ seen }) =>
      `The clocks of this machine and of the store differ by ${seen} s. From a difference of 900 s, every request is refused.`,
    () => 'Synchronize the clocks of both machines: `timedatectl set-ntp true`.',
  ],
  clock_drift: [
    'warn',
    ({ seen }) => `The clocks of this machine and of the store differ by ${seen} s.`,
    () => 'Synchronize the clocks of both machines: `timedatectl set-ntp true`.',
  ],
  // Authentication
  wrong_key: [
    'fail',
    ({ target }) => `The store does not know the access key ${target.accessKeyId}.`,
    () => 'Set COFFER_S3_ACCESS_KEY_ID to an access key of this store, or create this key there.',
  ],
  wrong_secret: [
    'fail',
    ({ target }) =>
      `The secret does not belong to the access key ${target.accessKeyId}, or a proxy changes signed parts of the request.`,
    () => `Check COFFER_S3_SECRET_ACCESS_KEY. If it is correct: ${PROXY_HOST}`,
  ],
  wrong_region: [
    'fail',
    ({ target, seen }) => `The bucket is not in ${target.region}${seen === '' ? '' : ` but in ${seen}`}.`,
    ({ seen }) =>
      seen === '' ? 'Set COFFER_S3_REGION to the region of the bucket.' : `Set COFFER_S3_REGION=${seen}.`,
  ],
  bucket_missing: [
    'fail',
    ({ target }) => `The bucket ${target.bucket} does not exist.`,
    ({ target }) => `aws s3api create-bucket --endpoint-url ${target.endpoint} --bucket ${target.bucket}`,
  ],
  bucket_forbidden: [
    'fail',
    ({ target }) => `The access key ${target.accessKeyId} has no permission in the bucket ${target.bucket}.`,
    (facts) => policyFor(facts, RIGHTS),
  ],
  addressing: [
    'fail',
    ({ target }) => `The bucket ${target.bucket} cannot be reached at https://bucket.host.`,
    () => 'Set COFFER_S3_PATH_STYLE=true, or point *.host to the store.',
  ],
  // Permissions
  no_list: right('s3:ListBucket', 'list the bucket, so surveys are not possible', 'warn'),
  no_write: right('s3:PutObject', 'write objects', 'fail'),
  no_read: right('s3:GetObject', 'read objects, so nothing can be downloaded', 'fail'),
  no_delete: right('s3:DeleteObject', 'delete objects, so deleted files keep using storage', 'fail'),
  no_multipart: right(
    's3:PutObject',
    'start multipart uploads, so no file above 8 MiB can be uploaded',
    'fail',
  ),
  no_abort: right('s3:AbortMultipartUpload', 'abort uploads, so unfinished parts keep using storage', 'fail'),
  no_list_parts: right(
    's3:ListMultipartUploadParts',
    'list parts, so multipart uploads cannot be completed',
    'fail',
  ),
  no_list_uploads: right(
    's3:ListBucketMultipartUploads',
    'list unfinished uploads, so surveys are not possible',
    'warn',
  ),
  // Behaviour
  headers_stripped: [
    'fail',
    ({ seen }) =>
      `Something in front of ${seen} removes signed headers: a write without a checksum header works, but the same write with one fails.`,
    () =>
      'Let the proxy pass on every request header, especially `x-amz-checksum-*`, `x-amz-meta-*` and `content-md5`. nginx: no `proxy_set_header` that clears them, `proxy_pass_request_headers on;`.',
  ],
  write_refused: [
    'fail',
    ({ seen }) => `The store refuses a plain signed write (${seen}).`,
    () => 'Look up this code in the documentation of the store.',
  ],
  bytes_changed: [
    'fail',
    () => 'The bytes that are read differ from those that were written.',
    () => 'Turn off everything in between that compresses, scans or rewrites bodies. nginx: `gzip off;`.',
  ],
  overrides_ignored: [
    'fail',
    () =>
      'The store ignores `response-content-disposition`: downloads would have no names, and HTML files could run as pages.',
    () => 'Let the proxy pass on the query unchanged, or use a store that supports response overrides.',
  ],
  no_ranges: [
    'warn',
    () =>
      'The store does not support range requests: videos cannot be seeked, and downloads cannot be resumed.',
    () =>
      'Let the proxy pass on `Range` and `Content-Range`. nginx: `proxy_force_ranges on;`, `proxy_cache off;`.',
  ],
  checksum_ignored: [
    'warn',
    ({ seen }) =>
      `The store does not verify SHA-256 (level ${seen}), so Coffer reads the contents again later.`,
    () => 'A newer version of the store may verify it.',
  ],
  encoding_accepted: [
    'fail',
    () =>
      'The store accepts an unsigned `Content-Encoding` with a signed write: a sender could store other bytes than it declared.',
    () =>
      'Use a version of the store that refuses it, or let the proxy remove `Content-Encoding` from every PUT.',
  ],
  encoding_kept: [
    'warn',
    () =>
      'The store keeps an unsigned `Content-Encoding` that was sent with a signed write: browsers would decode bytes that are not encoded.',
    () => 'Let the proxy remove `Content-Encoding` from every PUT, or use a newer version of the store.',
  ],
  signature_ignored: [
    'fail',
    () => 'The store accepts requests with a wrong signature: everybody can read and write.',
    () => 'Turn on authentication in the store.',
  ],
  expiry_ignored: [
    'fail',
    () => 'The store accepts expired presigned URLs: anybody who has seen one can use it forever.',
    () => 'Use a store that enforces `X-Amz-Expires`, and check its clock.',
  ],
  public_bucket: [
    'fail',
    ({ target }) => `Everybody can read the bucket ${target.bucket} without a signature.`,
    ({ target }) =>
      `aws s3api delete-bucket-policy --endpoint-url ${target.endpoint} --bucket ${target.bucket}; aws s3api put-bucket-acl --endpoint-url ${target.endpoint} --bucket ${target.bucket} --acl private`,
  ],
  etag_missing: [
    'fail',
    () => 'The store returns no ETag for a part.',
    () =>
      'Let the proxy pass on `ETag`. nginx: `etag off` does not affect it, but `proxy_hide_header ETag` does.',
  ],
  multipart_broken: [
    'fail',
    ({ seen }) => `Multipart uploads do not work (${seen}).`,
    () => 'Look up this code in the documentation of the store.',
  ],
  part_numbers_limited: [
    'fail',
    ({ seen }) => `The store refuses a part with the number ${LIMITS.partCountMax} (${seen}).`,
    () => 'Raise the maximum number of parts of an upload to 10,000 in the store.',
  ],
  whole_different: [
    'fail',
    ({ seen }) => `The store combines the parts, but ${seen} does not match what was sent.`,
    () =>
      'Use a newer version of the store, and look for anything in between that changes bodies or responses.',
  ],
  list_stale: [
    'warn',
    () => 'An object that was just written is not listed: surveys could report it as missing.',
    () => 'Turn off anything in between that caches lists, or wait until the store is consistent.',
  ],
  lifecycle_missing: [
    'warn',
    () => 'The bucket has no rule that aborts unfinished uploads.',
    ({ target }) =>
      `aws s3api put-bucket-lifecycle-configuration --endpoint-url ${target.endpoint} --bucket ${target.bucket} --lifecycle-configuration '${JSON.stringify({ Rules: [unfinishedRuleFor(target.prefix)] })}'${REPLACES}`,
  ],
  unfinished_ends: [
    'ok',
    () =>
      'MinIO aborts unfinished uploads, by default 24 hours after their start. An upload that is resumed later starts again from the beginning.',
    () =>
      'Start MinIO with MINIO_API_STALE_UPLOADS_EXPIRY=192h, or: mc admin config set ALIAS api stale_uploads_expiry=192h',
  ],
  lifecycle_deletes: [
    'fail',
    ({ seen }) => `A lifecycle rule of the bucket deletes objects (${seen}): files would be lost.`,
    ({ target }) =>
      `aws s3api delete-bucket-lifecycle --endpoint-url ${target.endpoint} --bucket ${target.bucket}`,
  ],
  // Browser access
  public_unreachable: [
    'warn',
    ({ target, seen }) =>
      `${target.publicEndpoint} cannot be reached from this machine (${seen}). Browsers must be able to reach it.`,
    () =>
      'Check its host name, port and certificate, and the reverse proxy. It is set by COFFER_S3_PUBLIC_ENDPOINT.',
  ],
  public_tls: [
    'fail',
    ({ target, seen }) => `Browsers will not trust the certificate of ${target.publicEndpoint} (${seen}).`,
    () => 'Use a certificate of a known authority for exactly this host name.',
  ],
  public_host_changed: [
    'fail',
    ({ target }) =>
      `${target.publicEndpoint} refuses URLs that are presigned for it, because something on the way changes the host name.`,
    () => PROXY_HOST,
  ],
  public_elsewhere: [
    'fail',
    ({ target }) => `${target.publicEndpoint} leads to another store than ${target.endpoint}.`,
    () => 'Correct COFFER_S3_PUBLIC_ENDPOINT, or the target of the proxy.',
  ],
  public_refused: [
    'fail',
    ({ target, seen }) => `${target.publicEndpoint} refuses a signed write (${seen}).`,
    () => 'Let the proxy pass on method, path, query and headers unchanged.',
  ],
  body_limited: [
    'fail',
    ({ seen }) => `${seen} refuses a body of ${LARGE}, the part size of large files.`,
    () => LARGE_BODIES,
  ],
  body_slow: [
    'warn',
    ({ seen }) => `A body of ${LARGE} did not reach ${seen} in time.`,
    () => `Check the speed of the connection, and that nothing buffers bodies. ${LARGE_BODIES}`,
  ],
  cached: [
    'warn',
    ({ target }) =>
      `Something in front of ${target.publicEndpoint} caches responses, which would outlive their signature.`,
    () => 'Turn off caching for the store. nginx: `proxy_cache off;`.',
  ],
  browser_blocked: [
    'fail',
    ({ target }) => `This browser gets no readable response from ${target.publicEndpoint}.`,
    (facts) =>
      `Open ${facts.target.publicEndpoint} in a new tab. If the browser warns about the certificate, use a trusted one. If nothing responds, check the host name and the network. If XML appears, the CORS rule is missing: ${corsCommand(facts)} If browsers must not reach the store at all, COFFER_RELAY=on sends their bytes through Coffer.`,
  ],
  cors_missing: [
    'fail',
    ({ target }) => `The CORS rules do not allow pages of ${target.pageOrigin}.`,
    corsCommand,
  ],
  cors_method: ['fail', ({ seen }) => `The CORS rule does not allow ${seen}.`, corsCommand],
  cors_headers: ['fail', ({ seen }) => `The CORS rule does not allow the headers ${seen}.`, corsCommand],
  cors_etag_hidden: ['fail', ({ seen }) => `The CORS rule does not expose ${seen} to pages.`, corsCommand],
  cors_any_origin: ['warn', () => 'The CORS rules allow pages of every origin.', corsCommand],
} as const satisfies Readonly<Record<string, Words>>;

export type FoundCode = keyof typeof WORDS;
export type DiagnosisCode = FoundCode | 'fine';

export function diagnose(code: FoundCode, target: ProbeTarget, seen = ''): Diagnosis {
  const [severity, message, fix]: Words = WORDS[code];
  const facts = { target, seen };
  return { code, severity, message: message(facts), fix: fix === null ? null : fix(facts) };
}

const RIGHTS = [
  's3:GetObject',
  's3:PutObject',
  's3:DeleteObject',
  's3:AbortMultipartUpload',
  's3:ListMultipartUploadParts',
  's3:ListBucket',
  's3:ListBucketMultipartUploads',
  's3:GetBucketCORS',
  's3:PutBucketCORS',
  's3:GetLifecycleConfiguration',
];

function right(name: string, what: string, severity: 'warn' | 'fail'): Words {
  return [
    severity,
    ({ target }) => `The access key ${target.accessKeyId} may not ${what}.`,
    (facts) => `${policyFor(facts, RIGHTS)} (${name} is missing)`,
  ];
}

function policyFor({ target }: Facts, actions: readonly string[]): string {
  const onBucket = actions.filter((action) => /Bucket|Lifecycle/.test(action));
  const policy = {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: onBucket, Resource: `arn:aws:s3:::${target.bucket}` },
      {
        Effect: 'Allow',
        Action: actions.filter((action) => !onBucket.includes(action)),
        Resource: `arn:aws:s3:::${target.bucket}/${target.prefix}*`,
      },
    ],
  };
  return `Give the key this policy: ${JSON.stringify(policy)}`;
}

function corsCommand({ target }: Facts): string {
  if (target.isMinio) {
    return `Start MinIO with MINIO_API_CORS_ALLOW_ORIGIN=${target.pageOrigin}, or: mc admin config set ALIAS api cors_allow_origin=${target.pageOrigin}`;
  }
  const rules = { CORSRules: [corsRuleFor(target.prefix, target.pageOrigin)] };
  return `aws s3api put-bucket-cors --endpoint-url ${target.endpoint} --bucket ${target.bucket} --cors-configuration '${JSON.stringify(rules)}'${REPLACES}`;
}
