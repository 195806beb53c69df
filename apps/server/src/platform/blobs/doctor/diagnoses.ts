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
  'In the proxy before the store, pass the host name on unchanged. nginx: `proxy_set_header Host $http_host;`. Caddy and Traefik do so by themselves.';
/** For commands that overwrite all existing rules. */
const REPLACES = ' # in the place of all rules that are there: add those that are to stay';
const LARGE = `${LIMITS.partSizeLargeBytes / MIB} MiB`;
const LARGE_BODIES =
  'In the proxy: nginx `client_max_body_size 0; proxy_request_buffering off;`, Traefik without a buffering middleware.';
const NETWORK = 'Check the name and the port, that the store runs, and that no firewall is between.';

const WORDS = {
  // Reachability
  name_unknown: [
    'fail',
    ({ target }) => `The name of ${target.endpoint} is not known here.`,
    () => 'Correct COFFER_S3_ENDPOINT, or the name servers of this machine.',
  ],
  unreachable: ['fail', ({ target }) => `Nobody answers at ${target.endpoint}.`, () => NETWORK],
  timeout: ['fail', ({ target }) => `${target.endpoint} does not answer in time.`, () => NETWORK],
  tls_expired: [
    'fail',
    ({ target }) => `The certificate of ${target.endpoint} is over, or not yet good.`,
    () => 'Renew the certificate of the store, and see that the clock of this machine is right.',
  ],
  tls_untrusted: [
    'fail',
    ({ target }) => `The certificate of ${target.endpoint} comes from nobody that is trusted here.`,
    () =>
      'Give the store a certificate of a known authority, or start Coffer with NODE_EXTRA_CA_CERTS=/path/to/authority.pem. Browsers must trust it too.',
  ],
  tls_name_mismatch: [
    'fail',
    ({ target }) => `The certificate of ${target.endpoint} is for another name.`,
    () =>
      'Use the name that is in the certificate, or get one for this name. For https://bucket.host it must cover *.host.',
  ],
  tls_not_spoken: [
    'fail',
    ({ target }) => `${target.endpoint} does not speak TLS.`,
    ({ target }) =>
      `Set COFFER_S3_ENDPOINT=${target.endpoint.replace('https:', 'http:')}, or name the port that speaks TLS.`,
  ],
  tls_expected: [
    'fail',
    ({ target }) => `${target.endpoint} speaks TLS only.`,
    ({ target }) => `Set COFFER_S3_ENDPOINT=${target.endpoint.replace('http:', 'https:')}.`,
  ],
  not_http: [
    'fail',
    ({ target }) => `What answers at ${target.endpoint} does not speak HTTP.`,
    () => NETWORK,
  ],
  not_s3: [
    'fail',
    ({ target }) => `What answers at ${target.endpoint} is not S3.`,
    () => 'Name the port of the S3 interface in COFFER_S3_ENDPOINT, not that of a web console.',
  ],
  redirected: [
    'fail',
    ({ target, seen }) => `${target.endpoint} leads elsewhere: ${seen}.`,
    ({ seen }) => `Set COFFER_S3_ENDPOINT=${seen}. A signed request cannot be redirected.`,
  ],
  store_failing: [
    'fail',
    ({ seen }) => `The store answers with its own failure (${seen}).`,
    () => 'Look into the log of the store.',
  ],
  clock_skew: [
    'fail',
    ({ seen }) =>
      `The clocks of this machine and of the store differ by ${seen} s. From 900 s on every request is refused.`,
    () => 'Let both machines set their clocks by themselves: `timedatectl set-ntp true`.',
  ],
  clock_drift: [
    'warn',
    ({ seen }) => `The clocks of this machine and of the store differ by ${seen} s.`,
    () => 'Let both machines set their clocks by themselves: `timedatectl set-ntp true`.',
  ],
  // Authentication
  wrong_key: [
    'fail',
    ({ target }) => `The store knows no key ${target.accessKeyId}.`,
    () => 'Set COFFER_S3_ACCESS_KEY_ID to a key of this store, or make that key there.',
  ],
  wrong_secret: [
    'fail',
    ({ target }) =>
      `The secret does not belong to the key ${target.accessKeyId}, or a proxy changes what is signed.`,
    () => `Set COFFER_S3_SECRET_ACCESS_KEY anew. If it is right: ${PROXY_HOST}`,
  ],
  wrong_region: [
    'fail',
    ({ target, seen }) => `The bucket is not in ${target.region}${seen === '' ? '' : ` but in ${seen}`}.`,
    ({ seen }) =>
      seen === '' ? 'Set COFFER_S3_REGION to the region of the bucket.' : `Set COFFER_S3_REGION=${seen}.`,
  ],
  bucket_missing: [
    'fail',
    ({ target }) => `There is no bucket ${target.bucket}.`,
    ({ target }) => `aws s3api create-bucket --endpoint-url ${target.endpoint} --bucket ${target.bucket}`,
  ],
  bucket_forbidden: [
    'fail',
    ({ target }) => `The key ${target.accessKeyId} may do nothing in the bucket ${target.bucket}.`,
    (facts) => policyFor(facts, RIGHTS),
  ],
  addressing: [
    'fail',
    ({ target }) => `Under https://bucket.host nobody answers for ${target.bucket}.`,
    () => 'Set COFFER_S3_PATH_STYLE=true, or let *.host lead to the store.',
  ],
  // Permissions
  no_list: right('s3:ListBucket', 'list the bucket: surveys are not possible', 'warn'),
  no_write: right('s3:PutObject', 'write: it is for reading only', 'fail'),
  no_read: right('s3:GetObject', 'read: nothing can be downloaded', 'fail'),
  no_delete: right('s3:DeleteObject', 'delete: what was deleted stays, and the room it takes', 'fail'),
  no_multipart: right('s3:PutObject', 'begin uploads in parts: no file above 8 MiB comes in', 'fail'),
  no_abort: right('s3:AbortMultipartUpload', 'give uploads up: unfinished parts stay', 'fail'),
  no_list_parts: right(
    's3:ListMultipartUploadParts',
    'list parts: uploads in parts cannot be completed',
    'fail',
  ),
  no_list_uploads: right(
    's3:ListBucketMultipartUploads',
    'list unfinished uploads: surveys are not possible',
    'warn',
  ),
  // Behaviour
  headers_stripped: [
    'fail',
    ({ seen }) =>
      `Something before ${seen} takes signed headers away: a write without a checksum header works, the same with one does not.`,
    () =>
      'Let the proxy pass every request header on, above all `x-amz-checksum-*`, `x-amz-meta-*` and `content-md5`. nginx: no `proxy_set_header` that empties them, `proxy_pass_request_headers on;`.',
  ],
  write_refused: [
    'fail',
    ({ seen }) => `The store refuses a plain signed write (${seen}).`,
    () => 'Look up this code in the documents of the store.',
  ],
  bytes_changed: [
    'fail',
    () => 'What is read is not what was written.',
    () => 'Switch off everything between that compresses, scans or rewrites bodies. nginx: `gzip off;`.',
  ],
  overrides_ignored: [
    'fail',
    () =>
      'The store ignores `response-content-disposition`: downloads would have no names, and pages could run.',
    () => 'Let the proxy pass the query on unchanged, or use a store that knows response overrides.',
  ],
  no_ranges: [
    'warn',
    () => 'The store gives no parts of a file: film cannot be wound, and downloads begin anew.',
    () =>
      'Let the proxy pass `Range` and `Content-Range` on. nginx: `proxy_force_ranges on;`, `proxy_cache off;`.',
  ],
  checksum_ignored: [
    'warn',
    ({ seen }) => `The store does not check SHA-256 (level ${seen}): contents are re-read by Coffer later.`,
    () => 'A newer version of the store may check it.',
  ],
  encoding_accepted: [
    'fail',
    () =>
      'The store takes an unsigned `Content-Encoding` with a signed write: a sender could have other bytes stored than it declared.',
    () =>
      'Use a version of the store that refuses it, or let the proxy take `Content-Encoding` off of every PUT.',
  ],
  encoding_kept: [
    'warn',
    () =>
      'The store keeps an unsigned `Content-Encoding` that came with a signed write: browsers would decode what nobody encoded.',
    () => 'Let the proxy take `Content-Encoding` off of every PUT, or use a newer version of the store.',
  ],
  signature_ignored: [
    'fail',
    () => 'The store takes requests whose signature was changed: everybody can read and write.',
    () => 'Switch authentication on at the store.',
  ],
  expiry_ignored: [
    'fail',
    () => 'The store takes addresses that are over: whoever saw one keeps it for ever.',
    () => 'Use a store that holds to `X-Amz-Expires`, and see that its clock is right.',
  ],
  public_bucket: [
    'fail',
    ({ target }) => `Everybody can read the bucket ${target.bucket} without a signature.`,
    ({ target }) =>
      `aws s3api delete-bucket-policy --endpoint-url ${target.endpoint} --bucket ${target.bucket}; aws s3api put-bucket-acl --endpoint-url ${target.endpoint} --bucket ${target.bucket} --acl private`,
  ],
  etag_missing: [
    'fail',
    () => 'The store answers a part without its ETag.',
    () =>
      'Let the proxy pass `ETag` on. nginx: `etag off` does not concern it, but `proxy_hide_header ETag` does.',
  ],
  multipart_broken: [
    'fail',
    ({ seen }) => `Uploads in parts do not work (${seen}).`,
    () => 'Look up this code in the documents of the store.',
  ],
  part_numbers_limited: [
    'fail',
    ({ seen }) => `The store takes no part with the number ${LIMITS.partCountMax} (${seen}).`,
    () => 'Raise the number of parts that an upload may have to 10,000 at the store.',
  ],
  whole_different: [
    'fail',
    ({ seen }) => `The store puts parts together, but ${seen} is not that of what was sent.`,
    () => 'Look for a newer version of the store, and for whatever between changes bodies or answers.',
  ],
  list_stale: [
    'warn',
    () => 'What was written a moment ago is not listed: surveys could take it for missing.',
    () => 'Switch off caches of lists between, or wait until the store has settled.',
  ],
  lifecycle_missing: [
    'warn',
    () => 'The bucket has no rule that ends unfinished uploads by itself.',
    ({ target }) =>
      `aws s3api put-bucket-lifecycle-configuration --endpoint-url ${target.endpoint} --bucket ${target.bucket} --lifecycle-configuration '${JSON.stringify({ Rules: [unfinishedRuleFor(target.prefix)] })}'${REPLACES}`,
  ],
  unfinished_ends: [
    'ok',
    () =>
      'MinIO ends unfinished uploads by itself, 24 hours after their beginning unless it was told otherwise: who goes on later begins anew.',
    () =>
      'Start MinIO with MINIO_API_STALE_UPLOADS_EXPIRY=192h, or: mc admin config set ALIAS api stale_uploads_expiry=192h',
  ],
  lifecycle_deletes: [
    'fail',
    ({ seen }) => `A rule of the bucket deletes objects by itself (${seen}): files would be lost.`,
    ({ target }) =>
      `aws s3api delete-bucket-lifecycle --endpoint-url ${target.endpoint} --bucket ${target.bucket}`,
  ],
  // Browser access
  public_unreachable: [
    'warn',
    ({ target, seen }) =>
      `${target.publicEndpoint} cannot be reached from this machine (${seen}); browsers have to.`,
    () =>
      'See that its name, its port, its certificate and the reverse proxy are right. COFFER_S3_PUBLIC_ENDPOINT names it.',
  ],
  public_tls: [
    'fail',
    ({ target, seen }) => `Browsers will not trust the certificate of ${target.publicEndpoint} (${seen}).`,
    () => 'Give it a certificate of a known authority for this very name.',
  ],
  public_host_changed: [
    'fail',
    ({ target }) =>
      `Addresses that are signed for ${target.publicEndpoint} are refused there: the host name is changed on the way.`,
    () => PROXY_HOST,
  ],
  public_elsewhere: [
    'fail',
    ({ target }) => `${target.publicEndpoint} leads to another store than ${target.endpoint}.`,
    () => 'Correct COFFER_S3_PUBLIC_ENDPOINT, or what the proxy leads to.',
  ],
  public_refused: [
    'fail',
    ({ target, seen }) => `${target.publicEndpoint} refuses a signed write (${seen}).`,
    () => 'Let the proxy pass method, path, query and headers on unchanged.',
  ],
  body_limited: [
    'fail',
    ({ seen }) => `${seen} takes no body of ${LARGE}, the size of the parts of large files.`,
    () => LARGE_BODIES,
  ],
  body_slow: [
    'warn',
    ({ seen }) => `A body of ${LARGE} did not come through to ${seen} in time.`,
    () => `See how fast the line is, and that nothing keeps bodies back. ${LARGE_BODIES}`,
  ],
  cached: [
    'warn',
    ({ target }) =>
      `Something before ${target.publicEndpoint} keeps answers: they would outlive their signature.`,
    () => 'Switch caching off for the store. nginx: `proxy_cache off;`.',
  ],
  browser_blocked: [
    'fail',
    ({ target }) => `This browser gets no answer of ${target.publicEndpoint} that it may read.`,
    (facts) =>
      `Open ${facts.target.publicEndpoint} in a new tab. A warning about the certificate: give the store a trusted one. No answer: the name or the network. An answer in XML: the CORS rule is missing, ${corsCommand(facts)} Where browsers cannot be let through to the store at all, COFFER_RELAY=on leads their bytes through Coffer.`,
  ],
  cors_missing: ['fail', ({ target }) => `Pages of ${target.pageOrigin} are not let in.`, corsCommand],
  cors_method: ['fail', ({ seen }) => `The CORS rule does not allow ${seen}.`, corsCommand],
  cors_headers: ['fail', ({ seen }) => `The CORS rule does not allow the headers ${seen}.`, corsCommand],
  cors_etag_hidden: ['fail', ({ seen }) => `The CORS rule does not let pages read ${seen}.`, corsCommand],
  cors_any_origin: ['warn', () => 'The CORS rules let pages of every origin in.', corsCommand],
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
    ({ target }) => `The key ${target.accessKeyId} may not ${what}.`,
    (facts) => `${policyFor(facts, RIGHTS)} (what is missing is ${name})`,
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
