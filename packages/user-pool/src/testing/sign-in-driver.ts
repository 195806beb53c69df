import { fileURLToPath } from 'node:url';
import { assert, type Clock, systemClock } from '@coffer/kit';
import { z } from 'zod';
import { computeCode, stepAt } from '../crypto/totp.ts';
import { type DeclaredPoolInput, srpPoolName } from '../settings.ts';
import { decodeBase32 } from './base32.ts';
import { PASSWORD, type PoolFixture, type Reply, tokensSchema } from './pool-fixture.ts';
import { createSrpClient } from './srp-client.ts';

export const CHOICE_POOL_ID = 'us-east-1_Choice001';
export const DEMANDING_POOL_ID = 'us-east-1_Demand001';
export const QUESTION_POOL_ID = 'us-east-1_Questn001';
export const RIDDLE_POOL_ID = 'us-east-1_Riddle001';
export const ALIAS_POOL_ID = 'us-east-1_Alias0001';
export const EVERY_FLOW = [
  'ALLOW_USER_SRP_AUTH',
  'ALLOW_REFRESH_TOKEN_AUTH',
  'ALLOW_USER_PASSWORD_AUTH',
  'ALLOW_ADMIN_USER_PASSWORD_AUTH',
  'ALLOW_CUSTOM_AUTH',
  'ALLOW_USER_AUTH',
] as const;

const explicitAuthFlows = [...EVERY_FLOW];
const everyFactor = {
  softwareTokenMfa: { isEnabled: true },
  smsMfa: { isEnabled: true },
  emailMfa: { isEnabled: true },
};

/** Together these pools use every challenge. */
export const CHALLENGE_POOLS: readonly DeclaredPoolInput[] = [
  {
    id: CHOICE_POOL_ID,
    name: 'choice',
    usernameAttributes: ['email'],
    mfaConfiguration: 'OPTIONAL',
    ...everyFactor,
    firstFactors: ['PASSWORD', 'EMAIL_OTP', 'SMS_OTP'],
    isSelfSignUpAllowed: true,
    autoVerifiedAttributes: ['email'],
    schemaAttributes: [
      { name: 'given_name', isCustom: false, isRequired: true },
      { name: 'family_name', isCustom: false, isRequired: true, isMutable: false },
      { name: 'team', isCustom: true },
    ],
    clients: [
      { id: 'choice', name: 'choice', explicitAuthFlows },
      { id: 'choice2', name: 'another', explicitAuthFlows },
      { id: 'legacychoice', name: 'legacy', explicitAuthFlows, preventUserExistenceErrors: 'LEGACY' },
      { id: 'slowchoice', name: 'slow', explicitAuthFlows, authSessionValidityMinutes: 10 },
      { id: 'srpchoice', name: 'srp' },
    ],
  },
  {
    id: DEMANDING_POOL_ID,
    name: 'demanding',
    mfaConfiguration: 'ON',
    softwareTokenMfa: { isEnabled: true },
    emailMfa: { isEnabled: true },
    isSelfSignUpAllowed: true,
    autoVerifiedAttributes: ['email'],
    clients: [{ id: 'demanding', name: 'demanding', explicitAuthFlows }],
  },
  {
    id: QUESTION_POOL_ID,
    name: 'question',
    usernameAttributes: ['email'],
    customAuth: { kind: 'email_code' },
    clients: [{ id: 'question', name: 'question', explicitAuthFlows }],
  },
  {
    id: ALIAS_POOL_ID,
    name: 'alias',
    aliasAttributes: ['email'],
    clients: [{ id: 'alias', name: 'alias', explicitAuthFlows }],
  },
  {
    id: RIDDLE_POOL_ID,
    name: 'riddle',
    mfaConfiguration: 'OPTIONAL',
    customAuth: { kind: 'module', path: fileURLToPath(new URL('riddle.ts', import.meta.url)) },
    clients: [{ id: 'riddle', name: 'riddle', explicitAuthFlows }],
  },
];

export interface SignInDriver {
  begin(AuthFlow: string, AuthParameters: object, extra?: object): Promise<Reply>;
  /** `of`: a reply or a Session. */
  answer(ChallengeName: string, of: unknown, ChallengeResponses: object): Promise<Reply>;
  password(USERNAME: string, PASSWORD?: string): Promise<Reply>;
  srp(): ReturnType<typeof createSrpClient>;
  createUser(name: string, attributes?: Readonly<Record<string, string>>): Promise<string>;
  accessToken(name: string): Promise<string>;
  setUpTotp(name: string): Promise<string>;
}

export const PHONE = '+4915112345678';

export function createDriver(
  fixture: Pick<PoolFixture, 'call' | 'admin'>,
  at: { readonly poolId: string; readonly clientId: string; readonly clock?: Clock },
): SignInDriver {
  const { poolId, clientId, clock = systemClock } = at;
  const begin: SignInDriver['begin'] = (AuthFlow, AuthParameters, extra = {}) =>
    fixture.call('InitiateAuth', { AuthFlow, ClientId: clientId, AuthParameters, ...extra });
  const password: SignInDriver['password'] = (USERNAME, given = PASSWORD) =>
    begin('USER_PASSWORD_AUTH', { USERNAME, PASSWORD: given });
  const accessToken = async (name: string) => tokensOf(await password(name)).AccessToken;
  return {
    begin,
    password,
    accessToken,
    answer: (ChallengeName, of, ChallengeResponses) =>
      fixture.call('RespondToAuthChallenge', {
        ChallengeName,
        ClientId: clientId,
        Session: sessionOf(of),
        ChallengeResponses,
      }),
    srp: () => createSrpClient(srpPoolName(poolId)),
    async createUser(name, attributes = {}) {
      const given = {
        given_name: 'Ada',
        family_name: 'Lovelace',
        email_verified: 'true',
        phone_number: PHONE,
        phone_number_verified: 'true',
        ...(poolId === DEMANDING_POOL_ID || poolId === RIDDLE_POOL_ID
          ? { email: `${name}@example.org` }
          : {}),
        ...attributes,
      };
      const UserAttributes = Object.entries(given)
        .filter(([, Value]) => Value !== '')
        .map(([Name, Value]) => ({ Name, Value }));
      const target = { UserPoolId: poolId, Username: name };
      const made = await fixture.admin('AdminCreateUser', {
        ...target,
        MessageAction: 'SUPPRESS',
        UserAttributes,
      });
      assert(made.status === 200, `the user was not created: ${JSON.stringify(made.body)}`);
      const set = await fixture.admin('AdminSetUserPassword', {
        ...target,
        Password: PASSWORD,
        Permanent: true,
      });
      assert(set.status === 200, `the password was not set: ${JSON.stringify(set.body)}`);
      return String(Reflect.get(Object(made.body['User']), 'Username'));
    },
    async setUpTotp(name) {
      const AccessToken = await accessToken(name);
      const associated = await fixture.call('AssociateSoftwareToken', { AccessToken });
      const secret = String(associated.body['SecretCode']);
      const UserCode = totpCode(secret, clock, -1);
      const verified = await fixture.call('VerifySoftwareToken', {
        AccessToken,
        UserCode,
        FriendlyDeviceName: 'pocket',
      });
      assert(verified.body['Status'] === 'SUCCESS', JSON.stringify(verified.body));
      return secret;
    },
  };
}

export function totpCode(secret: string, clock: Clock, stepsAhead = 0): string {
  return computeCode(decodeBase32(secret), stepAt(clock.now()) + stepsAhead);
}

export function tokensOf(reply: Reply) {
  assert(reply.status === 200, `not signed in: ${JSON.stringify(reply.body)}`);
  return tokensSchema.parse(reply.body['AuthenticationResult']);
}

const parametersSchema = z.looseObject({
  SALT: z.string().default(''),
  SRP_B: z.string().default(''),
  SECRET_BLOCK: z.string().default(''),
  USER_ID_FOR_SRP: z.string().default(''),
});

/** SRP parameters are empty for other challenges. */
export function parametersOf(reply: Reply): z.output<typeof parametersSchema> {
  return parametersSchema.parse(reply.body['ChallengeParameters'] ?? {});
}

function sessionOf(of: unknown): unknown {
  return typeof of === 'object' && of !== null && 'body' in of ? Reflect.get(Object(of.body), 'Session') : of;
}

export const refused = (type: string, message: string) => ({ status: 400, body: { __type: type, message } });
export const NOT_AUTHORIZED = refused('NotAuthorizedException', 'Incorrect username or password.');
export const EXCEEDED = refused('NotAuthorizedException', 'Password attempts exceeded');
export const SESSION_INVALID = refused('NotAuthorizedException', 'Invalid session for the user.');
export const SESSION_USED = refused(
  'NotAuthorizedException',
  'Invalid session for the user, session can only be used once.',
);
export const SESSION_EXPIRED = refused(
  'NotAuthorizedException',
  'Invalid session for the user, session is expired.',
);
export const CODE_WRONG = refused('CodeMismatchException', 'Invalid code or auth state for the user.');
