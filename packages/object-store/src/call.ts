import type { Result } from '@coffer/kit';
import type { Disk } from './disk/disk.ts';
import type { CorsRule } from './disk/records.ts';
import type { S3Error } from './errors.ts';
import type { WaitingForms } from './form/waiting-forms.ts';
import type { StoreRequest, StoreResponse } from './http/message.ts';
import type { Query } from './http/target.ts';
import type { StoreLimits } from './limits.ts';
import type { Authorization } from './sigv4/authorize.ts';

/** An authenticated call on its way to its operation. */
export interface Call {
  readonly request: StoreRequest;
  readonly bucket: string;
  readonly key: string;
  readonly query: Query;
  readonly authorization: Authorization;
}

/** Takes a place for a request whose signature holds. False when it has to come again later. */
export type Admit = (signed: Pick<Authorization, 'kind' | 'accessKeyId'>) => boolean;

/** What operations work with. */
export interface StoreServices {
  readonly disk: Disk;
  readonly region: string;
  readonly limits: StoreLimits;
  /** Rules for buckets that have none of their own. */
  readonly defaultCors: readonly CorsRule[];
  readonly waitingForms: WaitingForms;
  now(): Date;
}

/** One operation of the API. */
export type Operation = (services: StoreServices, call: Call) => Promise<Result<StoreResponse, S3Error>>;
