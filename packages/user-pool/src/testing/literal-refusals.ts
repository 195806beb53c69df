import { DAY_MS, HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { type LiteralTable, TEMPORARY, WRONG } from './scenes/literal-scene.ts';
import { PASSWORD } from './pool-fixture.ts';
import { tokensOf } from './sign-in-driver.ts';

export const LITERAL_REFUSALS: LiteralTable = {
  NotAuthorizedException: [
    ['Incorrect username or password.', (scene) => scene.open.password(scene.email, WRONG)],
    [
      'User is disabled.',
      async (scene) => {
        await scene.open.createUser(scene.email);
        await scene.fixture.admin('AdminDisableUser', scene.target());
        return await scene.open.password(scene.email);
      },
    ],
    [
      'Password attempts exceeded',
      async (scene) => {
        for (let attempt = 0; attempt < 5; attempt++) await scene.open.password(scene.email, WRONG);
        return await scene.open.password(scene.email, WRONG);
      },
    ],
    [
      'Temporary password has expired and must be reset by an administrator.',
      async (scene) => {
        await scene.invite();
        scene.clock.advance(8 * DAY_MS);
        return await scene.open.password(scene.email, TEMPORARY);
      },
    ],
    [
      'User password cannot be reset in the current state.',
      async (scene) => {
        await scene.invite();
        return await scene.asked('ForgotPassword');
      },
    ],
    [
      'Invalid session for the user, session is expired.',
      async (scene) => {
        await scene.invite();
        const waiting = await scene.open.password(scene.email, TEMPORARY);
        scene.clock.advance(3 * MINUTE_MS);
        return await scene.newPassword(waiting);
      },
    ],
    [
      'Invalid session for the user, session can only be used once.',
      async (scene) => {
        await scene.invite();
        const waiting = await scene.open.password(scene.email, TEMPORARY);
        await scene.newPassword(waiting);
        return await scene.newPassword(waiting);
      },
    ],
    [
      'Unable to verify secret hash for client sealed',
      (scene) =>
        scene.fixture.call('InitiateAuth', {
          ClientId: 'sealed',
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: scene.email, PASSWORD, SECRET_HASH: 'AAAA' },
        }),
    ],
    [
      'Client sealed is configured with secret but SECRET_HASH was not received',
      (scene) =>
        scene.fixture.call('InitiateAuth', {
          ClientId: 'sealed',
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: scene.email, PASSWORD },
        }),
    ],
    ['Invalid Access Token', (scene) => scene.getUser('garbage')],
    [
      'Access Token has expired',
      async (scene) => {
        await scene.open.createUser(scene.email);
        const token = await scene.open.accessToken(scene.email);
        scene.clock.advance(HOUR_MS);
        return await scene.getUser(token);
      },
    ],
    [
      'Access Token has been revoked',
      async (scene) => {
        await scene.open.createUser(scene.email);
        const AccessToken = await scene.open.accessToken(scene.email);
        await scene.fixture.call('GlobalSignOut', { AccessToken });
        return await scene.getUser(AccessToken);
      },
    ],
    [
      'Access Token does not have required scopes',
      async (scene) => {
        await scene.open.createUser(scene.email);
        return await scene.getUser(
          await scene.resign(await scene.open.accessToken(scene.email), { scope: 'openid' }),
        );
      },
    ],
    ['Invalid Refresh Token', (scene) => scene.refresh('garbage')],
    [
      'Refresh Token has expired',
      async (scene) => {
        await scene.open.createUser(scene.email);
        const { RefreshToken } = tokensOf(await scene.open.password(scene.email));
        scene.clock.advance(30 * DAY_MS);
        return await scene.refresh(RefreshToken);
      },
    ],
    [
      'Refresh Token has been revoked',
      async (scene) => {
        await scene.open.createUser(scene.email);
        const { RefreshToken, AccessToken } = tokensOf(await scene.open.password(scene.email));
        await scene.fixture.call('GlobalSignOut', { AccessToken });
        return await scene.refresh(RefreshToken);
      },
    ],
    [
      'User cannot be confirmed. Current status is CONFIRMED',
      async (scene) => {
        await scene.open.createUser(scene.email);
        return await scene.asked('ConfirmSignUp', { ConfirmationCode: '123456' });
      },
    ],
  ],
  UserNotFoundException: [
    ['User does not exist.', (scene) => scene.frank.password(scene.email)],
    ['Username/client id combination not found.', (scene) => scene.asked('ForgotPassword')],
    [
      'Username/client id combination not found.',
      (scene) => scene.asked('ConfirmSignUp', { ConfirmationCode: '123456' }),
    ],
    ['Username/client id combination not found.', (scene) => scene.asked('ResendConfirmationCode')],
  ],
  UserNotConfirmedException: [
    [
      'User is not confirmed.',
      async (scene) => {
        await scene.signUp();
        return await scene.open.password(scene.email);
      },
    ],
  ],
  PasswordResetRequiredException: [
    [
      'Password reset required for the user',
      async (scene) => {
        await scene.open.createUser(scene.email);
        await scene.fixture.admin('AdminResetUserPassword', scene.target());
        return await scene.open.password(scene.email);
      },
    ],
  ],
  UsernameExistsException: [
    [
      'User already exists',
      async (scene) => {
        const Username = `name${scene.count}`;
        await scene.named(Username);
        return await scene.named(Username);
      },
    ],
    [
      'An account with the given email already exists.',
      async (scene) => {
        await scene.open.createUser(scene.email);
        return await scene.signUp({}, 'frank');
      },
    ],
  ],
  AliasExistsException: [
    [
      'An account with the email already exists.',
      async (scene) => {
        const attributes = { UserAttributes: [{ Name: 'email', Value: scene.email }] };
        const confirm = async (Username: string, ConfirmationCode: string) =>
          await scene.asked('ConfirmSignUp', { Username, ConfirmationCode }, 'names');
        const codes: string[] = [];
        // Sequential, since concurrent messages have no order.
        for (const Username of [`first${scene.count}`, `second${scene.count}`]) {
          await scene.named(Username, attributes);
          codes.push(await scene.fixture.lastCode(scene.email));
        }
        await confirm(`first${scene.count}`, codes[0] ?? '');
        return await confirm(`second${scene.count}`, codes[1] ?? '');
      },
    ],
  ],
};
