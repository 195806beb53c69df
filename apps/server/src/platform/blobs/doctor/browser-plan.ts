import { LIMITS } from '@coffer/contracts';
import type { Blobs, SignedRequest } from '../blobs.ts';
import { signGet, type Signer, signPut } from '../s3-sign.ts';
import { diagnose, type ProbeTarget } from './diagnoses.ts';
import type { BrowserProbe } from './model.ts';
import {
  browserKeys,
  type ExaminedStore,
  FILLER_BYTE,
  fillerOf,
  createProbe,
  probePut,
  RIGHT,
  WRONG,
} from './probe.ts';
import { isMinio, probeEndpoint } from './probe-access.ts';

/**
 * Requests for tests in a browser: reachability, CORS, unchanged bytes, and a body of the largest part size. The next
 * examination deletes the objects that they write.
 */
export async function planBrowserProbes(
  store: ExaminedStore,
  integrity: Blobs['integrity'],
): Promise<readonly BrowserProbe[]> {
  const probe = createProbe(store);
  const target = { ...probe.target, isMinio: isMinio(await probeEndpoint(probe)) };
  const [key, largeKey] = browserKeys(probe);
  const signer = { access: probe.publicAccess, bucket: store.bucket, clock: store.clock, integrity };
  const put = signPut(signer, probePut(probe, key));
  const get = signGet(signer, {
    key,
    name: 'probe.txt',
    mediaType: 'text/plain',
    disposition: 'attachment',
    lifeMs: LIMITS.downloadUrlLifeMs,
  });
  const diagnoses = {
    unreachable: diagnose('browser_blocked', target),
    slow: diagnose('browser_blocked', target),
    refused: diagnose('public_refused', target, 'see the status'),
    hidden: diagnose('cors_etag_hidden', target, 'ETag'),
    different: diagnose('bytes_changed', target),
  };
  const text = RIGHT.toString('utf8');
  const part = { ...get, headers: { range: 'bytes=6-8' } };
  const hiddenRange = diagnose('cors_etag_hidden', target, 'Content-Range');
  const probes = [
    browserProbe(
      { name: 'put', method: 'PUT', body: text, signed: put },
      { expected: { statuses: [200], exposed: ['etag'], body: null }, diagnoses },
    ),
    browserProbe(
      { name: 'get', method: 'GET', body: null, signed: get },
      { expected: { statuses: [200], exposed: ['etag'], body: text }, diagnoses },
    ),
    browserProbe(
      { name: 'range', method: 'GET', body: null, signed: part },
      {
        expected: { statuses: [206], exposed: ['content-range'], body: text.slice(6, 9) },
        diagnoses: { ...diagnoses, refused: diagnose('no_ranges', target), hidden: hiddenRange },
      },
    ),
  ];
  const ignored = diagnose('checksum_ignored', target, '3');
  const wrong = browserProbe(
    { name: 'wrong_checksum', method: 'PUT', body: WRONG.toString('utf8'), signed: put },
    {
      expected: { statuses: [400], exposed: [], body: null },
      diagnoses: { ...diagnoses, refused: ignored },
    },
  );
  const large = planLarge(store, { target, signer, key: largeKey, diagnoses });
  return integrity === 3 ? [...probes, large] : [...probes, wrong, large];
}

/** The last test: proxies that refuse large bodies often omit CORS headers, so the page cannot read the reason. */
function planLarge(
  store: ExaminedStore,
  plan: {
    readonly target: ProbeTarget;
    readonly signer: Signer;
    readonly key: string;
    readonly diagnoses: BrowserProbe['diagnoses'];
  },
): BrowserProbe {
  const { target, signer, key, diagnoses } = plan;
  const bytes = fillerOf(store);
  const address = store.isRelayed === true ? target.pageOrigin : target.publicEndpoint;
  const limited = diagnose('body_limited', target, address);
  const slow = diagnose('body_slow', target, address);
  const filler = { sizeBytes: bytes.length, byte: FILLER_BYTE };
  const signed = signPut(signer, probePut(createProbe(store), key, bytes));
  return browserProbe(
    { name: 'large', method: 'PUT', body: null, filler, signed },
    {
      expected: { statuses: [200], exposed: ['etag'], body: null },
      diagnoses: { ...diagnoses, unreachable: limited, refused: limited, slow },
    },
  );
}

function browserProbe(
  request: Pick<BrowserProbe, 'name' | 'method' | 'body'> & {
    readonly filler?: BrowserProbe['filler'];
    readonly signed: SignedRequest;
  },
  rest: Pick<BrowserProbe, 'expected' | 'diagnoses'>,
): BrowserProbe {
  const { signed, filler = null, ...known } = request;
  return { ...known, filler, url: signed.url, headers: { ...signed.headers }, ...rest };
}
