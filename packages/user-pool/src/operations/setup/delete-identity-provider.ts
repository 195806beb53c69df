import { ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { unlinkProvider } from '../../hosted/store/account-identities.ts';
import { deleteProvider } from '../../hosted/store/identity-providers.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';
import { getProvider } from './describe-identity-provider.ts';

const deleteIdentityProviderInput = z.object({
  UserPoolId: shape.poolId,
  ProviderName: shape.providerName,
});

/** Its users stay without a way to sign in. A later provider of the same name does not inherit them. */
const deleteIdentityProvider =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof deleteIdentityProviderInput>>): OperationResult => {
    const found = await getProvider(deps, input);
    if (!found.ok) return found;
    const { poolId, name } = found.value;
    await deps.db.transaction().execute(async (tx) => {
      await unlinkProvider(tx, { poolId, name, now: deps.clock.now() });
      await deleteProvider(tx, poolId, name);
    });
    return ok({});
  };

export const DeleteIdentityProvider = defineOperation(
  'signed',
  deleteIdentityProviderInput,
  deleteIdentityProvider,
);
