import { defineOperation, type Operation } from './operation.ts';
import {
  adminLinkProviderForUser,
  adminLinkProviderForUserInput,
} from './admin/admin-link-provider-for-user.ts';
import {
  adminDisableProviderForUser,
  adminDisableProviderForUserInput,
} from './admin/admin-disable-provider-for-user.ts';
import { createIdentityProvider, createIdentityProviderInput } from './setup/create-identity-provider.ts';
import {
  describeIdentityProvider,
  describeIdentityProviderInput,
} from './setup/describe-identity-provider.ts';
import { updateIdentityProvider, updateIdentityProviderInput } from './setup/update-identity-provider.ts';
import { deleteIdentityProvider, deleteIdentityProviderInput } from './setup/delete-identity-provider.ts';
import { listIdentityProviders, listIdentityProvidersInput } from './setup/list-identity-providers.ts';

/** What an administrator calls for outside issuers and for the people they vouch for: signed. */
export const providerOperations: readonly (readonly [string, Operation])[] = [
  [
    'AdminLinkProviderForUser',
    defineOperation('signed', adminLinkProviderForUserInput, adminLinkProviderForUser),
  ],
  [
    'AdminDisableProviderForUser',
    defineOperation('signed', adminDisableProviderForUserInput, adminDisableProviderForUser),
  ],
  ['CreateIdentityProvider', defineOperation('signed', createIdentityProviderInput, createIdentityProvider)],
  [
    'DescribeIdentityProvider',
    defineOperation('signed', describeIdentityProviderInput, describeIdentityProvider),
  ],
  ['UpdateIdentityProvider', defineOperation('signed', updateIdentityProviderInput, updateIdentityProvider)],
  ['DeleteIdentityProvider', defineOperation('signed', deleteIdentityProviderInput, deleteIdentityProvider)],
  ['ListIdentityProviders', defineOperation('signed', listIdentityProvidersInput, listIdentityProviders)],
];
