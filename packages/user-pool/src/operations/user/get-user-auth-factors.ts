import { ok } from '@coffer/kit';
import { z } from 'zod';
import { configuredFactors } from '../../accounts/factors.ts';
import { presentMfa } from '../../accounts/present.ts';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const getUserAuthFactorsInput = z.object({ AccessToken: shape.token });

const getUserAuthFactors =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof getUserAuthFactorsInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    return ok({
      Username: account.username,
      ...presentMfa(account),
      ConfiguredUserAuthFactors: await configuredFactors(deps.db, client.pool, account),
    });
  };

export const GetUserAuthFactors = defineOperation('public', getUserAuthFactorsInput, getUserAuthFactors);
