import type { Clock } from '@coffer/kit';
import type { CustomModule } from './challenges/custom-module.ts';
import type { Vault } from './crypto/vault.ts';
import type { Limits } from './limits/limits.ts';
import type { Log } from './log.ts';
import type { Exponents } from './srp/exponents.ts';
import type { Clients } from './store/clients.ts';
import type { Db } from './store/database/database.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** All dependencies. Each operation declares the ones that it needs: `Pick<Deps, 'db' | 'clock'>`. */
export interface Deps {
  readonly clock: Clock;
  readonly db: Db;
  readonly clients: Clients;
  readonly vault: Vault;
  readonly signingKeys: SigningKeys;
  readonly log: Log;
  readonly limits: Limits;
  readonly region: string;
  /** Without a trailing slash. `iss` is `<baseUrl>/<poolId>`. */
  readonly baseUrl: string;
  /** Public URL of the hosted pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly customModules: ReadonlyMap<string, CustomModule>;
  /** A sealed verifier for unknown names, so that they take as long as existing ones. */
  readonly decoyVerifierSealed: string;
  readonly exponents: Exponents;
}

export interface Caller {
  readonly requestId: string;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
}
