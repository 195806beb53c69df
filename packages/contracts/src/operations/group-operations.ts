import * as z from 'zod/mini';
import {
  AddedGroupMembers,
  AddGroupMembersRequest,
  AdminGroup,
  AdminGroupsPage,
  AdminGroupsQuery,
  ChangeGroupRequest,
  CreateGroupRequest,
  FoundGroups,
  GroupMembersPage,
  GroupMembersQuery,
  GroupReach,
} from '../groups/groups.ts';
import { GroupId, UserId } from '../ids.ts';
import { ROUTES } from '../routes/routes.ts';
import { PeopleQuery } from '../spaces/members.ts';

const GroupParams = z.strictObject({ groupId: GroupId });

export const groupOperations = {
  searchGroups: {
    ...ROUTES.searchGroups,
    summary: 'Groups by name, to share with or to add to a space',
    query: PeopleQuery,
    response: FoundGroups,
  },
  listGroups: {
    ...ROUTES.listGroups,
    summary: 'All groups, with the number of people and places',
    query: AdminGroupsQuery,
    response: AdminGroupsPage,
  },
  createGroup: {
    ...ROUTES.createGroup,
    summary: 'Create a group without people',
    body: CreateGroupRequest,
    response: AdminGroup,
  },
  getGroup: {
    ...ROUTES.getGroup,
    summary: 'One group, and what it can reach',
    params: GroupParams,
    response: GroupReach,
  },
  changeGroup: {
    ...ROUTES.changeGroup,
    summary: 'Rename a group',
    params: GroupParams,
    body: ChangeGroupRequest,
    response: AdminGroup,
  },
  deleteGroup: {
    ...ROUTES.deleteGroup,
    summary: 'Delete a group, its roles in spaces and what is shared with it',
    params: GroupParams,
  },
  listGroupMembers: {
    ...ROUTES.listGroupMembers,
    summary: 'People in a group',
    params: GroupParams,
    query: GroupMembersQuery,
    response: GroupMembersPage,
  },
  addGroupMembers: {
    ...ROUTES.addGroupMembers,
    summary: 'Add people to a group',
    params: GroupParams,
    body: AddGroupMembersRequest,
    response: AddedGroupMembers,
  },
  removeGroupMember: {
    ...ROUTES.removeGroupMember,
    summary: 'Remove a person from a group',
    params: z.strictObject({ groupId: GroupId, personId: UserId }),
  },
} as const;
