import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { settleAttempt } from '../../accounts/lockout.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { createCredential, isPassword } from '../../passwords/credential.ts';
import { findPolicyBreach } from '../../passwords/policy.ts';
import { updatePassword } from '../../store/accounts.ts';
import { authorize } from '../../tokens/authorize.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const changePasswordInput = z.object({
  PreviousPassword: shape.presentPassword.optional(),
  ProposedPassword: shape.password,
  AccessToken: shape.token,
});

/** The user's own change, with the password in use as proof. Guesses count as failed sign-ins. */
export const changePassword =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault' | 'signingKeys' | 'baseUrl' | 'limits'>) =>
  async ({ input, caller }: OperationRequest<z.output<typeof changePasswordInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    if (input.PreviousPassword === undefined) return err(errors.missingParameter('PreviousPassword'));
    const hasSucceeded = isPassword(deps.vault, account, input.PreviousPassword);
    const stands = await settleAttempt(deps, {
      kind: 'password',
      poolId: account.poolId,
      subject: account.id,
      address: caller.address,
      hasSucceeded,
    });
    if (!stands) return err(errors.attemptLimitExceeded);
    if (!hasSucceeded) return err(errors.incorrectCredentials);

    const personal = [account.attributes['email'], account.attributes['name'], account.username];
    const breach = findPolicyBreach(client.pool.settings.passwordPolicy, input.ProposedPassword, personal);
    if (breach !== undefined) return err(errors.passwordUnfit(breach));
    const credential = createCredential(deps.vault, account, input.ProposedPassword);
    const isReplaced = await deps.db.transaction().execute((tx) =>
      updatePassword(tx, account.id, {
        credential,
        status: 'CONFIRMED',
        temporaryPasswordExpiresAt: null,
        now: deps.clock.now(),
        ...(account.credential === undefined ? {} : { replaces: account.credential }),
      }),
    );
    return isReplaced ? ok({}) : err(errors.incorrectCredentials);
  };
