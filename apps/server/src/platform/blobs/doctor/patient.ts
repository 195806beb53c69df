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
import { ask, type Heard } from './ask.ts';
import type { Patient } from './diagnoses.ts';

export interface ExaminedStore extends S3Access {
  readonly publicEndpoint: string;
  readonly bucket: string;
  /** Prefix of every key, with or without a trailing slash. */
  readonly prefix: string;
  readonly pageOrigin: string;
  /** Browsers never reach the store directly. */
  readonly isRelayed?: boolean;
  readonly clock: Clock;
  /** Default: the part size of a large file. */
  readonly partBytes?: number;
}

export interface Table {
  readonly store: ExaminedStore;
  readonly patient: Patient;
  readonly client: S3Client;
  readonly publicAccess: S3Access;
  readonly written: Set<string>;
}

export function layDown(store: ExaminedStore): Table {
  const prefix = store.prefix === '' ? '' : `${store.prefix.replace(/\/+$/, '')}/`;
  return {
    store,
    patient: {
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

export function probeKey(table: Table): string {
  const key = `${table.patient.prefix}probe/${randomUUID()}`;
  table.written.add(key);
  return key;
}

/** Browsers cannot delete these. */
export function browserKeys({ patient }: Pick<Table, 'patient'>): readonly [string, string] {
  return [`${patient.prefix}probe/browser`, `${patient.prefix}probe/browser-large`];
}

/** Shows the whole response, unlike the SDK. */
export async function send<I extends ServiceInputTypes, O extends ServiceOutputTypes>(
  table: Table,
  command: $Command<I, O, S3ClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes>,
  init: RequestInit & {
    readonly client?: S3Client;
    readonly signedAt?: Date;
    readonly lifeSeconds?: number;
  } = {},
): Promise<Heard> {
  const { client = table.client, signedAt, lifeSeconds, ...request } = init;
  const url = await getSignedUrl(client, command, {
    expiresIn: lifeSeconds ?? (5 * MINUTE_MS) / 1_000,
    signingDate: signedAt ?? table.store.clock.now(),
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
  table: Table,
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
      at: table.store.clock.now(),
    },
  };
}
