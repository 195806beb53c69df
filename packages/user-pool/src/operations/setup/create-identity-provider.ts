import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import {
  type ProviderDetails,
  parseProviderDetails,
  sealProviderSecret,
} from '../../hosted/federation/provider-details.ts';
import { presentProvider } from '../../hosted/federation/present-provider.ts';
import { findProvider, insertProvider } from '../../hosted/store/identity-providers.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const createIdentityProviderInput = z.object({
  UserPoolId: shape.poolId,
  ProviderName: shape.providerName,
  ProviderType: shape.oneOf(['SAML', 'Facebook', 'Google', 'LoginWithAmazon', 'SignInWithApple', 'OIDC']),
  ProviderDetails: shape.parameters,
  AttributeMapping: shape.parameters.optional(),
  IdpIdentifiers: shape.idpIdentifiers.optional(),
});

/** Only OpenID Connect is supported. */
const createIdentityProvider =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof createIdentityProviderInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const name = input.ProviderName;
    if (input.ProviderType !== 'OIDC' || name === 'COGNITO' || name === 'Cognito')
      return err(errors.providerTypeUnsupported);
    const parsed = readDetails(input.ProviderDetails);
    if (!parsed.ok) return parsed;
    const taken = await findTakenIdentifier(deps, {
      poolId: pool.value.id,
      name,
      identifiers: input.IdpIdentifiers ?? [],
    });
    if (taken) return err(errors.providerExists(name));
    const now = deps.clock.now();
    const provider = {
      poolId: pool.value.id,
      name,
      type: 'OIDC',
      details: asText(parsed.value.details),
      secretSealed: sealProviderSecret(deps.vault, { poolId: pool.value.id, name }, parsed.value.secret),
      attributeMapping: input.AttributeMapping ?? {},
      identifiers: input.IdpIdentifiers ?? [],
      createdAt: now,
      updatedAt: now,
    } as const;
    if (!(await insertProvider(deps.db, provider))) return err(errors.providerExists(name));
    return ok({ IdentityProvider: presentProvider(provider) });
  };

export function readDetails(
  given: Readonly<Record<string, string>>,
): Result<{ readonly details: ProviderDetails; readonly secret: string | undefined }, PoolError> {
  const parsed = parseProviderDetails(given);
  return parsed.ok ? parsed : err(errors.providerDetailsInvalid(parsed.error));
}

export function asText(details: ProviderDetails): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export async function findTakenIdentifier(
  deps: Pick<Deps, 'db'>,
  wanted: { readonly poolId: string; readonly name: string; readonly identifiers: readonly string[] },
): Promise<boolean> {
  for (const identifier of wanted.identifiers) {
    const found = await findProvider(deps.db, wanted.poolId, identifier);
    if (found !== undefined && found.name !== wanted.name) return true;
  }
  return false;
}

export const CreateIdentityProvider = defineOperation(
  'signed',
  createIdentityProviderInput,
  createIdentityProvider,
);
