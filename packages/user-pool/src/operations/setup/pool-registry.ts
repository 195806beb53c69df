import { defineOperation, type Operation } from '../operation.ts';
import { addCustomAttributes, addCustomAttributesInput } from './add-custom-attributes.ts';
import { addUserPoolClientSecret, addUserPoolClientSecretInput } from './add-user-pool-client-secret.ts';
import { createUserPool, createUserPoolInput } from './create-user-pool.ts';
import { createUserPoolClient, createUserPoolClientInput } from './create-user-pool-client.ts';
import { deleteUserPool, deleteUserPoolInput } from './delete-user-pool.ts';
import { deleteUserPoolClient, deleteUserPoolClientInput } from './delete-user-pool-client.ts';
import {
  deleteUserPoolClientSecret,
  deleteUserPoolClientSecretInput,
} from './delete-user-pool-client-secret.ts';
import { describeUserPool, describeUserPoolInput } from './describe-user-pool.ts';
import { describeUserPoolClient, describeUserPoolClientInput } from './describe-user-pool-client.ts';
import { getUserPoolMfaConfig, getUserPoolMfaConfigInput } from './get-user-pool-mfa-config.ts';
import {
  getUserPoolSessionConfiguration,
  getUserPoolSessionConfigurationInput,
} from './get-user-pool-session-configuration.ts';
import {
  listUserPoolClientSecrets,
  listUserPoolClientSecretsInput,
} from './list-user-pool-client-secrets.ts';
import { listUserPoolClients, listUserPoolClientsInput } from './list-user-pool-clients.ts';
import { listUserPools, listUserPoolsInput } from './list-user-pools.ts';
import { setUserPoolMfaConfig, setUserPoolMfaConfigInput } from './set-user-pool-mfa-config.ts';
import {
  setUserPoolSessionConfiguration,
  setUserPoolSessionConfigurationInput,
} from './set-user-pool-session-configuration.ts';
import { updateUserPool, updateUserPoolInput } from './update-user-pool.ts';
import { updateUserPoolClient, updateUserPoolClientInput } from './update-user-pool-client.ts';

/** Pools, clients and their settings: signed. */
export const poolSetupOperations: readonly (readonly [string, Operation])[] = [
  ['ListUserPools', defineOperation('signed', listUserPoolsInput, listUserPools)],
  ['DescribeUserPool', defineOperation('signed', describeUserPoolInput, describeUserPool)],
  ['CreateUserPool', defineOperation('signed', createUserPoolInput, createUserPool)],
  ['UpdateUserPool', defineOperation('signed', updateUserPoolInput, updateUserPool)],
  ['DeleteUserPool', defineOperation('signed', deleteUserPoolInput, deleteUserPool)],
  ['AddCustomAttributes', defineOperation('signed', addCustomAttributesInput, addCustomAttributes)],
  ['GetUserPoolMfaConfig', defineOperation('signed', getUserPoolMfaConfigInput, getUserPoolMfaConfig)],
  ['SetUserPoolMfaConfig', defineOperation('signed', setUserPoolMfaConfigInput, setUserPoolMfaConfig)],
  [
    'GetUserPoolSessionConfiguration',
    defineOperation('signed', getUserPoolSessionConfigurationInput, getUserPoolSessionConfiguration),
  ],
  [
    'SetUserPoolSessionConfiguration',
    defineOperation('signed', setUserPoolSessionConfigurationInput, setUserPoolSessionConfiguration),
  ],
  ['ListUserPoolClients', defineOperation('signed', listUserPoolClientsInput, listUserPoolClients)],
  ['DescribeUserPoolClient', defineOperation('signed', describeUserPoolClientInput, describeUserPoolClient)],
  ['CreateUserPoolClient', defineOperation('signed', createUserPoolClientInput, createUserPoolClient)],
  ['UpdateUserPoolClient', defineOperation('signed', updateUserPoolClientInput, updateUserPoolClient)],
  ['DeleteUserPoolClient', defineOperation('signed', deleteUserPoolClientInput, deleteUserPoolClient)],
  [
    'AddUserPoolClientSecret',
    defineOperation('signed', addUserPoolClientSecretInput, addUserPoolClientSecret),
  ],
  [
    'ListUserPoolClientSecrets',
    defineOperation('signed', listUserPoolClientSecretsInput, listUserPoolClientSecrets),
  ],
  [
    'DeleteUserPoolClientSecret',
    defineOperation('signed', deleteUserPoolClientSecretInput, deleteUserPoolClientSecret),
  ],
];
