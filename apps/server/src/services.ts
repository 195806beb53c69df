import type { Clock, Result } from '@coffer/kit';
import type { Config } from './config.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import type { Db } from './platform/db/db.ts';
import type { Issuers } from './platform/identity/issuers.ts';
import type { Pool } from './platform/identity/pool.ts';
import type { Log } from './platform/log/log.ts';
import type { Cipher } from './platform/secrets/cipher.ts';

/** Everything that an operation may need. It receives `Pick<Services, ...>`: the pick says what it touches. */
export interface Services {
  readonly clock: Clock;
  readonly config: Config;
  readonly db: Db;
  readonly blobs: Blobs;
  readonly pool: Pool;
  /** Other issuers, which people are sent to. */
  readonly issuers: Issuers;
  readonly cipher: Cipher;
  readonly log: Log;
  /** UUID v7 (RFC 9562 section 5.7): ids sort by the time of their making. */
  readonly newId: () => string;
}

/** The outcome of an asynchronous operation. */
export type Outcome<T, E> = Promise<Result<T, E>>;
