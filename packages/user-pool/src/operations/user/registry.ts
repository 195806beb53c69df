import type { Operation } from '../operation.ts';
import { ListUserSessions } from './list-user-sessions.ts';
import { RevokeUserSession } from './revoke-user-session.ts';
import { ConfirmDevice } from './devices/confirm-device.ts';
import { UpdateDeviceStatus } from './devices/update-device-status.ts';
import { ListDevices } from './devices/list-devices.ts';
import { GetDevice } from './devices/get-device.ts';
import { ForgetDevice } from './devices/forget-device.ts';
import { CompleteWebAuthnRegistration } from './passkeys/complete-web-authn-registration.ts';
import { DeleteWebAuthnCredential } from './passkeys/delete-web-authn-credential.ts';
import { ListWebAuthnCredentials } from './passkeys/list-web-authn-credentials.ts';
import { StartWebAuthnRegistration } from './passkeys/start-web-authn-registration.ts';
import { AssociateSoftwareToken } from './associate-software-token.ts';
import { ChangePassword } from './change-password.ts';
import { GetTokensFromRefreshToken } from './get-tokens-from-refresh-token.ts';
import { GetUser } from './get-user.ts';
import { GlobalSignOut } from './global-sign-out.ts';
import { InitiateAuth } from './initiate-auth.ts';
import { RespondToAuthChallenge } from './respond-to-auth-challenge.ts';
import { RevokeToken } from './revoke-token.ts';
import { SetUserMFAPreference } from './set-user-mfa-preference.ts';
import { VerifySoftwareToken } from './verify-software-token.ts';
import { ConfirmForgotPassword } from './confirm-forgot-password.ts';
import { ConfirmSignUp } from './confirm-sign-up.ts';
import { DeleteUser } from './delete-user.ts';
import { DeleteUserAttributes } from './delete-user-attributes.ts';
import { ForgotPassword } from './forgot-password.ts';
import { GetUserAttributeVerificationCode } from './get-user-attribute-verification-code.ts';
import { GetUserAuthFactors } from './get-user-auth-factors.ts';
import { ResendConfirmationCode } from './resend-confirmation-code.ts';
import { SignUp } from './sign-up.ts';
import { UpdateUserAttributes } from './update-user-attributes.ts';
import { VerifyUserAttribute } from './verify-user-attribute.ts';

export const userOperations: Readonly<Record<string, Operation>> = {
  InitiateAuth,
  RespondToAuthChallenge,
  GetTokensFromRefreshToken,
  RevokeToken,
  GlobalSignOut,
  GetUser,
  ChangePassword,
  AssociateSoftwareToken,
  VerifySoftwareToken,
  SetUserMFAPreference,
  StartWebAuthnRegistration,
  CompleteWebAuthnRegistration,
  ListWebAuthnCredentials,
  DeleteWebAuthnCredential,
  ConfirmDevice,
  UpdateDeviceStatus,
  ListDevices,
  GetDevice,
  ForgetDevice,
  SignUp,
  ConfirmSignUp,
  ResendConfirmationCode,
  ForgotPassword,
  ConfirmForgotPassword,
  UpdateUserAttributes,
  DeleteUserAttributes,
  GetUserAttributeVerificationCode,
  VerifyUserAttribute,
  DeleteUser,
  GetUserAuthFactors,
  ListUserSessions,
  RevokeUserSession,
};
