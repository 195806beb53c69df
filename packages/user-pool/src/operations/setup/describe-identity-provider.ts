import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { presentProvider } from '../../hosted/federation/present-provider.ts';
import { findProvider, type IdentityProvider } from '../../hosted/store/identity-providers.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const describeIdentityProviderInput = z.object({
  UserPoolId: shape.poolId,
  ProviderName: shape.providerName,
});

/** Never includes the client secret. */
const describeIdentityProvider =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof describeIdentityProviderInput>>): OperationResult => {
    const provider = await getProvider(deps, input);
    return provider.ok ? ok({ IdentityProvider: presentProvider(provider.value) }) : provider;
  };

export async function getProvider(
  deps: Pick<Deps, 'db'>,
  input: { readonly UserPoolId: string; readonly ProviderName: string },
): Promise<Result<IdentityProvider, PoolError>> {
  const pool = await getPool(deps, input.UserPoolId);
  if (!pool.ok) return pool;
  const provider = await findProvider(deps.db, pool.value.id, input.ProviderName);
  return provider?.name === input.ProviderName
    ? ok(provider)
    : err(errors.providerNotFound(input.ProviderName));
}

export const DescribeIdentityProvider = defineOperation(
  'signed',
  describeIdentityProviderInput,
  describeIdentityProvider,
);
