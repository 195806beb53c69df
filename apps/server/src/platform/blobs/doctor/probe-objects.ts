import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { assert, HOUR_MS } from '@coffer/kit';
import { signGet, signPut } from '../s3-sign.ts';
import { type Answer, ask, type ProbeResult } from './ask.ts';
import { diagnose } from './diagnoses.ts';
import type { Diagnosis } from './model.ts';
import { probeKey, probePut, RIGHT, send, type Probe } from './probe.ts';

const FILE_NAME = 'Prüfung.txt';

export async function probeObjects(probe: Probe): Promise<readonly Diagnosis[]> {
  const key = probeKey(probe);
  const written = await probeWrite(probe, key);
  if (written !== undefined) return [written];
  const read = await probeRead(probe, key);
  const isReadable = read.every(({ code }) => code !== 'no_read');
  const found = [
    ...read,
    isReadable ? await probeRange(probe, key) : undefined,
    await probeAnonymous(probe, key),
    ...(await probeSignature(probe, key)),
    await probeList(probe, key),
    await probeDelete(probe, key),
  ];
  return found.filter((each) => each !== undefined);
}

async function probeWrite(probe: Probe, key: string): Promise<Diagnosis | undefined> {
  const { target } = probe;
  const result = await put(probe, key, 1);
  const code = refusalOf(result);
  if (code === undefined) return undefined;
  if (await takesPlain(probe, probeKey(probe), probe.client)) {
    return diagnose('headers_stripped', target, target.endpoint);
  }
  return code === 'AccessDenied' ? diagnose('no_write', target) : diagnose('write_refused', target, code);
}

/** If this succeeds and a write with signed headers fails, a proxy strips headers. */
export async function takesPlain(probe: Probe, key: string, client: Probe['client']): Promise<boolean> {
  const command = new PutObjectCommand({ Bucket: probe.target.bucket, Key: key });
  const result = await send(probe, command, { client, method: 'PUT', body: new Uint8Array(RIGHT) });
  return refusalOf(result) === undefined;
}

async function put(probe: Probe, key: string, integrity: 1 | 3): Promise<ProbeResult> {
  const { store } = probe;
  const signer = { access: store, bucket: store.bucket, clock: store.clock, integrity };
  const signed = signPut(signer, probePut(probe, key));
  return await ask(signed.url, { method: 'PUT', headers: signed.headers, body: new Uint8Array(RIGHT) });
}

export function refusalOf(result: ProbeResult): string | undefined {
  if ('networkError' in result) return result.networkError;
  const { status, s3Code } = result.answer;
  if (status >= 200 && status < 300) return undefined;
  return s3Code === '' ? `http_${status}` : s3Code;
}

async function probeRead(probe: Probe, key: string): Promise<readonly Diagnosis[]> {
  const { target, store } = probe;
  const signer = { access: store, bucket: store.bucket, clock: store.clock, integrity: 1 } as const;
  const signed = signGet(signer, {
    key,
    name: FILE_NAME,
    mediaType: 'text/plain',
    disposition: 'attachment',
    lifeMs: HOUR_MS,
  });
  const result = await ask(signed.url, { headers: { 'accept-encoding': 'gzip' } });
  if (refusalOf(result) !== undefined) return [diagnose('no_read', target)];
  const answer = answerOf(result);
  const found: Diagnosis[] = [];
  const isRecoded = answer.headers.get('content-encoding') !== null;
  if (isRecoded || !answer.bytes.equals(RIGHT)) found.push(diagnose('bytes_changed', target));
  if (answer.headers.get('content-disposition')?.includes("filename*=UTF-8''Pr%C3%BCfung.txt") !== true) {
    found.push(diagnose('overrides_ignored', target));
  }
  return found;
}

async function probeRange(probe: Probe, key: string): Promise<Diagnosis | undefined> {
  const command = new GetObjectCommand({ Bucket: probe.target.bucket, Key: key });
  const result = await send(probe, command, { headers: { range: 'bytes=6-8' } });
  const isPart =
    'answer' in result && result.answer.status === 206 && result.answer.bytes.equals(RIGHT.subarray(6, 9));
  return isPart ? undefined : diagnose('no_ranges', probe.target);
}

async function probeAnonymous(probe: Probe, key: string): Promise<Diagnosis | undefined> {
  const { target } = probe;
  const url = new URL(addressOf(probe, key));
  url.search = '';
  const read = await ask(url.href);
  if ('answer' in read && read.answer.status === 200) return diagnose('public_bucket', target);
  const bucket = url.href.slice(0, -key.length);
  const listed = await ask(`${bucket}?list-type=2&max-keys=1`);
  const isListed = 'answer' in listed && listed.answer.status === 200 && listed.answer.isS3;
  return isListed ? diagnose('public_bucket', target) : undefined;
}

function addressOf(probe: Probe, key: string): string {
  const { store } = probe;
  const signer = { access: store, bucket: store.bucket, clock: store.clock, integrity: 1 } as const;
  const input = { key, name: 'a', mediaType: 'text/plain', disposition: 'inline', lifeMs: HOUR_MS } as const;
  return signGet(signer, input).url;
}

async function probeSignature(probe: Probe, key: string): Promise<readonly Diagnosis[]> {
  const { target, store } = probe;
  const url = new URL(addressOf(probe, key));
  const signature = url.searchParams.get('X-Amz-Signature') ?? '';
  url.searchParams.set('X-Amz-Signature', signature.replace(/^./, signature.startsWith('0') ? '1' : '0'));
  const changed = await ask(url.href);
  const command = new GetObjectCommand({ Bucket: target.bucket, Key: key });
  const signedAt = new Date(store.clock.now().getTime() - 2 * HOUR_MS);
  const over = await send(probe, command, { signedAt, lifeSeconds: 60 });
  return [
    ...('answer' in changed && changed.answer.status === 200 ? [diagnose('signature_ignored', target)] : []),
    ...('answer' in over && over.answer.status === 200 ? [diagnose('expiry_ignored', target)] : []),
  ];
}

async function probeList(probe: Probe, key: string): Promise<Diagnosis | undefined> {
  const { target } = probe;
  const result = await send(probe, new ListObjectsV2Command({ Bucket: target.bucket, Prefix: key }));
  // The missing permission is already reported.
  if (refusalOf(result) !== undefined) return undefined;
  return answerOf(result).bytes.toString('utf8').includes(`<Key>${key}</Key>`)
    ? undefined
    : diagnose('list_stale', target);
}

async function probeDelete(probe: Probe, key: string): Promise<Diagnosis | undefined> {
  const { target } = probe;
  await send(probe, new DeleteObjectCommand({ Bucket: target.bucket, Key: key }), { method: 'DELETE' });
  const left = await send(probe, new HeadObjectCommand({ Bucket: target.bucket, Key: key }), {
    method: 'HEAD',
  });
  const isLeft = 'answer' in left && left.answer.status === 200;
  if (!isLeft) probe.written.delete(key);
  return isLeft ? diagnose('no_delete', target) : undefined;
}

export function answerOf(result: ProbeResult): Answer {
  assert('answer' in result, 'the store neither refused the request nor answered');
  return result.answer;
}
