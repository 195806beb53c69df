import type { Operation } from './operation.ts';
import { AdminLinkProviderForUser } from './admin/admin-link-provider-for-user.ts';
import { AdminDisableProviderForUser } from './admin/admin-disable-provider-for-user.ts';
import { CreateIdentityProvider } from './setup/create-identity-provider.ts';
import { DescribeIdentityProvider } from './setup/describe-identity-provider.ts';
import { UpdateIdentityProvider } from './setup/update-identity-provider.ts';
import { DeleteIdentityProvider } from './setup/delete-identity-provider.ts';
import { ListIdentityProviders } from './setup/list-identity-providers.ts';

export const providerOperations: Readonly<Record<string, Operation>> = {
  AdminLinkProviderForUser,
  AdminDisableProviderForUser,
  CreateIdentityProvider,
  DescribeIdentityProvider,
  UpdateIdentityProvider,
  DeleteIdentityProvider,
  ListIdentityProviders,
};
