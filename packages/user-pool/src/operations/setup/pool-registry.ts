import type { Operation } from '../operation.ts';
import { AddCustomAttributes } from './add-custom-attributes.ts';
import { AddUserPoolClientSecret } from './add-user-pool-client-secret.ts';
import { CreateUserPool } from './create-user-pool.ts';
import { CreateUserPoolClient } from './create-user-pool-client.ts';
import { DeleteUserPool } from './delete-user-pool.ts';
import { DeleteUserPoolClient } from './delete-user-pool-client.ts';
import { DeleteUserPoolClientSecret } from './delete-user-pool-client-secret.ts';
import { DescribeUserPool } from './describe-user-pool.ts';
import { DescribeUserPoolClient } from './describe-user-pool-client.ts';
import { GetUserPoolMfaConfig } from './get-user-pool-mfa-config.ts';
import { GetUserPoolSessionConfiguration } from './get-user-pool-session-configuration.ts';
import { ListUserPoolClientSecrets } from './list-user-pool-client-secrets.ts';
import { ListUserPoolClients } from './list-user-pool-clients.ts';
import { ListUserPools } from './list-user-pools.ts';
import { SetUserPoolMfaConfig } from './set-user-pool-mfa-config.ts';
import { SetUserPoolSessionConfiguration } from './set-user-pool-session-configuration.ts';
import { UpdateUserPool } from './update-user-pool.ts';
import { UpdateUserPoolClient } from './update-user-pool-client.ts';

export const poolSetupOperations: Readonly<Record<string, Operation>> = {
  ListUserPools,
  DescribeUserPool,
  CreateUserPool,
  UpdateUserPool,
  DeleteUserPool,
  AddCustomAttributes,
  GetUserPoolMfaConfig,
  SetUserPoolMfaConfig,
  GetUserPoolSessionConfiguration,
  SetUserPoolSessionConfiguration,
  ListUserPoolClients,
  DescribeUserPoolClient,
  CreateUserPoolClient,
  UpdateUserPoolClient,
  DeleteUserPoolClient,
  AddUserPoolClientSecret,
  ListUserPoolClientSecrets,
  DeleteUserPoolClientSecret,
};
