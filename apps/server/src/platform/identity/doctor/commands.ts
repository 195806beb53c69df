import type { ExaminedPool } from './examined.ts';

// Cognito's update calls reset omitted settings, so each fix writes all of them.

type Named = Pick<ExaminedPool, 'endpoint' | 'region' | 'poolId' | 'clientId'>;

export function awsCommand(pool: Named, command: string): string {
  const place = /\.amazonaws\.com(\.cn)?$/.test(pool.endpoint) ? '' : ` --endpoint-url ${pool.endpoint}`;
  return `aws cognito-idp ${command} --output json --region ${pool.region}${place} --user-pool-id ${pool.poolId}`;
}

export function changeClient(pool: Named, filter: string): string {
  return [
    `${awsCommand(pool, 'describe-user-pool-client')} --client-id ${pool.clientId}`,
    `jq '.UserPoolClient | del(.ClientSecret, .CreationDate, .LastModifiedDate) | ${filter}' > client.json`,
  ]
    .join(' | ')
    .concat(` && ${awsCommand(pool, 'update-user-pool-client')} --cli-input-json file://client.json`);
}

const UPDATABLE = [
  'AccountRecoverySetting',
  'AdminCreateUserConfig',
  'AutoVerifiedAttributes',
  'DeletionProtection',
  'DeviceConfiguration',
  'EmailConfiguration',
  'EmailVerificationMessage',
  'EmailVerificationSubject',
  'LambdaConfig',
  'MfaConfiguration',
  'Policies',
  'SmsAuthenticationMessage',
  'SmsConfiguration',
  'SmsVerificationMessage',
  'UserAttributeUpdateSettings',
  'UserPoolAddOns',
  'UserPoolTags',
  'UserPoolTier',
  'VerificationMessageTemplate',
];

export function changePool(pool: Named, filter: string): string {
  const members = UPDATABLE.map((name) => `"${name}"`).join(', ');
  return [
    awsCommand(pool, 'describe-user-pool'),
    `jq '.UserPool | with_entries(select(.key | IN(${members}))) | del(.AdminCreateUserConfig.UnusedAccountValidityDays) | ${filter}' > pool.json`,
  ]
    .join(' | ')
    .concat(` && ${awsCommand(pool, 'update-user-pool')} --cli-input-json file://pool.json`);
}
