import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { presentProvider } from '../../hosted/federation/present-provider.ts';
import { sealProviderSecret } from '../../hosted/federation/provider-details.ts';
import { updateProvider } from '../../hosted/store/identity-providers.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';
import { asText, findTakenIdentifier, readDetails } from './create-identity-provider.ts';
import { getProvider } from './describe-identity-provider.ts';

const updateIdentityProviderInput = z.object({
  UserPoolId: shape.poolId,
  ProviderName: shape.providerName,
  ProviderDetails: shape.parameters.optional(),
  AttributeMapping: shape.parameters.optional(),
  IdpIdentifiers: shape.idpIdentifiers.optional(),
});

const updateIdentityProvider =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof updateIdentityProviderInput>>): OperationResult => {
    const found = await getProvider(deps, input);
    if (!found.ok) return found;
    const { poolId, name, details, secretSealed, attributeMapping, identifiers } = found.value;
    const parsed = readDetails(input.ProviderDetails ?? details);
    if (!parsed.ok) return parsed;
    const wanted = input.IdpIdentifiers ?? identifiers;
    if (await findTakenIdentifier(deps, { poolId, name, identifiers: wanted }))
      return err(errors.providerExists(name));
    const provider = {
      ...found.value,
      details: asText(parsed.value.details),
      secretSealed: sealProviderSecret(deps.vault, { poolId, name }, parsed.value.secret) ?? secretSealed,
      attributeMapping: input.AttributeMapping ?? attributeMapping,
      identifiers: wanted,
      updatedAt: deps.clock.now(),
    };
    await updateProvider(deps.db, provider);
    return ok({ IdentityProvider: presentProvider(provider) });
  };

export const UpdateIdentityProvider = defineOperation(
  'signed',
  updateIdentityProviderInput,
  updateIdentityProvider,
);
