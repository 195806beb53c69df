import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene } from './case.contract.ts';
import type { Api, Input } from './client.contract.ts';

export const PART = Buffer.alloc(5 * 1024 * 1024, 'p');
export const LAST = Buffer.from('the end');
export const LARGE = Buffer.alloc(12 * 1024 * 1024 + 345, 'large file ');
export const EARLIER = '2020-01-01T00:00:00Z';

export const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('base64');

export const md5 = (body: string) => createHash('md5').update(body).digest('base64');

export const HOSTILE = 'a b/ü+%41 &=?#é😀';
/** The copy source, which the Python clients encode themselves. */
export function copySource(client: Api, bucket: string, key: string): string {
  return client.name === 'SDK v3' ? `${bucket}/${encoded(key)}` : `${bucket}/${key}`;
}

export const encoded = (key: string) => key.split('/').map(encodeURIComponent).join('/');

export function date(client: Api, text_: string): unknown {
  return client.name === 'SDK v3' ? new Date(text_) : text_;
}

type Content = readonly [name: string, body: Buffer | string, more?: Input];

export async function put(
  { client, bucket: Bucket, prefix }: Scene<Api>,
  ...[name, body, more = {}]: Content
) {
  const target = { Bucket, Key: `${prefix}${name}` };
  const answer = await client.call('PutObject', { ...target, Body: Buffer.from(body), ...more });
  return { target, etag: String(answer['ETag']) };
}

export async function twoParts(
  { client, bucket: Bucket, prefix }: Scene<Api>,
  name: string,
  more: Input = {},
) {
  const target = { Bucket, Key: `${prefix}${name}` };
  const { ChecksumType: _type, ...perPart } = more;
  const { UploadId } = await client.call('CreateMultipartUpload', { ...target, ...more });
  const base = { ...target, UploadId };
  const Parts: Input[] = [];
  for (const [i, Body] of [PART, LAST].entries()) {
    const sent = await client.call('UploadPart', { ...base, PartNumber: i + 1, Body, ...perPart });
    const sums = Object.entries(sent).filter(([field_]) => /^Checksum(CRC|SHA)/.test(field_));
    Parts.push({ PartNumber: i + 1, ETag: sent['ETag'], ...Object.fromEntries(sums) });
  }
  const complete = (more_: Input = {}) =>
    client.call('CompleteMultipartUpload', { ...base, MultipartUpload: { Parts }, ...more_ });
  return { target, base, Parts, complete };
}

export function fileWith(folder: string, content: string | Buffer): string {
  const path = join(folder, `file-${Math.random().toString(36).slice(2)}`);
  writeFileSync(path, content);
  return path;
}

export function contentOf(path: string): Buffer {
  return readFileSync(path);
}
