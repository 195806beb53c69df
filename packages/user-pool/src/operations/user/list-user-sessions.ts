import { z } from 'zod';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import { listSessions } from '../user-sessions.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const listUserSessionsInput = z.object({
  AccessToken: shape.token,
  NextToken: shape.longToken.optional(),
});

const listUserSessions =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof listUserSessionsInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client, family } = user.value;
    const owner = { pool: client.pool, account, current: family.originJti };
    return await listSessions(deps, owner, input.NextToken);
  };

export const ListUserSessions = defineOperation('public', listUserSessionsInput, listUserSessions);
