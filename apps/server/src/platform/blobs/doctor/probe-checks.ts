import {
  GetBucketLifecycleConfigurationCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { IntegrityLevel } from '../blobs.ts';
import { signPut } from '../s3-sign.ts';
import { ask } from './ask.ts';
import { diagnose } from './diagnoses.ts';
import type { Diagnosis } from './model.ts';
import { probeKey, probePut, RIGHT, send, type Probe, WRONG } from './probe.ts';
import { answerOf, refusalOf } from './probe-objects.ts';

export interface Checks {
  readonly checksums: readonly ('sha256' | 'crc64nvme' | 'md5')[];
  readonly conditionalWrite: boolean;
}

const WRONG_CRC64 = 'AAAAAAAAAAA=';

export async function probeChecksums(probe: Probe): Promise<Checks> {
  const checksums: Checks['checksums'][number][] = [];
  if (await refusesWrong(probe, 1)) checksums.push('sha256');
  if (await refusesWrongCrc(probe)) checksums.push('crc64nvme');
  if (await refusesWrong(probe, 2)) checksums.push('md5');
  return { checksums, conditionalWrite: await keepsFirst(probe) };
}

async function refusesWrong(probe: Probe, integrity: IntegrityLevel): Promise<boolean> {
  const { store } = probe;
  const signer = { access: store, bucket: store.bucket, clock: store.clock, integrity };
  const signed = signPut(signer, probePut(probe, probeKey(probe)));
  const request = { method: 'PUT', headers: signed.headers };
  const wrong = await ask(signed.url, { ...request, body: new Uint8Array(WRONG) });
  const right = await ask(signed.url, { ...request, body: new Uint8Array(RIGHT) });
  return refusalOf(wrong) !== undefined && refusalOf(right) === undefined;
}

async function refusesWrongCrc(probe: Probe): Promise<boolean> {
  const headers = { 'x-amz-checksum-crc64nvme': WRONG_CRC64 };
  const command = new PutObjectCommand({
    Bucket: probe.store.bucket,
    Key: probeKey(probe),
    ChecksumCRC64NVME: WRONG_CRC64,
  });
  const result = await send(probe, command, { method: 'PUT', headers, body: new Uint8Array(RIGHT) });
  return refusalOf(result) === 'BadDigest';
}

async function keepsFirst(probe: Probe): Promise<boolean> {
  const key = probeKey(probe);
  const command = new PutObjectCommand({ Bucket: probe.store.bucket, Key: key, IfNoneMatch: '*' });
  const request = { method: 'PUT', headers: { 'if-none-match': '*' }, body: new Uint8Array(RIGHT) };
  const first = await send(probe, command, request);
  const second = await send(probe, command, request);
  return refusalOf(first) === undefined && refusalOf(second) === 'PreconditionFailed';
}

/** Whether a sender can store other bytes with an unsigned content encoding. */
export async function probeEncoding(probe: Probe, integrity: IntegrityLevel): Promise<Diagnosis | undefined> {
  const { store, target } = probe;
  const key = probeKey(probe);
  const signer = { access: store, bucket: store.bucket, clock: store.clock, integrity };
  const framed = Buffer.from(`4\r\nevil\r\n0\r\n\r\n${' '.repeat(RIGHT.length)}`).subarray(0, RIGHT.length);
  const signed = signPut(signer, probePut(probe, key, framed));
  const headers = {
    ...signed.headers,
    'content-encoding': 'aws-chunked',
    'x-amz-decoded-content-length': '4',
  };
  const sent = await ask(signed.url, { method: 'PUT', headers, body: new Uint8Array(framed) });
  if (refusalOf(sent) !== undefined) return undefined;
  const command = new HeadObjectCommand({ Bucket: store.bucket, Key: key });
  const head = await send(probe, command, { method: 'HEAD' });
  if (refusalOf(head) !== undefined) return undefined;
  const kept = answerOf(head).headers;
  if (Number(kept.get('content-length')) !== framed.length) return diagnose('encoding_accepted', target);
  return kept.get('content-encoding') === null ? undefined : diagnose('encoding_kept', target);
}

/** One lifecycle rule should abort unfinished uploads, and none should delete objects. */
export async function probeLifecycle(probe: Probe): Promise<readonly Diagnosis[]> {
  const { target } = probe;
  const result = await send(probe, new GetBucketLifecycleConfigurationCommand({ Bucket: target.bucket }));
  const code = refusalOf(result);
  // MinIO does not support this rule and does not need it.
  const withoutRule = [diagnose(target.isMinio ? 'unfinished_ends' : 'lifecycle_missing', target)];
  if (code === 'NoSuchLifecycleConfiguration') return withoutRule;
  // Without permission or support, the rules are unknown.
  if (code !== undefined) return [];
  const text = answerOf(result).bytes.toString('utf8');
  const rules = Array.from(text.matchAll(/<Rule>([\s\S]*?)<\/Rule>/g), ([, rule = '']) => rule).filter(
    (rule) => rule.includes('<Status>Enabled</Status>'),
  );
  const deleting = rules.find(
    (rule) => /<Expiration>\s*<(Days|Date)>/.test(rule) && reaches(rule, target.prefix),
  );
  if (deleting !== undefined) {
    const id = /<ID>([^<]{1,100})<\/ID>/.exec(deleting)?.[1] ?? 'unnamed';
    return [diagnose('lifecycle_deletes', target, id)];
  }
  return rules.some(
    (rule) => rule.includes('<AbortIncompleteMultipartUpload>') && reaches(rule, target.prefix),
  )
    ? []
    : withoutRule;
}

function reaches(rule: string, prefix: string): boolean {
  const limitedTo = /<Prefix>([^<]*)<\/Prefix>/.exec(rule)?.[1] ?? '';
  return `${prefix}blobs/`.startsWith(limitedTo) || limitedTo.startsWith(prefix);
}
