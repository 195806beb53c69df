import type { Diagnosis } from '../../diagnosis.ts';
import { awsCommand, changeClient, changePool } from './commands.ts';
import type { ExaminedPool } from './examined.ts';

interface Facts {
  readonly pool: ExaminedPool;
  /** For example an exception name. Never a secret. */
  readonly seen: string;
}

type Words = readonly ['ok' | 'warn' | 'fail', (facts: Facts) => string, ((facts: Facts) => string) | null];

const SYNC = 'Let this machine set its clock by itself: `timedatectl set-ntp true`.';
const client =
  (filter: string) =>
  ({ pool }: Facts): string =>
    changeClient(pool, filter);
const allow = (flow: string) => client(`.ExplicitAuthFlows |= (. + ["${flow}"] | unique)`);

const WORDS = {
  fine: ['ok', () => 'Everything that was tried and read is as Coffer needs it.', null],
  // Reachability
  not_a_pool: [
    'fail',
    ({ pool, seen }) => `What answers at ${pool.endpoint} is no user pool (${seen}).`,
    ({ pool }) =>
      `Set COFFER_POOL_ENDPOINT=https://cognito-idp.${pool.region}.amazonaws.com, or unset it: not the domain of the hosted pages.`,
  ],
  pool_failing: [
    'warn',
    ({ seen }) => `The pool answers with its own failure (${seen}), so that not everything could be tried.`,
    () => 'Run this again later; https://health.aws.amazon.com tells of outages.',
  ],
  clock_skew: [
    'fail',
    ({ seen }) =>
      `The clocks of this machine and of the pool differ by ${seen} s. From 300 s on signed calls and proofs of passwords are refused.`,
    () => SYNC,
  ],
  clock_drift: [
    'warn',
    ({ seen }) => `The clocks of this machine and of the pool differ by ${seen} s.`,
    () => SYNC,
  ],
  wrong_region: [
    'fail',
    ({ pool, seen }) => `The pool ${pool.poolId} is not of the region ${seen}.`,
    ({ pool }) =>
      `Unset COFFER_POOL_REGION and COFFER_POOL_ENDPOINT: the region ${regionOf(pool.poolId)} is the part of COFFER_POOL_ID before the underscore.`,
  ],
  pool_unknown: [
    'fail',
    ({ pool }) => `There is no pool ${pool.poolId} at ${pool.endpoint}.`,
    ({ pool }) =>
      `Copy the id of the pool into COFFER_POOL_ID: \`aws cognito-idp list-user-pools --max-results 60 --region ${pool.region}\`.`,
  ],
  issuer_mismatch: [
    'fail',
    ({ pool, seen }) => `The pool calls itself ${seen}, and not ${pool.issuer}: no token would be believed.`,
    ({ seen }) => `Set COFFER_POOL_ISSUER=${seen}.`,
  ],
  keys_missing: [
    'fail',
    ({ pool, seen }) =>
      `${pool.issuer} publishes no RS256 keys (${seen}): no token could be proved to be the pool's.`,
    ({ pool }) =>
      `Set COFFER_POOL_ISSUER to the \`iss\` of the pool's tokens; \`${pool.issuer}/.well-known/jwks.json\` must answer.`,
  ],
  // App client
  client_unknown: [
    'fail',
    ({ pool }) => `The pool knows no app client ${pool.clientId}.`,
    ({ pool }) =>
      `Copy the id into COFFER_POOL_CLIENT_ID: \`${awsCommand(pool, 'list-user-pool-clients')}\`.`,
  ],
  secret_missing: [
    'fail',
    ({ pool }) => `The app client ${pool.clientId} has a secret, and Coffer was not given it.`,
    (facts) => `Set COFFER_POOL_CLIENT_SECRET; ${showSecret(facts)} shows it.`,
  ],
  secret_wrong: [
    'fail',
    ({ pool }) => `COFFER_POOL_CLIENT_SECRET is not the secret of the app client ${pool.clientId}.`,
    (facts) => `Copy it anew; ${showSecret(facts)} shows it.`,
  ],
  secret_superfluous: [
    'fail',
    ({ pool }) => `The app client ${pool.clientId} has no secret, and Coffer shows one.`,
    () =>
      'Unset COFFER_POOL_CLIENT_SECRET; better, make an app client with a secret (a client never gets one later).',
  ],
  srp_off: [
    'fail',
    () => 'The app client does not allow USER_SRP_AUTH: nobody can sign in by password.',
    allow('ALLOW_USER_SRP_AUTH'),
  ],
  user_auth_off: [
    'fail',
    ({ seen }) => `The sign-in page offers ${seen}, and the app client does not allow USER_AUTH.`,
    (facts) => `${allow('ALLOW_USER_AUTH')(facts)}; or take it out of COFFER_SIGN_IN.`,
  ],
  custom_auth_off: [
    'fail',
    () => 'The sign-in page offers questions of the pool, and the app client does not allow CUSTOM_AUTH.',
    (facts) => `${allow('ALLOW_CUSTOM_AUTH')(facts)}; or take \`custom\` out of COFFER_SIGN_IN.`,
  ],
  refresh_off: [
    'fail',
    ({ seen }) =>
      `The app client renews no tokens (${seen}): people would be signed out when the first ones are over.`,
    client('.RefreshTokenRotation = {"Feature": "ENABLED", "RetryGracePeriodSeconds": 60}'),
  ],
  rotation_off: [
    'warn',
    () => 'Refresh tokens are not replaced when they are used: a stolen one would not show.',
    client(
      '.ExplicitAuthFlows -= ["ALLOW_REFRESH_TOKEN_AUTH"] | .RefreshTokenRotation = {"Feature": "ENABLED", "RetryGracePeriodSeconds": 60}',
    ),
  ],
  rotation_graceless: [
    'warn',
    () =>
      'Refresh tokens are replaced without a grace period: an answer that is lost on the way signs a person out.',
    client('.RefreshTokenRotation.RetryGracePeriodSeconds = 60'),
  ],
  revocation_off: [
    'fail',
    () => 'The app client does not revoke tokens: after a sign-out they would go on at the pool.',
    client('.EnableTokenRevocation = true'),
  ],
  refresh_short: [
    'warn',
    ({ seen }) => `Refresh tokens live ${seen}, sessions 30 days: people are signed out before their time.`,
    client('.RefreshTokenValidity = 30 | .TokenValidityUnits.RefreshToken = "days"'),
  ],
  access_long: [
    'warn',
    ({ seen }) => `Access tokens live ${seen}: a disabled account would be seen as good for so long.`,
    client('.AccessTokenValidity = 60 | .TokenValidityUnits.AccessToken = "minutes"'),
  ],
  challenge_short: [
    'warn',
    ({ seen }) => `A sign-in may take ${seen} min: too short for who has to install an authenticator first.`,
    client('.AuthSessionValidity = 15'),
  ],
  existence_revealed: [
    'warn',
    () => 'The pool tells strangers which accounts exist.',
    client('.PreventUserExistenceErrors = "ENABLED"'),
  ],
  addresses_unseen: [
    'warn',
    () => 'The app client does not take addresses of people from Coffer: to the pool all of them are one.',
    client('.EnablePropagateAdditionalUserContextData = true'),
  ],
  password_flow_on: [
    'warn',
    ({ seen }) => `The app client allows ${seen}, which shows passwords to servers. Coffer needs it never.`,
    ({ pool, seen }) => changeClient(pool, `.ExplicitAuthFlows -= ${JSON.stringify(seen.split(', '))}`),
  ],
  attributes_unread: [
    'fail',
    ({ seen }) => `The app client may not read ${seen}: Coffer would not know who is who.`,
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
    () => 'Second factors are off at the pool, and the settings offer an authenticator.',
    ({ pool }) =>
      `${awsCommand(pool, 'set-user-pool-mfa-config')} --mfa-configuration OPTIONAL --software-token-mfa-configuration Enabled=true`,
  ],
  authenticator_off: [
    'fail',
    () => 'Authenticator apps are off at the pool, and the settings offer them.',
    ({ pool }) =>
      `${awsCommand(pool, 'get-user-pool-mfa-config')} | jq '.SoftwareTokenMfaConfiguration.Enabled = true' > mfa.json && ${awsCommand(pool, 'set-user-pool-mfa-config')} --cli-input-json file://mfa.json`,
  ],
  email_no_name: [
    'warn',
    () => 'People cannot sign in by their e-mail address, which the sign-in page asks for first.',
    () =>
      'This cannot be changed at a pool that exists. Tell people their user names, or make a pool with `--username-attributes email`.',
  ],
  names_case_sensitive: [
    'warn',
    () => 'User names are case sensitive: `Ada@example.org` and `ada@example.org` are two people.',
    () =>
      'This cannot be changed at a pool that exists. A new one takes `--username-configuration CaseSensitive=false`.',
  ],
  email_change_unproved: [
    'warn',
    () => 'A new e-mail address takes the place of the old one before it is proved: a slip locks people out.',
    ({ pool }) =>
      changePool(
        pool,
        '.AutoVerifiedAttributes |= ((. // []) + ["email"] | unique) | .UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate = ["email"]',
      ),
  ],
  attributes_required: [
    'fail',
    ({ seen }) => `The pool demands ${seen} of every account: the first administrator could not be made.`,
    () =>
      'This cannot be changed at a pool that exists. Make the first administrator at the pool, or make a pool that demands `email` and `name` at most.',
  ],
  sign_up_closed: [
    'fail',
    () => 'The sign-in page offers to make an account, and the pool lets administrators alone do so.',
    ({ pool }) =>
      `${changePool(pool, '.AdminCreateUserConfig.AllowAdminCreateUserOnly = false')}; or take \`sign-up\` out of COFFER_SIGN_IN.`,
  ],
  reset_closed: [
    'fail',
    () => 'The sign-in page offers a new password, and the pool lets administrators alone give one.',
    ({ pool }) =>
      `${changePool(pool, '.AccountRecoverySetting.RecoveryMechanisms = [{"Name": "verified_email", "Priority": 1}]')}; or take \`reset\` out of COFFER_SIGN_IN.`,
  ],
  passkeys_off: [
    'fail',
    () => 'The sign-in page offers passkeys, and the pool does not take them as a first factor.',
    ({ pool }) =>
      `${changePool(pool, '.Policies.SignInPolicy.AllowedFirstAuthFactors |= ((. // ["PASSWORD"]) + ["WEB_AUTHN"] | unique)')}; or take \`passkey\` out of COFFER_SIGN_IN.`,
  ],
  passkeys_elsewhere: [
    'fail',
    ({ pool, seen }) =>
      `Passkeys of the pool belong to ${seen}, and pages are at ${new URL(pool.pageOrigin).hostname}: browsers will refuse them.`,
    ({ pool }) =>
      `${awsCommand(pool, 'set-user-pool-mfa-config')} --web-authn-configuration RelyingPartyId=${new URL(pool.pageOrigin).hostname},UserVerification=required`,
  ],
  // Administrator's key
  admin_key_wrong: [
    'fail',
    ({ seen }) => `The pool does not take COFFER_POOL_ACCESS_KEY_ID and its secret (${seen}).`,
    () =>
      'Make a new key: `aws iam create-access-key --user-name <name>`; temporary keys, which need a session token, do not work here.',
  ],
  settings_unread: [
    'warn',
    ({ seen }) => `The key may not read the settings of the pool (${seen}), so that they were not looked at.`,
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
      'Without a key, these were not looked at: second factors, lives of tokens, attributes, rules of the pool.',
    () => 'Set COFFER_POOL_ACCESS_KEY_ID and COFFER_POOL_SECRET_ACCESS_KEY for this one run.',
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
