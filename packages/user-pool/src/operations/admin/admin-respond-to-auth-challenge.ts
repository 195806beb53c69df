import { z } from 'zod';
import { getPoolClient } from '../../accounts/admin-target.ts';
import type { SignInDeps } from '../../challenges/answer.ts';
import { CHALLENGE_NAMES } from '../../challenges/flow.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import { respondToChallenge } from '../respond.ts';
import * as shape from '../shapes.ts';

const adminRespondToAuthChallengeInput = z.object({
  UserPoolId: shape.poolId,
  ClientId: shape.clientId,
  ChallengeName: shape.oneOf(CHALLENGE_NAMES),
  ChallengeResponses: shape.parameters.optional(),
  Session: shape.session.optional(),
  ContextData: shape.contextData.optional(),
  ClientMetadata: shape.parameters.optional(),
});

const adminRespondToAuthChallenge =
  (deps: SignInDeps) =>
  async ({
    input,
    caller,
  }: OperationRequest<z.output<typeof adminRespondToAuthChallengeInput>>): OperationResult => {
    const client = await getPoolClient(deps, input);
    if (!client.ok) return client;
    return await respondToChallenge(deps, {
      client: client.value,
      name: input.ChallengeName,
      responses: input.ChallengeResponses ?? {},
      session: input.Session,
      metadata: input.ClientMetadata,
      address: input.ContextData?.IpAddress ?? caller.address,
      userAgent: caller.userAgent,
    });
  };

export const AdminRespondToAuthChallenge = defineOperation(
  'signed',
  adminRespondToAuthChallengeInput,
  adminRespondToAuthChallenge,
);
