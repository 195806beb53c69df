import { adminCreateUser, adminCreateUserInput } from './admin-create-user.ts';
import { adminDisableUser, adminDisableUserInput } from './admin-disable-user.ts';
import { adminEnableUser, adminEnableUserInput } from './admin-enable-user.ts';
import { adminGetUser, adminGetUserInput } from './admin-get-user.ts';
import { adminSetUserPassword, adminSetUserPasswordInput } from './admin-set-user-password.ts';
import { adminUserGlobalSignOut, adminUserGlobalSignOutInput } from './admin-user-global-sign-out.ts';
import { associateSoftwareToken, associateSoftwareTokenInput } from './associate-software-token.ts';
import { changePassword, changePasswordInput } from './change-password.ts';
import {
  getTokensFromRefreshToken,
  getTokensFromRefreshTokenInput,
} from './get-tokens-from-refresh-token.ts';
import { getUser, getUserInput } from './get-user.ts';
import { globalSignOut, globalSignOutInput } from './global-sign-out.ts';
import { initiateAuth, initiateAuthInput } from './initiate-auth.ts';
import { listUsers, listUsersInput } from './list-users.ts';
import { defineOperation, type Operation } from './operation.ts';
import { respondToAuthChallenge, respondToAuthChallengeInput } from './respond-to-auth-challenge.ts';
import { revokeToken, revokeTokenInput } from './revoke-token.ts';
import { setUserMfaPreference, setUserMfaPreferenceInput } from './set-user-mfa-preference.ts';
import { verifySoftwareToken, verifySoftwareTokenInput } from './verify-software-token.ts';

/** Every operation by its name in `X-Amz-Target`. What is not here is not known. */
export const operations: ReadonlyMap<string, Operation> = new Map([
  ['InitiateAuth', defineOperation('public', initiateAuthInput, initiateAuth)],
  ['RespondToAuthChallenge', defineOperation('public', respondToAuthChallengeInput, respondToAuthChallenge)],
  [
    'GetTokensFromRefreshToken',
    defineOperation('public', getTokensFromRefreshTokenInput, getTokensFromRefreshToken),
  ],
  ['RevokeToken', defineOperation('public', revokeTokenInput, revokeToken)],
  ['GlobalSignOut', defineOperation('public', globalSignOutInput, globalSignOut)],
  ['GetUser', defineOperation('public', getUserInput, getUser)],
  ['ChangePassword', defineOperation('public', changePasswordInput, changePassword)],
  ['AssociateSoftwareToken', defineOperation('public', associateSoftwareTokenInput, associateSoftwareToken)],
  ['VerifySoftwareToken', defineOperation('public', verifySoftwareTokenInput, verifySoftwareToken)],
  ['SetUserMFAPreference', defineOperation('public', setUserMfaPreferenceInput, setUserMfaPreference)],
  ['AdminCreateUser', defineOperation('signed', adminCreateUserInput, adminCreateUser)],
  ['AdminGetUser', defineOperation('signed', adminGetUserInput, adminGetUser)],
  ['AdminSetUserPassword', defineOperation('signed', adminSetUserPasswordInput, adminSetUserPassword)],
  ['AdminDisableUser', defineOperation('signed', adminDisableUserInput, adminDisableUser)],
  ['AdminEnableUser', defineOperation('signed', adminEnableUserInput, adminEnableUser)],
  ['AdminUserGlobalSignOut', defineOperation('signed', adminUserGlobalSignOutInput, adminUserGlobalSignOut)],
  ['ListUsers', defineOperation('signed', listUsersInput, listUsers)],
]);
