import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { linkIdentity } from '../../hosted/store/account-identities.ts';
import { findProvider } from '../../hosted/store/identity-providers.ts';
import { lockAccount } from '../../store/accounts.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const IDENTITIES_MAX = 5;

const adminLinkProviderForUserInput = z.object({
  UserPoolId: shape.poolId,
  DestinationUser: shape.providerUser,
  SourceUser: shape.providerUser,
});

const adminLinkProviderForUser =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminLinkProviderForUserInput>>): OperationResult => {
    const { DestinationUser, SourceUser, UserPoolId } = input;
    const Username = DestinationUser.ProviderAttributeValue ?? '';
    if (DestinationUser.ProviderName !== 'Cognito') return err(errors.linkDestinationInvalid);
    const target = await getTarget(deps, { UserPoolId, Username });
    if (!target.ok) return target;
    const provider = SourceUser.ProviderName ?? '';
    const subject = SourceUser.ProviderAttributeValue ?? '';
    const isBySubject = SourceUser.ProviderAttributeName === 'Cognito_Subject';
    if (!isBySubject || subject === '') return err(errors.linkSourceInvalid);
    const known = await findProvider(deps.db, UserPoolId, provider);
    if (known?.name !== provider) return err(errors.providerNotFound(provider));
    const now = deps.clock.now();
    return await deps.db.transaction().execute(async (tx): Promise<Result<object, PoolError>> => {
      const account = await lockAccount(tx, UserPoolId, target.value.account.id);
      if (account === undefined) return err(errors.userNotFound);
      if (account.identities.length >= IDENTITIES_MAX) return err(errors.tooManyIdentities);
      const key = { poolId: UserPoolId, provider, subject };
      const isLinked = await linkIdentity(tx, key, { accountId: account.id, now });
      return isLinked ? ok({}) : err(errors.sourceAlreadyLinked);
    });
  };

export const AdminLinkProviderForUser = defineOperation(
  'signed',
  adminLinkProviderForUserInput,
  adminLinkProviderForUser,
);
