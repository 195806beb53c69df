import { ok, type Result } from '@coffer/kit';
import type { Deps } from '../deps.ts';
import type { PoolError } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import type { Tx } from '../store/database.ts';
import type { Client, Pool } from '../store/pools.ts';
import { insertFamily } from '../store/tokens.ts';
import { type AuthenticationResult, createFamily, createRefreshToken, issueTokens } from '../tokens/issue.ts';
import { beginSession } from './sessions.ts';

/** The answer to InitiateAuth and RespondToAuthChallenge. */
export interface AuthResponse {
  readonly ChallengeName?: string;
  readonly Session?: string;
  readonly ChallengeParameters: Readonly<Record<string, string>>;
  readonly AuthenticationResult?: AuthenticationResult;
}

interface Standing {
  readonly pool: Pool;
  readonly account: Account;
}

/** Challenges that a sign-in may still have to pass, each with the reason for it and what the client is told. */
const CHALLENGES = {
  NEW_PASSWORD_REQUIRED: {
    isDue: ({ account }) => account.status === 'FORCE_CHANGE_PASSWORD',
    describe: ({ account }) => ({
      USER_ID_FOR_SRP: account.username,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify(account.attributes),
    }),
  },
  SOFTWARE_TOKEN_MFA: {
    isDue: ({ pool, account }) => pool.settings.mfaConfiguration !== 'OFF' && account.isTotpEnabled,
    describe: ({ account }) => ({ USER_ID_FOR_SRP: account.username }),
  },
  MFA_SETUP: {
    isDue: ({ pool, account }) => pool.settings.mfaConfiguration === 'ON' && !account.isTotpEnabled,
    describe: ({ account }) => ({
      USER_ID_FOR_SRP: account.username,
      MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]',
    }),
  },
} as const satisfies Record<
  string,
  {
    isDue: (standing: Standing) => boolean;
    describe: (standing: Standing) => Readonly<Record<string, string>>;
  }
>;

/** [Note: Challenge flow] What may follow what: the first challenge that is due comes next, and none means tokens. */
const FLOW = {
  PASSWORD_VERIFIER: ['NEW_PASSWORD_REQUIRED', 'SOFTWARE_TOKEN_MFA', 'MFA_SETUP'],
  NEW_PASSWORD_REQUIRED: ['SOFTWARE_TOKEN_MFA', 'MFA_SETUP'],
  SOFTWARE_TOKEN_MFA: [],
  MFA_SETUP: [],
} as const satisfies Record<string, readonly (keyof typeof CHALLENGES)[]>;

export interface Progress {
  readonly client: Client;
  readonly account: Account;
  readonly passed: keyof typeof FLOW;
  /** Runs first in the transaction that takes the step; when it fails nothing else happens. */
  readonly commit?: (tx: Tx) => Promise<Result<void, PoolError>>;
}

/** Takes a sign-in one step on: to the next challenge, or to its tokens. */
export async function advance(
  deps: Pick<Deps, 'db' | 'clock' | 'signingKeys' | 'baseUrl'>,
  progress: Progress,
): Promise<Result<AuthResponse, PoolError>> {
  const { client, account, passed, commit } = progress;
  const standing = { pool: client.pool, account };
  const due = FLOW[passed].find((name) => CHALLENGES[name].isDue(standing));

  if (due !== undefined) {
    return await deps.db.transaction().execute(async (tx) => {
      const committed = await (commit?.(tx) ?? ok(undefined));
      if (!committed.ok) return committed;
      const Session = await beginSession(deps, tx, { client, accountId: account.id, step: due });
      return ok({ ChallengeName: due, Session, ChallengeParameters: CHALLENGES[due].describe(standing) });
    });
  }

  const family = createFamily(client, account, deps.clock.now());
  const refresh = createRefreshToken();
  const tokens = await issueTokens(deps, { client, account, family });
  return await deps.db.transaction().execute(async (tx) => {
    const committed = await (commit?.(tx) ?? ok(undefined));
    if (!committed.ok) return committed;
    await insertFamily(tx, family, refresh.hash);
    return ok({
      ChallengeParameters: {},
      AuthenticationResult: { ...tokens, RefreshToken: refresh.token },
    });
  });
}
