import { randomUUID } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '@coffer/kit';
import type { SignedFile } from './blobs.ts';
import { digestOf } from './digest.ts';
import type { S3Access } from './s3-client.ts';

export interface Probe {
  readonly client: S3Client;
  readonly access: S3Access;
  readonly bucket: string;
  readonly clock: Clock;
  readonly pageOrigin: string;
  /** Prefix of the test objects, which are deleted afterwards. */
  readonly prefix: string;
}

/** Different bytes of the same length. */
export const RIGHT = Buffer.from('these are the bytes that were announced');
export const WRONG = Buffer.from('these are the bytes that were exchanged');

const NOBODY = '00000000-0000-0000-0000-000000000000';
const METADATA = {
  spaceId: NOBODY,
  nodeId: NOBODY,
  versionId: NOBODY,
  parentId: NOBODY,
  name: 'probe',
  authorId: NOBODY,
} as const;

export function probeFile(probe: Probe, key: string): SignedFile {
  return {
    key,
    part: digestOf(RIGHT),
    mediaType: 'application/octet-stream',
    metadata: { ...METADATA, at: probe.clock.now() },
  };
}

export function probeKey(probe: Probe): string {
  return `${probe.prefix}probe/${randomUUID()}`;
}
