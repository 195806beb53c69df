import type { DeclaredPoolInput } from '../settings.ts';

export const PEOPLE_POOL_ID = 'us-east-1_People001';
export const PEOPLE_CLIENT_ID = 'peopleclient';
export const FRANK_CLIENT_ID = 'frankclient';
export const ALIAS_POOL_ID = 'us-east-1_Aliases01';
export const ALIAS_CLIENT_ID = 'aliasclient';
export const PHONE_POOL_ID = 'us-east-1_Phones001';
export const PHONE_CLIENT_ID = 'phoneclient';
export const EITHER_POOL_ID = 'us-east-1_Either001';

const FLOWS = ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] as const;

export const PEOPLE_POOLS: readonly DeclaredPoolInput[] = [
  {
    id: PEOPLE_POOL_ID,
    name: 'People & <Co>',
    usernameAttributes: ['email'],
    isSelfSignUpAllowed: true,
    autoVerifiedAttributes: ['email', 'phone_number'],
    attributesVerifiedBeforeUpdate: ['email'],
    mfaConfiguration: 'OPTIONAL',
    passwordPolicy: { historySize: 2 },
    schemaAttributes: [
      { name: 'team', isCustom: true, minimum: '2', maximum: '8' },
      { name: 'badge', isCustom: true, type: 'Number', isMutable: false, minimum: '1', maximum: '99' },
      { name: 'notes', isCustom: true, isDeveloperOnly: true },
    ],
    clients: [
      { id: PEOPLE_CLIENT_ID, name: 'web', explicitAuthFlows: [...FLOWS] },
      {
        id: FRANK_CLIENT_ID,
        name: 'frank',
        explicitAuthFlows: [...FLOWS],
        preventUserExistenceErrors: 'LEGACY',
        readAttributes: ['email', 'name'],
        writeAttributes: ['email', 'name'],
      },
    ],
  },
  {
    id: ALIAS_POOL_ID,
    name: 'aliases',
    aliasAttributes: ['email', 'phone_number', 'preferred_username'],
    isSelfSignUpAllowed: true,
    autoVerifiedAttributes: ['email'],
    schemaAttributes: [{ name: 'email', isCustom: false, isRequired: true }],
    mayAdminSetLastingPassword: false,
    clients: [{ id: ALIAS_CLIENT_ID, name: 'alias', explicitAuthFlows: [...FLOWS] }],
  },
  {
    id: PHONE_POOL_ID,
    name: 'phones',
    usernameAttributes: ['phone_number'],
    isSelfSignUpAllowed: true,
    autoVerifiedAttributes: ['phone_number'],
    firstFactors: ['PASSWORD', 'SMS_OTP'],
    clients: [{ id: PHONE_CLIENT_ID, name: 'phone', explicitAuthFlows: [...FLOWS] }],
  },
  {
    id: EITHER_POOL_ID,
    name: 'either',
    usernameAttributes: ['email', 'phone_number'],
    clients: [{ id: 'eitherclient', name: 'either', explicitAuthFlows: [...FLOWS] }],
  },
];
