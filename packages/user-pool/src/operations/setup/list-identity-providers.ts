import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import { epochSeconds } from '../../accounts/present.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { listProviders } from '../../hosted/store/identity-providers.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const PAGE_SIZE_MAX = 60;

const listIdentityProvidersInput = z.object({
  UserPoolId: shape.poolId,
  MaxResults: shape.integer({ min: 0, max: PAGE_SIZE_MAX }).optional(),
  NextToken: shape.paginationToken.optional(),
});

const listIdentityProviders =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof listIdentityProvidersInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const limit = input.MaxResults === undefined || input.MaxResults === 0 ? PAGE_SIZE_MAX : input.MaxResults;
    const after =
      input.NextToken === undefined ? undefined : Buffer.from(input.NextToken, 'base64url').toString('utf8');
    if (after === '' || (after?.length ?? 0) > 64) return err(errors.paginationTokenInvalid);
    const found = await listProviders(deps.db, pool.value.id, { limit: limit + 1, after });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return ok({
      Providers: page.map(({ name, type, createdAt, updatedAt }) => ({
        ProviderName: name,
        ProviderType: type,
        CreationDate: epochSeconds(createdAt),
        LastModifiedDate: epochSeconds(updatedAt),
      })),
      ...(found.length > limit && last !== undefined
        ? { NextToken: Buffer.from(last.name).toString('base64url') }
        : {}),
    });
  };

export const ListIdentityProviders = defineOperation(
  'signed',
  listIdentityProvidersInput,
  listIdentityProviders,
);
