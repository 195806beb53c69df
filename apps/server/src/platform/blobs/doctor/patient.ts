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

/** What is examined, and how. */
export interface ExaminedStore extends S3Access {
  readonly publicEndpoint: string;
  readonly bucket: string;
  /** Begins every key, with or without a slash at its end. */
  readonly prefix: string;
  readonly pageOrigin: string;
  /** True where pages never meet the store itself. */
  readonly isRelayed?: boolean;
  readonly clock: Clock;
  /** Of the largest body that is tried; unset is that of the parts of a large file. */
  readonly partBytes?: number;
}

/** A store on the table. */
export interface Table {
  readonly store: ExaminedStore;
  readonly patient: Patient;
  readonly client: S3Client;
  /** By the address that browsers use. */
  readonly publicAccess: S3Access;
  /** What was written and has to go again. */
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

/** A key for something that is written, looked at and removed. */
export function probeKey(table: Table): string {
  const key = `${table.patient.prefix}probe/${randomUUID()}`;
  table.written.add(key);
  return key;
}

/** What browsers write, who may not delete: a small object and a large one. */
export function browserKeys({ patient }: Pick<Table, 'patient'>): readonly [string, string] {
  return [`${patient.prefix}probe/browser`, `${patient.prefix}probe/browser-large`];
}

/** Signs a command of the SDK into an address, and sends it by hand, so that nothing of the answer is hidden. */
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
    // As headers: in the query, where the SDK would move them, stores do not look at checksums.
    unhoistableHeaders: new Set(Object.keys(request.headers ?? {})),
  });
  return await ask(url, request);
}

export const RIGHT = Buffer.from('these are the bytes that were announced');
export const WRONG = Buffer.from('these are the bytes that were exchanged');

/** Of every byte of a large body, whoever sends it. */
export const FILLER_BYTE = 7;

/** A body as large as a part of a large file: what lies between lets it through, or does not. */
export function fillerOf({ partBytes = LIMITS.partSizeLargeBytes }: ExaminedStore): Buffer {
  return Buffer.alloc(partBytes, FILLER_BYTE);
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What an upload of the application looks like. */
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
