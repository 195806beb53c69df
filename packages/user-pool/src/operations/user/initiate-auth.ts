import { z } from 'zod';
import { getClient, sourceAddress } from '../../accounts/clients.ts';
import type { SignInDeps } from '../../challenges/answer.ts';
import { AUTH_FLOWS, initiate } from '../initiate.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const initiateAuthInput = z.object({
  AuthFlow: shape.oneOf(AUTH_FLOWS),
  AuthParameters: shape.parameters.optional(),
  ClientId: shape.clientId,
  ClientMetadata: shape.parameters.optional(),
  UserContextData: shape.userContextData.optional(),
  Session: shape.session.optional(),
});

const initiateAuth =
  (deps: SignInDeps) =>
  async ({ input, caller }: OperationRequest<z.output<typeof initiateAuthInput>>): OperationResult => {
    const client = await getClient(deps, input.ClientId);
    if (!client.ok) return client;
    return await initiate(deps, {
      client: client.value,
      authFlow: input.AuthFlow,
      parameters: input.AuthParameters ?? {},
      session: input.Session,
      by: 'user',
      metadata: input.ClientMetadata,
      address: sourceAddress(client.value, caller, input.UserContextData?.IpAddress),
      connection: caller.address,
      userAgent: caller.userAgent,
    });
  };

export const InitiateAuth = defineOperation('public', initiateAuthInput, initiateAuth);
