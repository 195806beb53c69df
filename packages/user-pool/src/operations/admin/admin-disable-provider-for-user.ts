import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { unlinkIdentity } from '../../hosted/store/account-identities.ts';
import { findAccount, updateEnabled } from '../../store/accounts.ts';
import { revokeAllFamilies } from '../../store/tokens.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminDisableProviderForUserInput = z.object({
  UserPoolId: shape.poolId,
  User: shape.providerUser,
});

/** Unlinks the identity. An account without another way to sign in is disabled, and its tokens are revoked. */
const adminDisableProviderForUser =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminDisableProviderForUserInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const { ProviderName: provider = '', ProviderAttributeValue: subject = '' } = input.User;
    if (provider === 'Cognito' || subject === '') return err(errors.linkSourceInvalid);
    const now = deps.clock.now();
    return await deps.db.transaction().execute(async (tx): Promise<Result<object, PoolError>> => {
      const key = { poolId: pool.value.id, provider, subject };
      const accountId = await unlinkIdentity(tx, key, now);
      const account = accountId === undefined ? undefined : await findAccount(tx, pool.value.id, accountId);
      if (account === undefined) return err(errors.userNotFound);
      if (account.status !== 'EXTERNAL_PROVIDER' || account.identities.length > 0) return ok({});
      await updateEnabled(tx, account.id, { isEnabled: false, now });
      await revokeAllFamilies(tx, account.id, now);
      return ok({});
    });
  };

export const AdminDisableProviderForUser = defineOperation(
  'signed',
  adminDisableProviderForUserInput,
  adminDisableProviderForUser,
);
