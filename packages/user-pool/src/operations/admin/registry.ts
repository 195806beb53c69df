import { defineOperation, type Operation } from '../operation.ts';
import { adminGetDevice, adminGetDeviceInput } from './admin-get-device.ts';
import { adminListDevices, adminListDevicesInput } from './admin-list-devices.ts';
import { adminForgetDevice, adminForgetDeviceInput } from './admin-forget-device.ts';
import { adminUpdateDeviceStatus, adminUpdateDeviceStatusInput } from './admin-update-device-status.ts';
import { adminCreateUser, adminCreateUserInput } from './admin-create-user.ts';
import { adminDisableUser, adminDisableUserInput } from './admin-disable-user.ts';
import { adminEnableUser, adminEnableUserInput } from './admin-enable-user.ts';
import { adminGetUser, adminGetUserInput } from './admin-get-user.ts';
import { adminSetUserPassword, adminSetUserPasswordInput } from './admin-set-user-password.ts';
import { adminUserGlobalSignOut, adminUserGlobalSignOutInput } from './admin-user-global-sign-out.ts';
import { listUsers, listUsersInput } from './list-users.ts';

/** What an administrator calls for the users of a pool: signed. */
export const adminOperations: readonly (readonly [string, Operation])[] = [
  ['AdminCreateUser', defineOperation('signed', adminCreateUserInput, adminCreateUser)],
  ['AdminGetUser', defineOperation('signed', adminGetUserInput, adminGetUser)],
  ['AdminSetUserPassword', defineOperation('signed', adminSetUserPasswordInput, adminSetUserPassword)],
  ['AdminDisableUser', defineOperation('signed', adminDisableUserInput, adminDisableUser)],
  ['AdminEnableUser', defineOperation('signed', adminEnableUserInput, adminEnableUser)],
  ['AdminUserGlobalSignOut', defineOperation('signed', adminUserGlobalSignOutInput, adminUserGlobalSignOut)],
  ['ListUsers', defineOperation('signed', listUsersInput, listUsers)],
  ['AdminGetDevice', defineOperation('signed', adminGetDeviceInput, adminGetDevice)],
  ['AdminListDevices', defineOperation('signed', adminListDevicesInput, adminListDevices)],
  ['AdminForgetDevice', defineOperation('signed', adminForgetDeviceInput, adminForgetDevice)],
  [
    'AdminUpdateDeviceStatus',
    defineOperation('signed', adminUpdateDeviceStatusInput, adminUpdateDeviceStatus),
  ],
];
