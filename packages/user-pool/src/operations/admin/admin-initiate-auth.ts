import { z } from 'zod';
import { getPoolClient } from '../../accounts/admin-target.ts';
import type { SignInDeps } from '../../challenges/answer.ts';
import { AUTH_FLOWS, initiate } from '../initiate.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminInitiateAuthInput = z.object({
  UserPoolId: shape.poolId,
  ClientId: shape.clientId,
  AuthFlow: shape.oneOf(AUTH_FLOWS),
  AuthParameters: shape.parameters.optional(),
  ClientMetadata: shape.parameters.optional(),
  ContextData: shape.contextData.optional(),
  Session: shape.session.optional(),
});

const adminInitiateAuth =
  (deps: SignInDeps) =>
  async ({ input, caller }: OperationRequest<z.output<typeof adminInitiateAuthInput>>): OperationResult => {
    const client = await getPoolClient(deps, input);
    if (!client.ok) return client;
    return await initiate(deps, {
      client: client.value,
      authFlow: input.AuthFlow,
      parameters: input.AuthParameters ?? {},
      session: input.Session,
      by: 'admin',
      metadata: input.ClientMetadata,
      address: input.ContextData?.IpAddress ?? caller.address,
      connection: caller.address,
      userAgent: caller.userAgent,
    });
  };

export const AdminInitiateAuth = defineOperation('signed', adminInitiateAuthInput, adminInitiateAuth);
