import type { Diagnosis } from '../../diagnosis.ts';
import { awsCommand, changeClient, changePool } from './commands.ts';
import type { ExaminedPool } from './examined.ts';

interface Facts {
  readonly pool: ExaminedPool;
  /** For example an exception name. Never a secret. */
  readonly seen: string;
}

type Words = readonly ['ok' | 'warn' | 'fail', (facts: Facts) => string, ((facts: Facts) => string) | null];

const SYNC = 'Synchronize the clock of this machine: `timedatectl set-ntp true`.';
const client =
  (filter: string) =>
  ({ pool }: Facts): string =>
    changeClient(pool, filter);
const allow = (flow: string) => client(`.ExplicitAuthFlows |= (. + ["${flow}"] | unique)`);

const WORDS = {
  fine: ['ok', () => 'All settings that were tested and read are as Coffer needs them.', null],
  // Reachability
  not_a_pool: [
    'fail',
    ({ pool, seen }) => `The service at ${pool.endpoint} is not a user pool (${seen}).`,
    ({ pool }) =>
      `Set COFFER_POOL_ENDPOINT=https://cognito-idp.${pool.region}.amazonaws.com, or unset it. Do not use the domain of the hosted pages.`,
  ],
  pool_failing: [
    'warn',
    ({ seen }) => `The pool reports an internal error (${seen}), so not everything could be tested.`,
    () => 'Run this again later; https://health.aws.amazon.com reports outages.',
  ],
  clock_skew: [
    'fail',
    ({ seen }) =>
      `The clocks of this machine and of the pool differ by ${seen} s. From a difference of 300 s, signed calls and password proofs are refused.`,
    () => SYNC,
  ],
  clock_drift: [
    'warn',
    ({ seen }) => `The clocks of this machine and of the pool differ by ${seen} s.`,
    () => SYNC,
  ],
  wrong_region: [
    'fail',
    ({ pool, seen }) => `The pool ${pool.poolId} is not in the region ${seen}.`,
    ({ pool }) =>
      `Unset COFFER_POOL_REGION and COFFER_POOL_ENDPOINT: the region ${regionOf(pool.poolId)} is the part of COFFER_POOL_ID before the underscore.`,
  ],
  pool_unknown: [
    'fail',
    ({ pool }) => `The pool ${pool.poolId} does not exist at ${pool.endpoint}.`,
    ({ pool }) =>
      `Copy the id of the pool into COFFER_POOL_ID: \`aws cognito-idp list-user-pools --max-results 60 --region ${pool.region}\`.`,
  ],
  issuer_mismatch: [
    'fail',
    ({ pool, seen }) =>
      `The pool names ${seen} as its issuer instead of ${pool.issuer}, so every token would be refused.`,
    ({ seen }) => `Set COFFER_POOL_ISSUER=${seen}.`,
  ],
  keys_missing: [
    'fail',
    ({ pool, seen }) => `${pool.issuer} publishes no RS256 keys (${seen}): no token could be verified.`,
    ({ pool }) =>
      `Set COFFER_POOL_ISSUER to the \`iss\` of the pool's tokens; \`${pool.issuer}/.well-known/jwks.json\` must be reachable.`,
  ],
  // App client
  client_unknown: [
    'fail',
    ({ pool }) => `The pool has no app client ${pool.clientId}.`,
    ({ pool }) =>
      `Copy the id into COFFER_POOL_CLIENT_ID: \`${awsCommand(pool, 'list-user-pool-clients')}\`.`,
  ],
  secret_missing: [
    'fail',
    ({ pool }) => `The app client ${pool.clientId} has a secret, but Coffer is not configured with it.`,
    (facts) => `Set COFFER_POOL_CLIENT_SECRET; ${showSecret(facts)} shows it.`,
  ],
  secret_wrong: [
    'fail',
    ({ pool }) => `COFFER_POOL_CLIENT_SECRET is not the secret of the app client ${pool.clientId}.`,
    (facts) => `Copy it again; ${showSecret(facts)} shows it.`,
  ],
  secret_superfluous: [
    'fail',
    ({ pool }) => `The app client ${pool.clientId} has no secret, but Coffer sends one.`,
    () =>
      'Unset COFFER_POOL_CLIENT_SECRET; better, create an app client with a secret (it cannot be added later).',
  ],
  srp_off: [
    'fail',
    () => 'The app client does not allow USER_SRP_AUTH, so nobody can sign in with a password.',
    allow('ALLOW_USER_SRP_AUTH'),
  ],
  user_auth_off: [
    'fail',
    ({ seen }) => `The sign-in page offers ${seen}, but the app client does not allow USER_AUTH.`,
    (facts) => `${allow('ALLOW_USER_AUTH')(facts)}; or take it out of COFFER_SIGN_IN.`,
  ],
  custom_auth_off: [
    'fail',
    () =>
      'The sign-in page offers custom challenges of the pool, but the app client does not allow CUSTOM_AUTH.',
    (facts) => `${allow('ALLOW_CUSTOM_AUTH')(facts)}; or take \`custom\` out of COFFER_SIGN_IN.`,
  ],
  refresh_off: [
    'fail',
    ({ seen }) =>
      `The app client does not renew tokens (${seen}): people would be signed out when their first tokens expire.`,
    client('.RefreshTokenRotation = {"Feature": "ENABLED", "RetryGracePeriodSeconds": 60}'),
  ],
  rotation_off: [
    'warn',
    () => 'Refresh tokens are not replaced when they are used: a stolen one would not be noticed.',
    client(
      '.ExplicitAuthFlows -= ["ALLOW_REFRESH_TOKEN_AUTH"] | .RefreshTokenRotation = {"Feature": "ENABLED", "RetryGracePeriodSeconds": 60}',
    ),
  ],
  rotation_graceless: [
    'warn',
    () => 'Refresh tokens are replaced without a grace period: a lost response signs a person out.',
    client('.RefreshTokenRotation.RetryGracePeriodSeconds = 60'),
  ],
  revocation_off: [
    'fail',
    () => 'The app client does not revoke tokens: after a sign-out they would stay valid in the pool.',
    client('.EnableTokenRevocation = true'),
  ],
  refresh_short: [
    'warn',
    ({ seen }) =>
      `Refresh tokens are valid for ${seen} and sessions for 30 days, so people are signed out too early.`,
    client('.RefreshTokenValidity = 30 | .TokenValidityUnits.RefreshToken = "days"'),
  ],
  access_long: [
    'warn',
    ({ seen }) => `Access tokens are valid for ${seen}: a disabled account would be accepted for that long.`,
    client('.AccessTokenValidity = 60 | .TokenValidityUnits.AccessToken = "minutes"'),
  ],
  challenge_short: [
    'warn',
    ({ seen }) =>
      `A sign-in may take only ${seen} min, which is too short for people who have to install an authenticator first.`,
    client('.AuthSessionValidity = 15'),
  ],
  existence_revealed: [
    'warn',
    () => 'The pool reveals to strangers which accounts exist.',
    client('.PreventUserExistenceErrors = "ENABLED"'),
  ],
  addresses_unseen: [
    'warn',
    () =>
      'The app client ignores the IP addresses that Coffer sends, so all people share one rate limit of the pool.',
    client('.EnablePropagateAdditionalUserContextData = true'),
  ],
  password_flow_on: [
    'warn',
    ({ seen }) => `The app client allows ${seen}, which reveals passwords to servers. Coffer never needs it.`,
    ({ pool, seen }) => changeClient(pool, `.ExplicitAuthFlows -= ${JSON.stringify(seen.split(', '))}`),
  ],
  attributes_unread: [
    'fail',
    ({ seen }) => `The app client may not read ${seen}, which Coffer needs to identify people.`,
    ({ pool, seen }) => changeClient(pool, union('ReadAttributes', seen)),
  ],
  attributes_unwritable: [
    'warn',
    ({ seen }) => `The app client may not write ${seen}: people cannot change it in their settings.`,
    ({ pool, seen }) => changeClient(pool, union('WriteAttributes', seen)),
  ],
  // Pool
  mfa_off: [
    'fail',
    () => 'Second factors are turned off in the pool, but the settings offer an authenticator.',
    ({ pool }) =>
      `${awsCommand(pool, 'set-user-pool-mfa-config')} --mfa-configuration OPTIONAL --software-token-mfa-configuration Enabled=true`,
  ],
  authenticator_off: [
    'fail',
    () => 'Authenticator apps are turned off in the pool, but the settings offer them.',
    ({ pool }) =>
      `${awsCommand(pool, 'get-user-pool-mfa-config')} | jq '.SoftwareTokenMfaConfiguration.Enabled = true' > mfa.json && ${awsCommand(pool, 'set-user-pool-mfa-config')} --cli-input-json file://mfa.json`,
  ],
  email_no_name: [
    'warn',
    () => 'People cannot sign in with their e-mail address, which the sign-in page asks for first.',
    () =>
      'An existing pool cannot be changed. Tell people their user names, or create a pool with `--username-attributes email`.',
  ],
  names_case_sensitive: [
    'warn',
    () => 'User names are case sensitive: `Ada@example.org` and `ada@example.org` are different people.',
    () =>
      'An existing pool cannot be changed. Create a new one with `--username-configuration CaseSensitive=false`.',
  ],
  email_change_unproved: [
    'warn',
    () => 'A new e-mail address replaces the old one before it is verified: a typo locks people out.',
    ({ pool }) =>
      changePool(
        pool,
        '.AutoVerifiedAttributes |= ((. // []) + ["email"] | unique) | .UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate = ["email"]',
      ),
  ],
  attributes_required: [
    'fail',
    ({ seen }) =>
      `The pool requires ${seen} for every account, so the first administrator cannot be created.`,
    () =>
      'An existing pool cannot be changed. Create the first administrator in the pool, or create a pool that requires at most `email` and `name`.',
  ],
  sign_up_closed: [
    'fail',
    () => 'The sign-in page offers sign-up, but the pool allows only administrators to create accounts.',
    ({ pool }) =>
      `${changePool(pool, '.AdminCreateUserConfig.AllowAdminCreateUserOnly = false')}; or take \`sign-up\` out of COFFER_SIGN_IN.`,
  ],
  reset_closed: [
    'fail',
    () =>
      'The sign-in page offers a password reset, but the pool allows only administrators to reset passwords.',
    ({ pool }) =>
      `${changePool(pool, '.AccountRecoverySetting.RecoveryMechanisms = [{"Name": "verified_email", "Priority": 1}]')}; or take \`reset\` out of COFFER_SIGN_IN.`,
  ],
  passkeys_off: [
    'fail',
    () => 'The sign-in page offers passkeys, but the pool does not accept them as a first factor.',
    ({ pool }) =>
      `${changePool(pool, '.Policies.SignInPolicy.AllowedFirstAuthFactors |= ((. // ["PASSWORD"]) + ["WEB_AUTHN"] | unique)')}; or take \`passkey\` out of COFFER_SIGN_IN.`,
  ],
  passkeys_elsewhere: [
    'fail',
    ({ pool, seen }) =>
      `Passkeys of the pool belong to ${seen}, but the pages are at ${new URL(pool.pageOrigin).hostname}, so browsers will refuse them.`,
    ({ pool }) =>
      `${awsCommand(pool, 'set-user-pool-mfa-config')} --web-authn-configuration RelyingPartyId=${new URL(pool.pageOrigin).hostname},UserVerification=required`,
  ],
  // Administrator's key
  admin_key_wrong: [
    'fail',
    ({ seen }) => `The pool refuses COFFER_POOL_ACCESS_KEY_ID and its secret (${seen}).`,
    () =>
      'Create a new key: `aws iam create-access-key --user-name <name>`; temporary keys, which need a session token, are not supported.',
  ],
  settings_unread: [
    'warn',
    ({ seen }) => `The key may not read the settings of the pool (${seen}), so they were not tested.`,
    ({ pool }) =>
      `Give it this policy: ${JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: READING,
            Resource: `arn:aws:cognito-idp:${pool.region}:*:userpool/${pool.poolId}`,
          },
        ],
      })}`,
  ],
  settings_unseen: [
    'ok',
    () =>
      'Without a key, these were not tested: second factors, token lifetimes, attributes, and rules of the pool.',
    () => 'Set COFFER_POOL_ACCESS_KEY_ID and COFFER_POOL_SECRET_ACCESS_KEY for a single run.',
  ],
} as const satisfies Readonly<Record<string, Words>>;

export type DiagnosisCode = keyof typeof WORDS;

export function diagnose(code: DiagnosisCode, pool: ExaminedPool, seen = ''): Diagnosis {
  const [severity, message, fix]: Words = WORDS[code];
  const facts = { pool, seen };
  return { code, severity, message: message(facts), fix: fix === null ? null : fix(facts) };
}

const READING = [
  'cognito-idp:DescribeUserPool',
  'cognito-idp:DescribeUserPoolClient',
  'cognito-idp:GetUserPoolMfaConfig',
];

export function regionOf(poolId: string): string {
  return poolId.slice(0, poolId.lastIndexOf('_'));
}

function showSecret({ pool }: Facts): string {
  return `\`${awsCommand(pool, 'describe-user-pool-client')} --client-id ${pool.clientId} --query UserPoolClient.ClientSecret\``;
}

function union(member: string, seen: string): string {
  return `.${member} |= (. + ${JSON.stringify(seen.split(', '))} | unique)`;
}
