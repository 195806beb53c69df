import type { Clock } from '@coffer/kit';
import type { Vault } from './crypto/vault.ts';
import type { Limits } from './limits/limits.ts';
import type { Log } from './log.ts';
import type { Db } from './store/database.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** What operations are given. Each takes the part it needs: `Pick<Deps, 'db' | 'clock'>`. */
export interface Deps {
  readonly clock: Clock;
  readonly db: Db;
  readonly vault: Vault;
  readonly signingKeys: SigningKeys;
  readonly log: Log;
  readonly limits: Limits;
  /** Without a slash at the end; `iss` is `<baseUrl>/<poolId>`. */
  readonly baseUrl: string;
  /** A sealed verifier for names that nobody has: they cost the same work as real ones. */
  readonly decoyVerifierSealed: string;
}

/** What an operation knows of its caller beside the input. */
export interface Caller {
  readonly requestId: string;
  /** The address of the connection, where there is one. */
  readonly address: string | undefined;
  /** The User-Agent, cut short. */
  readonly userAgent: string | undefined;
}
