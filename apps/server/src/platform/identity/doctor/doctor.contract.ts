// Uses the real clock, because external commands sign the requests.
import { randomBytes } from 'node:crypto';
import { assert, systemClock } from '@coffer/kit';
import { testDatabase } from '@coffer/testing';
import { createUserPool, listen } from '@coffer/user-pool';
import { z } from 'zod';
import { declarePool } from '../../../embedded/pool-rules.ts';
import { administer } from '../administer.contract.ts';
import type { DiagnosisCode } from './diagnoses.ts';
import type { ExaminedPool } from './examined.ts';

export const PAGES = 'http://localhost:8420';
export const ADMIN = { accessKeyId: 'TESTKEY', secretAccessKey: randomBytes(20).toString('hex') };
export const OWN = {
  poolId: 'us-east-1_Own000001',
  poolClientId: 'ownclient',
  poolClientSecret: randomBytes(20).toString('hex'),
};

export interface PlantedPool {
  readonly endpoint: string;
  plant(planted: Plant): Promise<ExaminedPool>;
  close(): Promise<void>;
}

export async function startPlantedPool(): Promise<PlantedPool> {
  const database = await testDatabase();
  const server = await listen({ host: '127.0.0.1', port: 0 });
  assert(server.ok, 'no port was free');
  const endpoint = `http://127.0.0.1:${server.value.port}`;
  const pool = await createUserPool({
    database: { connectionString: database.connectionString },
    encryptionKey: { id: 'k1', key: randomBytes(32) },
    baseUrl: endpoint,
    adminCredentials: [ADMIN],
    clock: systemClock,
    limits: {
      users: { requests: null },
      requests: {
        userAuthentication: null,
        poolRead: null,
        poolUpdate: null,
        userToken: null,
        userRead: null,
      },
    },
    pools: [
      declarePool(OWN, {
        appUrl: PAGES,
        signInMethods: ['passkey', 'custom', 'reset'],
        hasMail: true,
        hasSms: false,
        secondFactor: 'optional',
        signUpDomains: [],
        pages: undefined,
      }),
    ],
  });
  assert(pool.ok, 'the pool did not start');
  server.value.serve(pool.value.fetch);
  return {
    endpoint,
    plant: async (planted) => await plant(endpoint, planted),
    close: async () => {
      await server.value.close();
      await pool.value.close();
      await database.drop();
    },
  };
}

const Answer = z.record(z.string(), z.record(z.string(), z.unknown()));

async function call(endpoint: string, operation: string, body: object): Promise<z.infer<typeof Answer>> {
  return Answer.safeParse(await administer({ endpoint, keys: ADMIN }, operation, body)).data ?? {};
}

const POOL = {
  PoolName: 'planted',
  UsernameAttributes: ['email'],
  UsernameConfiguration: { CaseSensitive: false },
  AutoVerifiedAttributes: ['email'],
  UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
  AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
  Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD'] } },
};
const FACTORS = { MfaConfiguration: 'OPTIONAL', SoftwareTokenMfaConfiguration: { Enabled: true } };
const CLIENT = {
  ClientName: 'coffer',
  GenerateSecret: true,
  ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
  EnablePropagateAdditionalUserContextData: true,
  EnableTokenRevocation: true,
  PreventUserExistenceErrors: 'ENABLED',
  RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
  AuthSessionValidity: 15,
  AccessTokenValidity: 60,
  RefreshTokenValidity: 30,
  TokenValidityUnits: { AccessToken: 'minutes', RefreshToken: 'days' },
  AllowedOAuthFlowsUserPoolClient: true,
  AllowedOAuthFlows: ['code'],
  AllowedOAuthScopes: ['openid', 'email', 'profile'],
  CallbackURLs: [`${PAGES}/auth/callback`],
  LogoutURLs: [`${PAGES}/signed-out`],
  SupportedIdentityProviders: ['COGNITO'],
};

export interface Plant {
  readonly pool?: object;
  readonly factors?: object;
  readonly client?: object;
  readonly change?: (pool: ExaminedPool) => ExaminedPool;
}

async function plant(
  endpoint: string,
  { pool = {}, factors = {}, client = {}, change }: Plant,
): Promise<ExaminedPool> {
  const made = await call(endpoint, 'CreateUserPool', { ...POOL, ...pool });
  const poolId = String(made['UserPool']?.['Id']);
  await call(endpoint, 'SetUserPoolMfaConfig', { UserPoolId: poolId, ...FACTORS, ...factors });
  const app = await call(endpoint, 'CreateUserPoolClient', {
    UserPoolId: poolId,
    ...CLIENT,
    ...client,
  });
  const secret = app['UserPoolClient']?.['ClientSecret'];
  const right: ExaminedPool = {
    endpoint,
    region: 'us-east-1',
    poolId,
    clientId: String(app['UserPoolClient']?.['ClientId']),
    clientSecret: typeof secret === 'string' ? secret : undefined,
    issuer: `${endpoint}/${poolId}`,
    admin: ADMIN,
    pageOrigin: PAGES,
    offers: [],
    clock: systemClock,
  };
  return change?.(right) ?? right;
}

export const offering =
  (...offers: ExaminedPool['offers']) =>
  (pool: ExaminedPool): ExaminedPool => ({ ...pool, offers });
export const withoutKey = (pool: ExaminedPool): ExaminedPool => ({ ...pool, admin: undefined });
const later =
  (ms: number) =>
  (pool: ExaminedPool): ExaminedPool => ({
    ...withoutKey(pool),
    clock: { now: () => new Date(Date.now() + ms) },
  });

export const CASES: readonly (readonly [DiagnosisCode, Plant])[] = [
  ['clock_skew', { change: later(6 * 60_000) }],
  ['clock_drift', { change: later(-60_000) }],
  [
    'wrong_region',
    { change: (pool) => ({ ...pool, endpoint: 'https://cognito-idp.eu-west-3.amazonaws.com' }) },
  ],
  [
    'pool_unknown',
    {
      change: (pool) => ({
        ...pool,
        poolId: 'us-east-1_Nobody',
        issuer: `${pool.endpoint}/us-east-1_Nobody`,
      }),
    },
  ],
  [
    'issuer_mismatch',
    { change: (pool) => ({ ...pool, issuer: pool.issuer.replace('127.0.0.1', 'localhost') }) },
  ],
  ['keys_missing', { change: (pool) => ({ ...pool, issuer: `${pool.endpoint}/elsewhere` }) }],
  ['client_unknown', { change: (pool) => ({ ...pool, clientId: 'nobody' }) }],
  ['secret_missing', { change: (pool) => ({ ...pool, clientSecret: undefined }) }],
  ['secret_wrong', { change: (pool) => ({ ...pool, clientSecret: 'x'.repeat(40) }) }],
  [
    'secret_superfluous',
    {
      client: { GenerateSecret: false, EnablePropagateAdditionalUserContextData: false },
      change: (pool) => ({ ...pool, clientSecret: 'x'.repeat(40) }),
    },
  ],
  ['srp_off', { client: { ExplicitAuthFlows: ['ALLOW_USER_AUTH'] } }],
  ['user_auth_off', { change: offering('choice') }],
  ['custom_auth_off', { change: offering('custom') }],
  ['rotation_graceless', { client: { RefreshTokenRotation: { Feature: 'ENABLED' } } }],
  ['revocation_off', { client: { EnableTokenRevocation: false } }],
  ['refresh_short', { client: { RefreshTokenValidity: 29 } }],
  ['access_long', { client: { AccessTokenValidity: 61 } }],
  ['challenge_short', { client: { AuthSessionValidity: 14 } }],
  ['existence_revealed', { client: { PreventUserExistenceErrors: 'LEGACY' } }],
  ['addresses_unseen', { client: { EnablePropagateAdditionalUserContextData: false } }],
  [
    'password_flow_on',
    { client: { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH'] } },
  ],
  ['attributes_unread', { client: { ReadAttributes: ['name'] } }],
  ['attributes_unwritable', { client: { WriteAttributes: ['name'] } }],
  ['mfa_off', { factors: { MfaConfiguration: 'OFF', SoftwareTokenMfaConfiguration: undefined } }],
  [
    'authenticator_off',
    {
      factors: {
        SoftwareTokenMfaConfiguration: { Enabled: false },
        EmailMfaConfiguration: { Message: 'Your code is {####}', Subject: 'Code' },
      },
    },
  ],
  ['email_no_name', { pool: { UsernameAttributes: undefined } }],
  ['names_case_sensitive', { pool: { UsernameConfiguration: { CaseSensitive: true } } }],
  ['email_change_unproved', { pool: { UserAttributeUpdateSettings: undefined } }],
  ['attributes_required', { pool: { Schema: [{ Name: 'birthdate', Required: true }] } }],
  ['sign_up_closed', { change: offering('sign-up') }],
  [
    'reset_closed',
    {
      pool: { AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'admin_only', Priority: 1 }] } },
      change: offering('reset'),
    },
  ],
  [
    'passkeys_off',
    {
      client: { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH'] },
      change: offering('passkey'),
    },
  ],
  [
    'passkeys_elsewhere',
    {
      pool: { Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } } },
      factors: { WebAuthnConfiguration: { RelyingPartyId: 'files.example.org' } },
      client: { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH'] },
      change: offering('passkey'),
    },
  ],
  [
    'admin_key_wrong',
    { change: (pool) => ({ ...pool, admin: { ...ADMIN, secretAccessKey: 'another secret of the key' } }) },
  ],
];
