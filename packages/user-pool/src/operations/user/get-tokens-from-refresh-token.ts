import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getClient, hasClientSecret, isConfidential } from '../../accounts/clients.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { recordTokenGuess } from '../../tokens/admit-grant.ts';
import { type RefreshDeps, refreshTokens } from '../../tokens/refresh.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const getTokensFromRefreshTokenInput = z.object({
  RefreshToken: shape.token,
  ClientId: shape.clientId,
  ClientSecret: shape.clientSecret.optional(),
  DeviceKey: shape.shortText.optional(),
  ClientMetadata: shape.parameters.optional(),
});

const getTokensFromRefreshToken =
  (deps: RefreshDeps & Pick<Deps, 'clients'>) =>
  async ({
    input,
    caller,
  }: OperationRequest<z.output<typeof getTokensFromRefreshTokenInput>>): OperationResult => {
    const client = await getClient(deps, input.ClientId);
    if (!client.ok) return client;
    const { address, userAgent } = caller;
    if (!hasClientSecret(deps, client.value, input.ClientSecret)) {
      const fault = errors.clientSecretInvalid(client.value.id);
      return err(await recordTokenGuess(deps, { address, fault }));
    }
    const tokens = await refreshTokens(deps, client.value, {
      token: input.RefreshToken,
      deviceKey: input.DeviceKey,
      address,
      userAgent,
      isProven: isConfidential(client.value),
    });
    return tokens.ok ? ok({ AuthenticationResult: tokens.value }) : tokens;
  };

export const GetTokensFromRefreshToken = defineOperation(
  'public',
  getTokensFromRefreshTokenInput,
  getTokensFromRefreshToken,
);
