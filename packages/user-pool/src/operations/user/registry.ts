import { defineOperation, type Operation } from '../operation.ts';
import { listUserSessions, listUserSessionsInput } from './list-user-sessions.ts';
import { revokeUserSession, revokeUserSessionInput } from './revoke-user-session.ts';
import { confirmDevice, confirmDeviceInput } from './confirm-device.ts';
import { updateDeviceStatus, updateDeviceStatusInput } from './update-device-status.ts';
import { listDevices, listDevicesInput } from './list-devices.ts';
import { getDevice, getDeviceInput } from './get-device.ts';
import { forgetDevice, forgetDeviceInput } from './forget-device.ts';
import {
  completeWebAuthnRegistration,
  completeWebAuthnRegistrationInput,
} from './complete-web-authn-registration.ts';
import { deleteWebAuthnCredential, deleteWebAuthnCredentialInput } from './delete-web-authn-credential.ts';
import { listWebAuthnCredentials, listWebAuthnCredentialsInput } from './list-web-authn-credentials.ts';
import { startWebAuthnRegistration, startWebAuthnRegistrationInput } from './start-web-authn-registration.ts';
import { associateSoftwareToken, associateSoftwareTokenInput } from './associate-software-token.ts';
import { changePassword, changePasswordInput } from './change-password.ts';
import {
  getTokensFromRefreshToken,
  getTokensFromRefreshTokenInput,
} from './get-tokens-from-refresh-token.ts';
import { getUser, getUserInput } from './get-user.ts';
import { globalSignOut, globalSignOutInput } from './global-sign-out.ts';
import { initiateAuth, initiateAuthInput } from './initiate-auth.ts';
import { respondToAuthChallenge, respondToAuthChallengeInput } from './respond-to-auth-challenge.ts';
import { revokeToken, revokeTokenInput } from './revoke-token.ts';
import { setUserMfaPreference, setUserMfaPreferenceInput } from './set-user-mfa-preference.ts';
import { verifySoftwareToken, verifySoftwareTokenInput } from './verify-software-token.ts';
import { confirmForgotPassword, confirmForgotPasswordInput } from './confirm-forgot-password.ts';
import { confirmSignUp, confirmSignUpInput } from './confirm-sign-up.ts';
import { deleteUser, deleteUserInput } from './delete-user.ts';
import { deleteUserAttributes, deleteUserAttributesInput } from './delete-user-attributes.ts';
import { forgotPassword, forgotPasswordInput } from './forgot-password.ts';
import {
  getUserAttributeVerificationCode,
  getUserAttributeVerificationCodeInput,
} from './get-user-attribute-verification-code.ts';
import { getUserAuthFactors, getUserAuthFactorsInput } from './get-user-auth-factors.ts';
import { resendConfirmationCode, resendConfirmationCodeInput } from './resend-confirmation-code.ts';
import { signUp, signUpInput } from './sign-up.ts';
import { updateUserAttributes, updateUserAttributesInput } from './update-user-attributes.ts';
import { verifyUserAttribute, verifyUserAttributeInput } from './verify-user-attribute.ts';

/** What a client calls for its user: without a signature, by Session, password or access token. */
export const userOperations: readonly (readonly [string, Operation])[] = [
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
  [
    'StartWebAuthnRegistration',
    defineOperation('public', startWebAuthnRegistrationInput, startWebAuthnRegistration),
  ],
  [
    'CompleteWebAuthnRegistration',
    defineOperation('public', completeWebAuthnRegistrationInput, completeWebAuthnRegistration),
  ],
  [
    'ListWebAuthnCredentials',
    defineOperation('public', listWebAuthnCredentialsInput, listWebAuthnCredentials),
  ],
  [
    'DeleteWebAuthnCredential',
    defineOperation('public', deleteWebAuthnCredentialInput, deleteWebAuthnCredential),
  ],
  ['ConfirmDevice', defineOperation('public', confirmDeviceInput, confirmDevice)],
  ['UpdateDeviceStatus', defineOperation('public', updateDeviceStatusInput, updateDeviceStatus)],
  ['ListDevices', defineOperation('public', listDevicesInput, listDevices)],
  ['GetDevice', defineOperation('public', getDeviceInput, getDevice)],
  ['ForgetDevice', defineOperation('public', forgetDeviceInput, forgetDevice)],
  ['SignUp', defineOperation('public', signUpInput, signUp)],
  ['ConfirmSignUp', defineOperation('public', confirmSignUpInput, confirmSignUp)],
  ['ResendConfirmationCode', defineOperation('public', resendConfirmationCodeInput, resendConfirmationCode)],
  ['ForgotPassword', defineOperation('public', forgotPasswordInput, forgotPassword)],
  ['ConfirmForgotPassword', defineOperation('public', confirmForgotPasswordInput, confirmForgotPassword)],
  ['UpdateUserAttributes', defineOperation('public', updateUserAttributesInput, updateUserAttributes)],
  ['DeleteUserAttributes', defineOperation('public', deleteUserAttributesInput, deleteUserAttributes)],
  [
    'GetUserAttributeVerificationCode',
    defineOperation('public', getUserAttributeVerificationCodeInput, getUserAttributeVerificationCode),
  ],
  ['VerifyUserAttribute', defineOperation('public', verifyUserAttributeInput, verifyUserAttribute)],
  ['DeleteUser', defineOperation('public', deleteUserInput, deleteUser)],
  ['GetUserAuthFactors', defineOperation('public', getUserAuthFactorsInput, getUserAuthFactors)],
  ['ListUserSessions', defineOperation('public', listUserSessionsInput, listUserSessions)],
  ['RevokeUserSession', defineOperation('public', revokeUserSessionInput, revokeUserSession)],
];
