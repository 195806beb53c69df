import { epochSeconds } from '../../accounts/present.ts';
import type { IdentityProvider } from '../store/identity-providers.ts';

export function presentProvider(provider: IdentityProvider): object {
  return {
    UserPoolId: provider.poolId,
    ProviderName: provider.name,
    ProviderType: provider.type,
    ProviderDetails: provider.details,
    AttributeMapping: provider.attributeMapping,
    IdpIdentifiers: provider.identifiers,
    CreationDate: epochSeconds(provider.createdAt),
    LastModifiedDate: epochSeconds(provider.updatedAt),
  };
}
