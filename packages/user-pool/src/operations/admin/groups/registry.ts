import type { Operation } from '../../operation.ts';
import { AdminAddUserToGroup } from './admin-add-user-to-group.ts';
import { AdminListGroupsForUser } from './admin-list-groups-for-user.ts';
import { AdminRemoveUserFromGroup } from './admin-remove-user-from-group.ts';
import { CreateGroup } from './create-group.ts';
import { DeleteGroup } from './delete-group.ts';
import { GetGroup } from './get-group.ts';
import { ListGroups } from './list-groups.ts';
import { ListUsersInGroup } from './list-users-in-group.ts';
import { UpdateGroup } from './update-group.ts';

export const groupOperations: Readonly<Record<string, Operation>> = {
  CreateGroup,
  GetGroup,
  UpdateGroup,
  DeleteGroup,
  ListGroups,
  AdminAddUserToGroup,
  AdminRemoveUserFromGroup,
  AdminListGroupsForUser,
  ListUsersInGroup,
};
