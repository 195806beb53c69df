import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
} from '@aws-sdk/client-s3';
import { LIMITS } from '@coffer/contracts';
import { defined, MINUTE_MS } from '@coffer/kit';
import type { IntegrityLevel, PartDigest, StoredPart, StoreFailure } from '../blobs.ts';
import { digestOf } from '../digest.ts';
import { s3Calls } from '../s3-calls.ts';
import type { S3Access } from '../s3-client.ts';
import { signPart } from '../s3-sign.ts';
import { ask, type ProbeResult } from './ask.ts';
import { diagnose } from './diagnoses.ts';
import type { Diagnosis, Tried } from './model.ts';
import { fillerOf, probeKey, probePut, RIGHT, send, type Probe } from './probe.ts';
import { answerOf, refusalOf } from './probe-objects.ts';

/** Enough for a large part over a slow connection. */
const PART_TIME_LIMIT_MS = MINUTE_MS;

export interface WayOfParts {
  readonly integrity: IntegrityLevel;
  /** Whether small bodies pass through the public endpoint. */
  readonly isOpenOutside: boolean;
  readonly mayRemove: boolean;
}

export async function probeParts(probe: Probe, way: WayOfParts): Promise<readonly Tried[]> {
  const found = await probeRights(probe);
  const goesOn = way.mayRemove && found.every(({ severity }) => severity !== 'fail');
  const whole = goesOn ? await probeWhole(probe, way) : { parts: [], bodies: undefined };
  // Without errors so far, but without a test of the whole upload, the area is unknown.
  if (!goesOn && found.length === 0) return [];
  const parts: Tried = { area: 'parts', diagnoses: [...found, ...whole.parts] };
  return whole.bodies === undefined ? [parts] : [parts, { area: 'bodies', diagnoses: whole.bodies }];
}

async function probeRights(probe: Probe): Promise<readonly Diagnosis[]> {
  const { target, store } = probe;
  const key = probeKey(probe);
  const object = { Bucket: target.bucket, Key: key };
  const created = await send(probe, new CreateMultipartUploadCommand(object), { method: 'POST' });
  const code = refusalOf(created);
  if (code === 'AccessDenied') return [diagnose('no_multipart', target)];
  if (code !== undefined) return [diagnose('multipart_broken', target, code)];
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(answerOf(created).bytes.toString('utf8'))?.[1];
  if (id === undefined) return [diagnose('multipart_broken', target, 'no_upload_id')];
  // With integrity level 3, because otherwise the store requires a checksum for each part.
  const signer = { access: store, bucket: store.bucket, clock: store.clock, integrity: 3 } as const;
  const sendAs = async (number: number): Promise<ProbeResult> => {
    const { part } = probePut(probe, key);
    const signed = signPart(signer, { key, providerUploadId: id, number, part });
    return await ask(signed.url, { method: 'PUT', headers: signed.headers, body: new Uint8Array(RIGHT) });
  };
  const found: Diagnosis[] = [];
  const sent = await sendAs(LIMITS.partCountMax);
  const sentCode = refusalOf(sent);
  if (sentCode !== undefined) {
    const isNumber = refusalOf(await sendAs(1)) === undefined;
    found.push(diagnose(isNumber ? 'part_numbers_limited' : 'multipart_broken', target, sentCode));
  } else if (answerOf(sent).headers.get('etag') === null) found.push(diagnose('etag_missing', target));
  const upload = { ...object, UploadId: id };
  const listed = await send(probe, new ListPartsCommand(upload));
  if (refusalOf(listed) !== undefined) found.push(diagnose('no_list_parts', target));
  const uploads = await send(probe, new ListMultipartUploadsCommand({ Bucket: target.bucket, Prefix: key }));
  if (refusalOf(uploads) !== undefined) found.push(diagnose('no_list_uploads', target));
  const aborted = await send(probe, new AbortMultipartUploadCommand(upload), { method: 'DELETE' });
  if (refusalOf(aborted) !== undefined) found.push(diagnose('no_abort', target));
  return found;
}

/** Uploads as the application does: a full-size part, through the public endpoint if possible, and a small one. */
async function probeWhole(
  probe: Probe,
  { integrity, isOpenOutside }: WayOfParts,
): Promise<{ readonly parts: readonly Diagnosis[]; readonly bodies: readonly Diagnosis[] | undefined }> {
  const { target, store, client } = probe;
  const { bucket, clock } = store;
  const calls = s3Calls({ client, access: store, clock, bucket, integrity, isEtagMd5: false });
  const key = probeKey(probe);
  const created = await calls.createMultipart(probePut(probe, key));
  if (!created.ok) return { parts: [broken(probe, created.error)], bodies: undefined };
  const upload = { key, providerUploadId: created.value.providerUploadId };
  const bodies = [fillerOf(store), RIGHT] as const;
  const sent = bodies.map((bytes) => digestOf(bytes));
  const sendPart = async (number: 1 | 2, access: S3Access): Promise<ProbeResult> => {
    const signer = { access, bucket, clock, integrity };
    const part = defined(sent[number - 1], 'a part has no digest');
    const { url, headers } = signPart(signer, { ...upload, number, part });
    const body = new Uint8Array(bodies[number - 1] ?? RIGHT);
    return await ask(url, { method: 'PUT', headers, body }, PART_TIME_LIMIT_MS);
  };
  const outside = isOpenOutside
    ? largeBody(probe, target.publicEndpoint, await sendPart(1, probe.publicAccess))
    : undefined;
  const isThere = outside?.length === 0;
  const isOneAddress = isOpenOutside && target.publicEndpoint === target.endpoint;
  const inside = isThere || isOneAddress ? [] : largeBody(probe, target.endpoint, await sendPart(1, store));
  const isRefused = inside.length > 0 || (isOneAddress && !isThere);
  const found = isRefused ? inside : await putTogether(await sendPart(2, store));
  if (found.length > 0 || isRefused) await calls.abortMultipart(upload);
  return { parts: found, bodies: outside };

  async function putTogether(last: ProbeResult): Promise<readonly Diagnosis[]> {
    const refused = refusalOf(last);
    if (refused !== undefined) return [diagnose('multipart_broken', target, refused)];
    const listed = await calls.listParts(upload);
    if (!listed.ok) return [broken(probe, listed.error)];
    const held = listed.value ?? [];
    if (!isSame(held, sent, integrity)) return [diagnose('whole_different', target, 'the list of parts')];
    const parts = held.map(({ number, etag }, index) => ({
      number,
      etag,
      sha256: sent[index]?.sha256 ?? '',
    }));
    const completed = await calls.completeMultipart({ ...upload, parts });
    if (!completed.ok) return [broken(probe, completed.error)];
    const head = await calls.head(key);
    if (!head.ok) return [broken(probe, head.error)];
    const size = sent.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (head.value?.sizeBytes !== size)
      return [diagnose('whole_different', target, 'the size of the object')];
    const isRight = integrity !== 1 || head.value.sha256 === compositeOf(sent);
    return isRight ? [] : [diagnose('whole_different', target, 'the checksum of the object')];
  }
}

/** Diagnoses that a large body failed although small ones succeed. */
function largeBody({ target }: Probe, address: string, result: ProbeResult): readonly Diagnosis[] {
  const refused = refusalOf(result);
  if (refused === undefined) return [];
  if (refused === 'timeout') return [diagnose('body_slow', target, address)];
  return [diagnose('body_limited', target, address)];
}

function broken({ target }: Probe, failure: StoreFailure): Diagnosis {
  const seen = failure.code === 'store_refused' ? failure.diagnosis : failure.code;
  return diagnose('multipart_broken', target, seen);
}

function isSame(
  held: readonly StoredPart[],
  sent: readonly PartDigest[],
  integrity: IntegrityLevel,
): boolean {
  return (
    held.length === sent.length &&
    held.every(({ number, sizeBytes, sha256 }, index) => {
      const part = sent[index];
      const isKnown = integrity !== 1 || sha256 === part?.sha256;
      return number === index + 1 && sizeBytes === part?.sizeBytes && isKnown;
    })
  );
}

/** The hash of the part hashes, in the format that the store returns. */
function compositeOf(parts: readonly PartDigest[]): string {
  const hash = createHash('sha256');
  for (const { sha256 } of parts) hash.update(Buffer.from(sha256, 'base64'));
  return `${hash.digest('base64')}-${parts.length}`;
}
