import type { Clock } from '@coffer/kit';
import type { Config } from './config/config.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import type { Db } from './platform/db/db.ts';
import type { Issuers } from './platform/identity/issuers.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Pool } from './platform/identity/pool.ts';
import type { Log } from './platform/log/log.ts';
import type { SettingsReader } from './platform/db/settings.ts';
import type { Cipher } from './platform/secrets/cipher.ts';

/** Each operation declares its dependencies with `Pick<Services, ...>`. */
export interface Services {
  readonly clock: Clock;
  readonly config: Config;
  readonly db: Db;
  readonly settings: SettingsReader;
  readonly blobs: Blobs;
  readonly pool: Pool;
  /** Undefined without a mail server. */
  readonly mail: Mailer | undefined;
  readonly issuers: Issuers;
  readonly cipher: Cipher;
  readonly log: Log;
  /** UUID v7 (RFC 9562 section 5.7): ids sort by creation time. */
  readonly newId: () => string;
}
