import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getClient, hasClientSecret } from '../../accounts/clients.ts';
import { hashHandle } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { findRefreshToken, revokeFamily } from '../../store/tokens.ts';
import { recordTokenGuess } from '../../tokens/admit-grant.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const revokeTokenInput = z.object({
  Token: shape.token,
  ClientId: shape.clientId,
  ClientSecret: shape.clientSecret.optional(),
});

/** Revokes all tokens of the sign-in. Unknown tokens count as revoked. */
const revokeToken =
  (deps: Pick<Deps, 'db' | 'clients' | 'clock' | 'vault'>) =>
  async ({ input, caller }: OperationRequest<z.output<typeof revokeTokenInput>>): OperationResult => {
    const client = await getClient(deps, input.ClientId);
    if (!client.ok) return client;
    if (!client.value.settings.enableTokenRevocation) return err(errors.revocationNotEnabled);
    if (!hasClientSecret(deps, client.value, input.ClientSecret))
      return err(await recordTokenGuess(deps, { address: caller.address, fault: errors.clientUnauthorized }));
    if (input.Token.split('.').length === 3) return err(errors.tokenTypeUnsupported);
    const found = await findRefreshToken(deps.db, hashHandle(input.Token), { lock: false });
    if (found === undefined) return ok({});
    if (found.family.clientId !== client.value.id) return err(errors.clientUnauthorized);
    await revokeFamily(deps.db, found.family.originJti, deps.clock.now());
    return ok({});
  };

export const RevokeToken = defineOperation('public', revokeTokenInput, revokeToken);
