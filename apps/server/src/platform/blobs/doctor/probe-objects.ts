import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { assert, HOUR_MS } from '@coffer/kit';
import { signGet, signPut } from '../s3-sign.ts';
import { type Answer, ask, type Heard } from './ask.ts';
import { diagnose } from './diagnoses.ts';
import type { Diagnosis } from './model.ts';
import { probeKey, probePut, RIGHT, send, type Table } from './patient.ts';

const FILE_NAME = 'Prüfung.txt';

export async function probeObjects(table: Table): Promise<readonly Diagnosis[]> {
  const key = probeKey(table);
  const written = await probeWrite(table, key);
  if (written !== undefined) return [written];
  const read = await probeRead(table, key);
  const isReadable = read.every(({ code }) => code !== 'no_read');
  const found = [
    ...read,
    isReadable ? await probeRange(table, key) : undefined,
    await probeAnonymous(table, key),
    ...(await probeSignature(table, key)),
    await probeList(table, key),
    await probeDelete(table, key),
  ];
  return found.filter((each) => each !== undefined);
}

async function probeWrite(table: Table, key: string): Promise<Diagnosis | undefined> {
  const { patient } = table;
  const heard = await put(table, key, 1);
  const code = refusalOf(heard);
  if (code === undefined) return undefined;
  if (await takesPlain(table, probeKey(table), table.client)) {
    return diagnose('headers_stripped', patient, patient.endpoint);
  }
  return code === 'AccessDenied' ? diagnose('no_write', patient) : diagnose('write_refused', patient, code);
}

/** Where this succeeds and a write with signed headers fails, a proxy strips headers. */
export async function takesPlain(table: Table, key: string, client: Table['client']): Promise<boolean> {
  const command = new PutObjectCommand({ Bucket: table.patient.bucket, Key: key });
  const heard = await send(table, command, { client, method: 'PUT', body: new Uint8Array(RIGHT) });
  return refusalOf(heard) === undefined;
}

async function put(table: Table, key: string, integrity: 1 | 3): Promise<Heard> {
  const { store } = table;
  const signer = { access: store, bucket: store.bucket, clock: store.clock, integrity };
  const signed = signPut(signer, probePut(table, key));
  return await ask(signed.url, { method: 'PUT', headers: signed.headers, body: new Uint8Array(RIGHT) });
}

export function refusalOf(heard: Heard): string | undefined {
  if ('silence' in heard) return heard.silence;
  const { status, s3Code } = heard.answer;
  if (status >= 200 && status < 300) return undefined;
  return s3Code === '' ? `http_${status}` : s3Code;
}

async function probeRead(table: Table, key: string): Promise<readonly Diagnosis[]> {
  const { patient, store } = table;
  const signer = { access: store, bucket: store.bucket, clock: store.clock, integrity: 1 } as const;
  const signed = signGet(signer, {
    key,
    name: FILE_NAME,
    mediaType: 'text/plain',
    disposition: 'attachment',
    lifeMs: HOUR_MS,
  });
  const heard = await ask(signed.url, { headers: { 'accept-encoding': 'gzip' } });
  if (refusalOf(heard) !== undefined) return [diagnose('no_read', patient)];
  const answer = answerOf(heard);
  const found: Diagnosis[] = [];
  const isRecoded = answer.headers.get('content-encoding') !== null;
  if (isRecoded || !answer.bytes.equals(RIGHT)) found.push(diagnose('bytes_changed', patient));
  if (answer.headers.get('content-disposition')?.includes("filename*=UTF-8''Pr%C3%BCfung.txt") !== true) {
    found.push(diagnose('overrides_ignored', patient));
  }
  return found;
}

async function probeRange(table: Table, key: string): Promise<Diagnosis | undefined> {
  const command = new GetObjectCommand({ Bucket: table.patient.bucket, Key: key });
  const heard = await send(table, command, { headers: { range: 'bytes=6-8' } });
  const isPart =
    'answer' in heard && heard.answer.status === 206 && heard.answer.bytes.equals(RIGHT.subarray(6, 9));
  return isPart ? undefined : diagnose('no_ranges', table.patient);
}

async function probeAnonymous(table: Table, key: string): Promise<Diagnosis | undefined> {
  const { patient } = table;
  const url = new URL(addressOf(table, key));
  url.search = '';
  const read = await ask(url.href);
  if ('answer' in read && read.answer.status === 200) return diagnose('public_bucket', patient);
  const bucket = url.href.slice(0, -key.length);
  const listed = await ask(`${bucket}?list-type=2&max-keys=1`);
  const isListed = 'answer' in listed && listed.answer.status === 200 && listed.answer.isS3;
  return isListed ? diagnose('public_bucket', patient) : undefined;
}

function addressOf(table: Table, key: string): string {
  const { store } = table;
  const signer = { access: store, bucket: store.bucket, clock: store.clock, integrity: 1 } as const;
  const input = { key, name: 'a', mediaType: 'text/plain', disposition: 'inline', lifeMs: HOUR_MS } as const;
  return signGet(signer, input).url;
}

async function probeSignature(table: Table, key: string): Promise<readonly Diagnosis[]> {
  const { patient, store } = table;
  const url = new URL(addressOf(table, key));
  const signature = url.searchParams.get('X-Amz-Signature') ?? '';
  url.searchParams.set('X-Amz-Signature', signature.replace(/^./, signature.startsWith('0') ? '1' : '0'));
  const changed = await ask(url.href);
  const command = new GetObjectCommand({ Bucket: patient.bucket, Key: key });
  const signedAt = new Date(store.clock.now().getTime() - 2 * HOUR_MS);
  const over = await send(table, command, { signedAt, lifeSeconds: 60 });
  return [
    ...('answer' in changed && changed.answer.status === 200 ? [diagnose('signature_ignored', patient)] : []),
    ...('answer' in over && over.answer.status === 200 ? [diagnose('expiry_ignored', patient)] : []),
  ];
}

async function probeList(table: Table, key: string): Promise<Diagnosis | undefined> {
  const { patient } = table;
  const heard = await send(table, new ListObjectsV2Command({ Bucket: patient.bucket, Prefix: key }));
  // The missing permission is already reported.
  if (refusalOf(heard) !== undefined) return undefined;
  return answerOf(heard).bytes.toString('utf8').includes(`<Key>${key}</Key>`)
    ? undefined
    : diagnose('list_stale', patient);
}

async function probeDelete(table: Table, key: string): Promise<Diagnosis | undefined> {
  const { patient } = table;
  await send(table, new DeleteObjectCommand({ Bucket: patient.bucket, Key: key }), { method: 'DELETE' });
  const left = await send(table, new HeadObjectCommand({ Bucket: patient.bucket, Key: key }), {
    method: 'HEAD',
  });
  const isLeft = 'answer' in left && left.answer.status === 200;
  if (!isLeft) table.written.delete(key);
  return isLeft ? diagnose('no_delete', patient) : undefined;
}

export function answerOf(heard: Heard): Answer {
  assert('answer' in heard, 'what was not refused was answered');
  return heard.answer;
}
