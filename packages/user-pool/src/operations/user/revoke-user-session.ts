import { z } from 'zod';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import { revokeSession } from '../user-sessions.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const revokeUserSessionInput = z.object({
  AccessToken: shape.token,
  SessionId: shape.text({ min: 1, max: 128 }),
  RevokeAssociatedSessions: shape.oneOf(['NONE', 'LINKED']).optional(),
});

/** Sessions of other clients are never linked to it. */
const revokeUserSession =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof revokeUserSessionInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client, family } = user.value;
    const owner = { pool: client.pool, account, current: family.originJti };
    return await revokeSession(deps, owner, input.SessionId);
  };

export const RevokeUserSession = defineOperation('public', revokeUserSessionInput, revokeUserSession);
