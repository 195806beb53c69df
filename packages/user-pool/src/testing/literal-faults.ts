import { DAY_MS } from '@coffer/kit';
import { type LiteralRow, type LiteralTable, NAMES_POOL_ID, POOL_ID } from './scenes/literal-scene.ts';
import { PASSWORD, startPool } from './pool-fixture.ts';
import { createDriver, tokensOf, totpCode } from './sign-in-driver.ts';

export const LITERAL_FAULTS: LiteralTable = {
  CodeMismatchException: [
    [
      'Invalid verification code provided, please try again.',
      async (scene) => {
        await scene.signUp();
        return await scene.asked('ConfirmSignUp', { ConfirmationCode: 'wrong' }, 'open');
      },
    ],
    [
      'Invalid verification code provided, please try again.',
      async (scene) => {
        await scene.open.createUser(scene.email);
        await scene.asked('ForgotPassword', {}, 'open');
        return await scene.asked(
          'ConfirmForgotPassword',
          { ConfirmationCode: 'wrong', Password: PASSWORD },
          'open',
        );
      },
    ],
    [
      'Invalid verification code provided, please try again.',
      async (scene) => {
        await scene.open.createUser(scene.email);
        await scene.withToken('GetUserAttributeVerificationCode', { AttributeName: 'email' });
        return await scene.withToken('VerifyUserAttribute', { AttributeName: 'email', Code: 'wrong' });
      },
    ],
    [
      'Invalid code or auth state for the user.',
      async (scene) => {
        await scene.open.createUser(scene.email);
        await scene.withToken('SetUserMFAPreference', { SMSMfaSettings: { Enabled: true } });
        return await scene.open.answer('SMS_MFA', await scene.open.password(scene.email), {
          USERNAME: scene.email,
          SMS_MFA_CODE: 'x',
        });
      },
    ],
    [
      'Invalid code or auth state for the user.',
      async (scene) => {
        await scene.open.createUser(scene.email);
        await scene.withToken('SetUserMFAPreference', { EmailMfaSettings: { Enabled: true } });
        return await scene.open.answer('EMAIL_OTP', await scene.open.password(scene.email), {
          USERNAME: scene.email,
          EMAIL_OTP_CODE: 'x',
        });
      },
    ],
    [
      'Invalid code received for user',
      async (scene) => {
        await scene.enableTotp();
        const code = { USERNAME: scene.email, SOFTWARE_TOKEN_MFA_CODE: 'x' };
        return await scene.open.answer('SOFTWARE_TOKEN_MFA', await scene.open.password(scene.email), code);
      },
    ],
  ],
  ExpiredCodeException: [
    [
      'Invalid code provided, please request a code again.',
      async (scene) => {
        await scene.signUp();
        const ConfirmationCode = await scene.fixture.lastCode(scene.email);
        scene.clock.advance(DAY_MS);
        return await scene.asked('ConfirmSignUp', { ConfirmationCode }, 'open');
      },
    ],
    [
      'Your software token has already been used once.',
      async (scene) => {
        const secret = await scene.enableTotp();
        const code = { USERNAME: scene.email, SOFTWARE_TOKEN_MFA_CODE: totpCode(secret, scene.clock) };
        tokensOf(await scene.open.answer('SOFTWARE_TOKEN_MFA', await scene.open.password(scene.email), code));
        return await scene.open.answer('SOFTWARE_TOKEN_MFA', await scene.open.password(scene.email), code);
      },
    ],
  ],
  EnableSoftwareTokenMFAException: [
    // Cognito also answers `Code mismatch and fail enable Software Token MFA`.
    [
      'Code mismatch',
      async (scene) => {
        await scene.open.createUser(scene.email);
        await scene.withToken('AssociateSoftwareToken');
        return await scene.withToken('VerifySoftwareToken', { UserCode: '000000' });
      },
    ],
  ],
  SoftwareTokenMFANotFoundException: [
    [
      'Software Token MFA has not been enabled by the userPool',
      async (scene) => {
        const names = createDriver(scene.fixture, {
          poolId: NAMES_POOL_ID,
          clientId: 'names',
          clock: scene.clock,
        });
        const at = { UserPoolId: NAMES_POOL_ID, Username: `plain${scene.count}` };
        const Password = 'Aa1!aaaaaa-Kettle';
        await scene.fixture.admin('AdminCreateUser', { ...at, MessageAction: 'SUPPRESS' });
        await scene.fixture.admin('AdminSetUserPassword', { ...at, Password, Permanent: true });
        const { AccessToken } = tokensOf(await names.password(at.Username, Password));
        return await scene.fixture.call('AssociateSoftwareToken', { AccessToken });
      },
    ],
  ],
  InvalidParameterException: [
    [
      'User has not set up software token mfa',
      async (scene) => {
        await scene.open.createUser(scene.email);
        return await scene.withToken('SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: true } });
      },
    ],
    [
      'User has not verified software token mfa',
      async (scene) => {
        await scene.open.createUser(scene.email);
        await scene.withToken('AssociateSoftwareToken');
        return await scene.withToken('SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: true } });
      },
    ],
    [
      'User is already confirmed.',
      async (scene) => {
        await scene.open.createUser(scene.email);
        return await scene.asked('ResendConfirmationCode');
      },
    ],
    [
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
      async (scene) => {
        await scene.open.createUser(scene.email, { email_verified: 'false', phone_number_verified: 'false' });
        return await scene.asked('ForgotPassword');
      },
    ],
    [
      'USER_PASSWORD_AUTH flow not enabled for this client',
      (scene) =>
        createDriver(scene.fixture, { poolId: POOL_ID, clientId: 'shut', clock: scene.clock }).password(
          scene.email,
        ),
    ],
    [
      'Initiate Auth method not supported.',
      (scene) => scene.open.begin('ADMIN_USER_PASSWORD_AUTH', { USERNAME: scene.email, PASSWORD }),
    ],
    ['Missing required parameter USERNAME', (scene) => scene.open.begin('USER_PASSWORD_AUTH', { PASSWORD })],
    ['Missing required parameter Session', (scene) => scene.newPassword(undefined)],
    [
      'Invalid email address format.',
      (scene) => scene.named(`name${scene.count}`, { UserAttributes: [{ Name: 'email', Value: 'none' }] }),
    ],
    [
      'Invalid phone number format.',
      (scene) => scene.signUp({ UserAttributes: [{ Name: 'phone_number', Value: '0151 12' }] }),
    ],
    [
      'Attributes did not conform to the schema: shoe_size: Attribute does not exist in the schema.',
      (scene) => scene.signUp({ UserAttributes: [{ Name: 'shoe_size', Value: '43' }] }),
    ],
    [
      'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.',
      (scene) =>
        scene.open.answer('PASSWORD_VERIFIER', undefined, {
          USERNAME: scene.email,
          PASSWORD_CLAIM_SIGNATURE: 'AAAA',
          PASSWORD_CLAIM_SECRET_BLOCK: 'AAAA',
          TIMESTAMP: '2030-05-04',
        }),
    ],
    [
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length greater than or equal to 6",
      (scene) => scene.signUp({ Password: 'short' }),
    ],
  ],
  InvalidPasswordException: [
    ['Password did not conform with policy: Password not long enough', (scene) => scene.atNames('Aa1!aaa')],
    [
      'Password did not conform with policy: Password must have uppercase characters',
      (scene) => scene.atNames('aa1!aaaaaa'),
    ],
    [
      'Password did not conform with policy: Password must have lowercase characters',
      (scene) => scene.atNames('AA1!AAAAAA'),
    ],
    [
      'Password did not conform with policy: Password must have numeric characters',
      (scene) => scene.atNames('Aaa!aaaaaa'),
    ],
    [
      'Password did not conform with policy: Password must have symbol characters',
      (scene) => scene.atNames('Aa1aaaaaaa'),
    ],
    // AdminCreateUser has a slightly different text.
    ...(
      [
        ['Password not long enough', 'Aa1!aaa'],
        ['Password must have uppercase characters', 'aa1!aaaaaa'],
        ['Password must have lowercase characters', 'AA1!AAAAAA'],
        ['Password must have numeric characters', 'Aaa!aaaaaa'],
        ['Password must have symbol characters', 'Aa1aaaaaaa'],
      ] as const
    ).map(
      ([reason, TemporaryPassword]): LiteralRow => [
        `Password did not conform with password policy: ${reason}`,
        (scene) =>
          scene.fixture.admin('AdminCreateUser', {
            UserPoolId: NAMES_POOL_ID,
            Username: `made${scene.count}`,
            TemporaryPassword,
          }),
      ],
    ),
  ],
  LimitExceededException: [
    [
      'Attempt limit exceeded, please try after some time.',
      async (scene) => {
        await scene.signUp();
        for (let times = 0; times < 5; times++) await scene.asked('ResendConfirmationCode', {}, 'open');
        return await scene.asked('ResendConfirmationCode', {}, 'open');
      },
    ],
  ],
  TooManyRequestsException: [
    [
      'Rate exceeded',
      async (scene) => {
        const limits = { users: { requests: { count: 1, perSeconds: 60 } } };
        const strict = await startPool(scene.connectionString, { clock: scene.clock, pools: [], limits });
        await scene.open.createUser(scene.email);
        const AccessToken = await scene.resign(await scene.open.accessToken(scene.email), {
          iss: `${strict.endpoint}/${POOL_ID}`,
        });
        await strict.call('GetUser', { AccessToken });
        const reply = await strict.call('GetUser', { AccessToken });
        await strict.close();
        return reply;
      },
    ],
  ],
  ResourceNotFoundException: [
    ['User pool client nobody does not exist.', (scene) => scene.asked('ForgotPassword', {}, 'nobody')],
    [
      'User pool us-east-1_Nobody001 does not exist.',
      (scene) => scene.fixture.admin('ListUsers', { UserPoolId: 'us-east-1_Nobody001' }),
    ],
    [
      'Group not found.',
      (scene) => scene.fixture.admin('GetGroup', { UserPoolId: POOL_ID, GroupName: 'nobody' }),
    ],
  ],
};
