import type { Result } from '@coffer/kit';
import type { Disk } from './disk/disk.ts';
import type { CorsRule } from './disk/records.ts';
import type { S3Error } from './errors.ts';
import type { UnverifiedForms } from './form/unverified-forms.ts';
import type { StoreRequest, StoreResponse } from './http/message.ts';
import type { Query } from './http/target.ts';
import type { StoreLimits } from './limits.ts';
import type { Authorization } from './sigv4/authorize.ts';

export interface Call {
  readonly request: StoreRequest;
  readonly bucket: string;
  readonly key: string;
  readonly query: Query;
  readonly authorization: Authorization;
}

/** Acquires a slot for a request with a valid signature. False means SlowDown. */
export type Admit = (signed: Pick<Authorization, 'kind' | 'accessKeyId'>) => boolean;

export interface StoreServices {
  readonly disk: Disk;
  readonly region: string;
  readonly limits: StoreLimits;
  /** Used for buckets without CORS rules. */
  readonly defaultCors: readonly CorsRule[];
  readonly unverifiedForms: UnverifiedForms;
  now(): Date;
}

export type Operation = (services: StoreServices, call: Call) => Promise<Result<StoreResponse, S3Error>>;
