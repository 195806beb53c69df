import { ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { unlinkProvider } from '../../hosted/store/account-identities.ts';
import { deleteProvider } from '../../hosted/store/identity-providers.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';
import { getProvider } from './describe-identity-provider.ts';

export const deleteIdentityProviderInput = z.object({
  UserPoolId: shape.poolId,
  ProviderName: shape.providerName,
});

/**
 * The issuer vouches for nobody any more. Its people stay as users without a way in, and are not taken over by a provider
 * that is made later under the same name.
 */
export const deleteIdentityProvider =
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
