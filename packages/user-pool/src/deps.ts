import type { Clock } from '@coffer/kit';
import type { CustomModule } from './challenges/custom-module.ts';
import type { Vault } from './crypto/vault.ts';
import type { Limits } from './limits/limits.ts';
import type { Log } from './log.ts';
import type { Exponents } from './srp/exponents.ts';
import type { Clients } from './store/clients.ts';
import type { Db } from './store/database.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** What operations are given. Each takes the part it needs: `Pick<Deps, 'db' | 'clock'>`. */
export interface Deps {
  readonly clock: Clock;
  readonly db: Db;
  readonly clients: Clients;
  readonly vault: Vault;
  readonly signingKeys: SigningKeys;
  readonly log: Log;
  readonly limits: Limits;
  /** The first part of the id of every pool that is made by a call. */
  readonly region: string;
  /** Without a slash at the end; `iss` is `<baseUrl>/<poolId>`. */
  readonly baseUrl: string;
  /** Where browsers find the hosted pages, without a slash at the end. */
  readonly publicUrl: string;
  /** Modules of CUSTOM_AUTH by their path, loaded at start. */
  readonly customModules: ReadonlyMap<string, CustomModule>;
  /** A sealed verifier for names that nobody has: they cost the same work as real ones. */
  readonly decoyVerifierSealed: string;
  readonly exponents: Exponents;
}

/** What an operation knows of its caller beside the input. */
export interface Caller {
  readonly requestId: string;
  /** The address of the connection, where there is one. */
  readonly address: string | undefined;
  /** The User-Agent, cut short. */
  readonly userAgent: string | undefined;
}
