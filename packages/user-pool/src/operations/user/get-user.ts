import { ok } from '@coffer/kit';
import { z } from 'zod';
import { presentAttributes } from '../../accounts/attributes.ts';
import { readableAttributes } from '../../accounts/client-attributes.ts';
import { presentMfa } from '../../accounts/present.ts';
import type { Deps } from '../../deps.ts';
import { authorize } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const getUserInput = z.object({ AccessToken: shape.token });

const getUser =
  (deps: Pick<Deps, 'db' | 'clock' | 'signingKeys' | 'baseUrl' | 'limits'>) =>
  async ({ input }: OperationRequest<z.output<typeof getUserInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    return ok({
      Username: account.username,
      UserAttributes: presentAttributes({ ...account, attributes: readableAttributes(client, account) }),
      ...presentMfa(account),
    });
  };

export const GetUser = defineOperation('public', getUserInput, getUser);
