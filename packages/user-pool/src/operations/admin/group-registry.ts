import { defineOperation, type Operation } from '../operation.ts';
import { adminAddUserToGroup, adminAddUserToGroupInput } from './admin-add-user-to-group.ts';
import { adminListGroupsForUser, adminListGroupsForUserInput } from './admin-list-groups-for-user.ts';
import { adminRemoveUserFromGroup, adminRemoveUserFromGroupInput } from './admin-remove-user-from-group.ts';
import { createGroup, createGroupInput } from './create-group.ts';
import { deleteGroup, deleteGroupInput } from './delete-group.ts';
import { getGroup, getGroupInput } from './get-group.ts';
import { listGroups, listGroupsInput } from './list-groups.ts';
import { listUsersInGroup, listUsersInGroupInput } from './list-users-in-group.ts';
import { updateGroup, updateGroupInput } from './update-group.ts';

/** Groups and who is in them: signed. */
export const groupOperations: readonly (readonly [string, Operation])[] = [
  ['CreateGroup', defineOperation('signed', createGroupInput, createGroup)],
  ['GetGroup', defineOperation('signed', getGroupInput, getGroup)],
  ['UpdateGroup', defineOperation('signed', updateGroupInput, updateGroup)],
  ['DeleteGroup', defineOperation('signed', deleteGroupInput, deleteGroup)],
  ['ListGroups', defineOperation('signed', listGroupsInput, listGroups)],
  ['AdminAddUserToGroup', defineOperation('signed', adminAddUserToGroupInput, adminAddUserToGroup)],
  [
    'AdminRemoveUserFromGroup',
    defineOperation('signed', adminRemoveUserFromGroupInput, adminRemoveUserFromGroup),
  ],
  ['AdminListGroupsForUser', defineOperation('signed', adminListGroupsForUserInput, adminListGroupsForUser)],
  ['ListUsersInGroup', defineOperation('signed', listUsersInGroupInput, listUsersInGroup)],
];
