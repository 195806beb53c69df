import { LIMITS } from '@coffer/contracts';
import type { Blobs, SignedRequest } from '../blobs.ts';
import { signGet, type Signer, signPut } from '../s3-sign.ts';
import { diagnose, type Patient } from './diagnoses.ts';
import type { BrowserProbe } from './model.ts';
import {
  browserKeys,
  type ExaminedStore,
  FILLER_BYTE,
  fillerOf,
  layDown,
  probePut,
  RIGHT,
  WRONG,
} from './patient.ts';
import { isMinio, knock } from './probe-door.ts';

/**
 * Requests for tests in a browser: reachability, CORS, unchanged bytes, and a body of the largest part size. The next
 * examination deletes what they write.
 */
export async function planBrowserProbes(
  store: ExaminedStore,
  integrity: Blobs['integrity'],
): Promise<readonly BrowserProbe[]> {
  const table = layDown(store);
  const patient = { ...table.patient, isMinio: isMinio(await knock(table)) };
  const [key, largeKey] = browserKeys(table);
  const signer = { access: table.publicAccess, bucket: store.bucket, clock: store.clock, integrity };
  const put = signPut(signer, probePut(table, key));
  const get = signGet(signer, {
    key,
    name: 'probe.txt',
    mediaType: 'text/plain',
    disposition: 'attachment',
    lifeMs: LIMITS.downloadUrlLifeMs,
  });
  const diagnoses = {
    unreachable: diagnose('browser_blocked', patient),
    slow: diagnose('browser_blocked', patient),
    refused: diagnose('public_refused', patient, 'see the status'),
    hidden: diagnose('cors_etag_hidden', patient, 'ETag'),
    different: diagnose('bytes_changed', patient),
  };
  const text = RIGHT.toString('utf8');
  const part = { ...get, headers: { range: 'bytes=6-8' } };
  const hiddenRange = diagnose('cors_etag_hidden', patient, 'Content-Range');
  const probes = [
    probe(
      { name: 'put', method: 'PUT', body: text, signed: put },
      { expected: { statuses: [200], exposed: ['etag'], body: null }, diagnoses },
    ),
    probe(
      { name: 'get', method: 'GET', body: null, signed: get },
      { expected: { statuses: [200], exposed: ['etag'], body: text }, diagnoses },
    ),
    probe(
      { name: 'range', method: 'GET', body: null, signed: part },
      {
        expected: { statuses: [206], exposed: ['content-range'], body: text.slice(6, 9) },
        diagnoses: { ...diagnoses, refused: diagnose('no_ranges', patient), hidden: hiddenRange },
      },
    ),
  ];
  const ignored = diagnose('checksum_ignored', patient, '3');
  const wrong = probe(
    { name: 'wrong_checksum', method: 'PUT', body: WRONG.toString('utf8'), signed: put },
    {
      expected: { statuses: [400], exposed: [], body: null },
      diagnoses: { ...diagnoses, refused: ignored },
    },
  );
  const large = planLarge(store, { patient, signer, key: largeKey, diagnoses });
  return integrity === 3 ? [...probes, large] : [...probes, wrong, large];
}

/** Last: proxies that refuse large bodies often omit CORS headers, so the page cannot read the reason. */
function planLarge(
  store: ExaminedStore,
  plan: {
    readonly patient: Patient;
    readonly signer: Signer;
    readonly key: string;
    readonly diagnoses: BrowserProbe['diagnoses'];
  },
): BrowserProbe {
  const { patient, signer, key, diagnoses } = plan;
  const bytes = fillerOf(store);
  const address = store.isRelayed === true ? patient.pageOrigin : patient.publicEndpoint;
  const limited = diagnose('body_limited', patient, address);
  const slow = diagnose('body_slow', patient, address);
  const filler = { sizeBytes: bytes.length, byte: FILLER_BYTE };
  const signed = signPut(signer, probePut(layDown(store), key, bytes));
  return probe(
    { name: 'large', method: 'PUT', body: null, filler, signed },
    {
      expected: { statuses: [200], exposed: ['etag'], body: null },
      diagnoses: { ...diagnoses, unreachable: limited, refused: limited, slow },
    },
  );
}

function probe(
  request: Pick<BrowserProbe, 'name' | 'method' | 'body'> & {
    readonly filler?: BrowserProbe['filler'];
    readonly signed: SignedRequest;
  },
  rest: Pick<BrowserProbe, 'expected' | 'diagnoses'>,
): BrowserProbe {
  const { signed, filler = null, ...known } = request;
  return { ...known, filler, url: signed.url, headers: { ...signed.headers }, ...rest };
}
