import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { recordAttemptOutcome } from '../../accounts/lockout.ts';
import { personOf } from '../../challenges/person.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { takeToken } from '../../limits/limits.ts';
import { isPasswordOf } from '../../passwords/credential.ts';
import { fitPassword } from '../../passwords/fit-password.ts';
import { type Account, updatePassword } from '../../store/accounts.ts';
import type { Client } from '../../store/pools.ts';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const changePasswordInput = z.object({
  PreviousPassword: shape.presentPassword.optional(),
  ProposedPassword: shape.password,
  AccessToken: shape.token,
});

type ChangeDeps = AuthorizeDeps & Pick<Deps, 'vault' | 'limits' | 'decoyVerifierSealed'>;

/** Wrong old passwords count as failed sign-ins. */
const changePassword =
  (deps: ChangeDeps) =>
  async ({ input, caller }: OperationRequest<z.output<typeof changePasswordInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    if (account.credential !== undefined && input.PreviousPassword === undefined)
      return err(errors.missingParameter('PreviousPassword'));
    if (!(await takeToken(deps, { subject: account.id, rule: 'changePassword' })))
      return err(errors.attemptLimitExceeded);
    const proved = await provePassword(deps, {
      client,
      account,
      password: input.PreviousPassword,
      address: caller.address,
    });
    if (!proved.ok) return proved;

    const choice = { pool: client.pool, account, password: input.ProposedPassword };
    const fit = await fitPassword(deps, deps.db, choice);
    if (!fit.ok) return fit;
    const isReplaced = await deps.db.transaction().execute((tx) =>
      updatePassword(tx, account.id, {
        ...fit.value,
        status: 'CONFIRMED',
        temporaryPasswordExpiresAt: null,
        now: deps.clock.now(),
        ...(account.credential === undefined ? {} : { replaces: account.credential }),
      }),
    );
    return isReplaced ? ok({}) : err(errors.incorrectCredentials);
  };

async function provePassword(
  deps: ChangeDeps,
  proof: {
    readonly client: Client;
    readonly account: Account;
    readonly password: string | undefined;
    readonly address: string | undefined;
  },
): Promise<Result<void, PoolError>> {
  const { client, account, password, address } = proof;
  if (password === undefined) return ok(undefined);
  const person = { ...personOf(deps, client, account), poolId: account.poolId };
  const hasSucceeded = isPasswordOf(deps, person, password);
  const isAccepted = await recordAttemptOutcome(deps, {
    kind: 'password',
    poolId: account.poolId,
    subject: account.id,
    address,
    hasSucceeded,
  });
  if (!isAccepted) return err(errors.attemptLimitExceeded);
  return hasSucceeded ? ok(undefined) : err(errors.incorrectCredentials);
}

export const ChangePassword = defineOperation('public', changePasswordInput, changePassword);
