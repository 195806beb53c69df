import { randomUUID } from 'node:crypto';
import type {
  $Command,
  S3Client,
  S3ClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LIMITS } from '@coffer/contracts';
import { type Clock, MINUTE_MS } from '@coffer/kit';
import type { PartDigest } from '../blobs.ts';
import { digestOf } from '../digest.ts';
import { s3Client, type S3Access } from '../s3-client.ts';
import { ask, type ProbeResult } from './ask.ts';
import type { ProbeTarget } from './diagnoses.ts';

export interface ExaminedStore extends S3Access {
  readonly publicEndpoint: string;
  readonly bucket: string;
  /** Prefix of every key, with or without a trailing slash. */
  readonly prefix: string;
  readonly pageOrigin: string;
  /** Whether browsers never reach the store directly. */
  readonly isRelayed?: boolean;
  readonly clock: Clock;
  /** Default: the part size of large files. */
  readonly partBytes?: number;
}

export interface Probe {
  readonly store: ExaminedStore;
  readonly target: ProbeTarget;
  readonly client: S3Client;
  readonly publicAccess: S3Access;
  readonly written: Set<string>;
}

export function createProbe(store: ExaminedStore): Probe {
  const prefix = store.prefix === '' ? '' : `${store.prefix.replace(/\/+$/, '')}/`;
  return {
    store,
    target: {
      endpoint: store.endpoint,
      publicEndpoint: store.publicEndpoint,
      region: store.region,
      bucket: store.bucket,
      prefix,
      accessKeyId: store.accessKeyId,
      pageOrigin: store.pageOrigin,
      isMinio: false,
    },
    client: s3Client(store),
    publicAccess: { ...store, endpoint: store.publicEndpoint },
    written: new Set(),
  };
}

export function probeKey(probe: Probe): string {
  const key = `${probe.target.prefix}probe/${randomUUID()}`;
  probe.written.add(key);
  return key;
}

/** Keys of objects that browsers write but cannot delete. */
export function browserKeys({ target }: Pick<Probe, 'target'>): readonly [string, string] {
  return [`${target.prefix}probe/browser`, `${target.prefix}probe/browser-large`];
}

/** Returns the whole response, unlike the SDK. */
export async function send<I extends ServiceInputTypes, O extends ServiceOutputTypes>(
  probe: Probe,
  command: $Command<I, O, S3ClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes>,
  init: RequestInit & {
    readonly client?: S3Client;
    readonly signedAt?: Date;
    readonly lifeSeconds?: number;
  } = {},
): Promise<ProbeResult> {
  const { client = probe.client, signedAt, lifeSeconds, ...request } = init;
  const url = await getSignedUrl(client, command, {
    expiresIn: lifeSeconds ?? (5 * MINUTE_MS) / 1_000,
    signingDate: signedAt ?? probe.store.clock.now(),
    // The SDK would move headers to the query, where stores ignore checksums.
    unhoistableHeaders: new Set(Object.keys(request.headers ?? {})),
  });
  return await ask(url, request);
}

export const RIGHT = Buffer.from('these are the bytes that were announced');
export const WRONG = Buffer.from('these are the bytes that were exchanged');

export const FILLER_BYTE = 7;

export function fillerOf({ partBytes = LIMITS.partSizeLargeBytes }: ExaminedStore): Buffer {
  return Buffer.alloc(partBytes, FILLER_BYTE);
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

export function probePut(
  probe: Probe,
  key: string,
  bytes: Buffer = RIGHT,
): {
  readonly key: string;
  readonly part: PartDigest;
  readonly mediaType: string;
  readonly metadata: {
    readonly spaceId: string;
    readonly nodeId: string;
    readonly versionId: string;
    readonly parentId: string;
    readonly name: string;
    readonly authorId: string;
    readonly at: Date;
  };
} {
  return {
    key,
    part: digestOf(bytes),
    mediaType: 'application/octet-stream',
    metadata: {
      spaceId: NOBODY,
      nodeId: NOBODY,
      versionId: NOBODY,
      parentId: NOBODY,
      name: 'probe',
      authorId: NOBODY,
      at: probe.store.clock.now(),
    },
  };
}
