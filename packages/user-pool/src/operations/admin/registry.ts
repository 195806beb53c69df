import { defineOperation, type Operation } from '../operation.ts';
import { adminListUserSessions, adminListUserSessionsInput } from './admin-list-user-sessions.ts';
import { adminRevokeUserSession, adminRevokeUserSessionInput } from './admin-revoke-user-session.ts';
import { adminDeleteSoftwareToken, adminDeleteSoftwareTokenInput } from './admin-delete-software-token.ts';
import { adminGetUserAuthFactors, adminGetUserAuthFactorsInput } from './admin-get-user-auth-factors.ts';
import { adminGetDevice, adminGetDeviceInput } from './admin-get-device.ts';
import { adminListDevices, adminListDevicesInput } from './admin-list-devices.ts';
import { adminForgetDevice, adminForgetDeviceInput } from './admin-forget-device.ts';
import { adminUpdateDeviceStatus, adminUpdateDeviceStatusInput } from './admin-update-device-status.ts';
import { adminConfirmSignUp, adminConfirmSignUpInput } from './admin-confirm-sign-up.ts';
import { adminCreateUser, adminCreateUserInput } from './admin-create-user.ts';
import { adminDeleteUser, adminDeleteUserInput } from './admin-delete-user.ts';
import { adminDeleteUserAttributes, adminDeleteUserAttributesInput } from './admin-delete-user-attributes.ts';
import { adminDisableUser, adminDisableUserInput } from './admin-disable-user.ts';
import { adminEnableUser, adminEnableUserInput } from './admin-enable-user.ts';
import { adminGetUser, adminGetUserInput } from './admin-get-user.ts';
import { adminInitiateAuth, adminInitiateAuthInput } from './admin-initiate-auth.ts';
import { adminResetUserPassword, adminResetUserPasswordInput } from './admin-reset-user-password.ts';
import {
  adminRespondToAuthChallenge,
  adminRespondToAuthChallengeInput,
} from './admin-respond-to-auth-challenge.ts';
import {
  adminSetUserMfaPreference,
  adminSetUserMfaPreferenceInput,
} from './admin-set-user-mfa-preference.ts';
import { adminSetUserPassword, adminSetUserPasswordInput } from './admin-set-user-password.ts';
import { adminUpdateUserAttributes, adminUpdateUserAttributesInput } from './admin-update-user-attributes.ts';
import { adminUserGlobalSignOut, adminUserGlobalSignOutInput } from './admin-user-global-sign-out.ts';
import { groupOperations } from './group-registry.ts';
import { listUsers, listUsersInput } from './list-users.ts';

/** What an administrator calls for the users of a pool: signed. */
export const adminOperations: readonly (readonly [string, Operation])[] = [
  ...groupOperations,
  ['AdminCreateUser', defineOperation('signed', adminCreateUserInput, adminCreateUser)],
  ['AdminGetUser', defineOperation('signed', adminGetUserInput, adminGetUser)],
  ['AdminSetUserPassword', defineOperation('signed', adminSetUserPasswordInput, adminSetUserPassword)],
  [
    'AdminSetUserMFAPreference',
    defineOperation('signed', adminSetUserMfaPreferenceInput, adminSetUserMfaPreference),
  ],
  ['AdminDeleteUser', defineOperation('signed', adminDeleteUserInput, adminDeleteUser)],
  ['AdminConfirmSignUp', defineOperation('signed', adminConfirmSignUpInput, adminConfirmSignUp)],
  ['AdminResetUserPassword', defineOperation('signed', adminResetUserPasswordInput, adminResetUserPassword)],
  [
    'AdminUpdateUserAttributes',
    defineOperation('signed', adminUpdateUserAttributesInput, adminUpdateUserAttributes),
  ],
  [
    'AdminDeleteUserAttributes',
    defineOperation('signed', adminDeleteUserAttributesInput, adminDeleteUserAttributes),
  ],
  ['AdminDisableUser', defineOperation('signed', adminDisableUserInput, adminDisableUser)],
  ['AdminEnableUser', defineOperation('signed', adminEnableUserInput, adminEnableUser)],
  ['AdminUserGlobalSignOut', defineOperation('signed', adminUserGlobalSignOutInput, adminUserGlobalSignOut)],
  ['AdminInitiateAuth', defineOperation('signed', adminInitiateAuthInput, adminInitiateAuth)],
  [
    'AdminRespondToAuthChallenge',
    defineOperation('signed', adminRespondToAuthChallengeInput, adminRespondToAuthChallenge),
  ],
  ['ListUsers', defineOperation('signed', listUsersInput, listUsers)],
  ['AdminGetDevice', defineOperation('signed', adminGetDeviceInput, adminGetDevice)],
  ['AdminListDevices', defineOperation('signed', adminListDevicesInput, adminListDevices)],
  ['AdminForgetDevice', defineOperation('signed', adminForgetDeviceInput, adminForgetDevice)],
  [
    'AdminUpdateDeviceStatus',
    defineOperation('signed', adminUpdateDeviceStatusInput, adminUpdateDeviceStatus),
  ],
  ['AdminListUserSessions', defineOperation('signed', adminListUserSessionsInput, adminListUserSessions)],
  ['AdminRevokeUserSession', defineOperation('signed', adminRevokeUserSessionInput, adminRevokeUserSession)],
  [
    'AdminDeleteSoftwareToken',
    defineOperation('signed', adminDeleteSoftwareTokenInput, adminDeleteSoftwareToken),
  ],
  [
    'AdminGetUserAuthFactors',
    defineOperation('signed', adminGetUserAuthFactorsInput, adminGetUserAuthFactors),
  ],
];
