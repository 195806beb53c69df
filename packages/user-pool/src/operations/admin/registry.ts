import type { Operation } from '../operation.ts';
import { AdminListUserSessions } from './admin-list-user-sessions.ts';
import { AdminRevokeUserSession } from './admin-revoke-user-session.ts';
import { AdminDeleteSoftwareToken } from './admin-delete-software-token.ts';
import { AdminGetUserAuthFactors } from './admin-get-user-auth-factors.ts';
import { AdminGetDevice } from './devices/admin-get-device.ts';
import { AdminListDevices } from './devices/admin-list-devices.ts';
import { AdminForgetDevice } from './devices/admin-forget-device.ts';
import { AdminUpdateDeviceStatus } from './devices/admin-update-device-status.ts';
import { AdminConfirmSignUp } from './admin-confirm-sign-up.ts';
import { AdminCreateUser } from './admin-create-user.ts';
import { AdminDeleteUser } from './admin-delete-user.ts';
import { AdminDeleteUserAttributes } from './admin-delete-user-attributes.ts';
import { AdminDisableUser } from './admin-disable-user.ts';
import { AdminEnableUser } from './admin-enable-user.ts';
import { AdminGetUser } from './admin-get-user.ts';
import { AdminInitiateAuth } from './admin-initiate-auth.ts';
import { AdminResetUserPassword } from './admin-reset-user-password.ts';
import { AdminRespondToAuthChallenge } from './admin-respond-to-auth-challenge.ts';
import { AdminSetUserMFAPreference } from './admin-set-user-mfa-preference.ts';
import { AdminSetUserPassword } from './admin-set-user-password.ts';
import { AdminUpdateUserAttributes } from './admin-update-user-attributes.ts';
import { AdminUserGlobalSignOut } from './admin-user-global-sign-out.ts';
import { groupOperations } from './groups/registry.ts';
import { ListUsers } from './list-users.ts';

export const adminOperations: Readonly<Record<string, Operation>> = {
  ...groupOperations,
  AdminCreateUser,
  AdminGetUser,
  AdminSetUserPassword,
  AdminSetUserMFAPreference,
  AdminDeleteUser,
  AdminConfirmSignUp,
  AdminResetUserPassword,
  AdminUpdateUserAttributes,
  AdminDeleteUserAttributes,
  AdminDisableUser,
  AdminEnableUser,
  AdminUserGlobalSignOut,
  AdminInitiateAuth,
  AdminRespondToAuthChallenge,
  ListUsers,
  AdminGetDevice,
  AdminListDevices,
  AdminForgetDevice,
  AdminUpdateDeviceStatus,
  AdminListUserSessions,
  AdminRevokeUserSession,
  AdminDeleteSoftwareToken,
  AdminGetUserAuthFactors,
};
