import { z } from 'zod';
import { getClient, sourceAddress } from '../../accounts/clients.ts';
import type { SignInDeps } from '../../challenges/answer.ts';
import { CHALLENGE_NAMES } from '../../challenges/flow.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import { respondToChallenge } from '../respond.ts';
import * as shape from '../shapes.ts';

const respondToAuthChallengeInput = z.object({
  ClientId: shape.clientId,
  ChallengeName: shape.oneOf(CHALLENGE_NAMES),
  Session: shape.session.optional(),
  ChallengeResponses: shape.parameters.optional(),
  UserContextData: shape.userContextData.optional(),
  ClientMetadata: shape.parameters.optional(),
});

const respondToAuthChallenge =
  (deps: SignInDeps) =>
  async ({
    input,
    caller,
  }: OperationRequest<z.output<typeof respondToAuthChallengeInput>>): OperationResult => {
    const client = await getClient(deps, input.ClientId);
    if (!client.ok) return client;
    return await respondToChallenge(deps, {
      client: client.value,
      name: input.ChallengeName,
      responses: input.ChallengeResponses ?? {},
      session: input.Session,
      metadata: input.ClientMetadata,
      address: sourceAddress(client.value, caller, input.UserContextData?.IpAddress),
      userAgent: caller.userAgent,
    });
  };

export const RespondToAuthChallenge = defineOperation(
  'public',
  respondToAuthChallengeInput,
  respondToAuthChallenge,
);
