import * as z from 'zod/mini';
import { HolderId, SpaceId } from '../ids.ts';
import { ROUTES } from '../routes/routes.ts';
import {
  AddMembersRequest,
  ChangeMemberRequest,
  FoundPeople,
  PeopleQuery,
  SpaceGroup,
  SpaceMember,
  SpaceMemberList,
} from '../spaces/members.ts';
import {
  ChangeSpaceRetentionRequest,
  RetentionEffect,
  RetentionEffectQuery,
  SpaceRetention,
} from '../spaces/retention.ts';
import {
  ArchivedSpaceList,
  ChangeSpaceRequest,
  CreateSpaceRequest,
  Space,
  SpaceList,
} from '../spaces/spaces.ts';

const SpaceParams = z.strictObject({ spaceId: SpaceId });
const MemberParams = z.strictObject({ spaceId: SpaceId, holderId: HolderId });

export const spaceOperations = {
  listSpaces: { ...ROUTES.listSpaces, summary: 'Spaces of the person', response: SpaceList },
  createSpace: {
    ...ROUTES.createSpace,
    summary: 'Create a team space',
    body: CreateSpaceRequest,
    response: Space,
  },
  getSpace: { ...ROUTES.getSpace, summary: 'One space with its use', params: SpaceParams, response: Space },
  changeSpace: {
    ...ROUTES.changeSpace,
    summary: 'Change name, description or color of a team space',
    params: SpaceParams,
    body: ChangeSpaceRequest,
    response: Space,
  },
  getSpaceRetention: {
    ...ROUTES.getSpaceRetention,
    summary: 'How long the trash and old versions of a space are kept',
    params: SpaceParams,
    response: SpaceRetention,
  },
  changeSpaceRetention: {
    ...ROUTES.changeSpaceRetention,
    summary:
      'Change how long the trash and old versions of a space are kept, within the bounds of the settings',
    params: SpaceParams,
    body: ChangeSpaceRetentionRequest,
    response: SpaceRetention,
  },
  countRetentionEffect: {
    ...ROUTES.countRetentionEffect,
    summary: 'How much a retention of a space would delete',
    params: SpaceParams,
    query: RetentionEffectQuery,
    response: RetentionEffect,
  },
  archiveSpace: {
    ...ROUTES.archiveSpace,
    summary: 'Archive a team space; its owners can restore it for 30 days',
    params: SpaceParams,
  },
  listArchivedSpaces: {
    ...ROUTES.listArchivedSpaces,
    summary: 'Archived spaces that the person may restore',
    response: ArchivedSpaceList,
  },
  restoreSpace: {
    ...ROUTES.restoreSpace,
    summary: 'Restore an archived space with its members',
    params: SpaceParams,
    response: Space,
  },
  listMembers: {
    ...ROUTES.listMembers,
    summary: 'Members of a space',
    params: SpaceParams,
    response: SpaceMemberList,
  },
  addMembers: {
    ...ROUTES.addMembers,
    summary: 'Add people to a team space with one role',
    params: SpaceParams,
    body: AddMembersRequest,
    response: SpaceMemberList,
  },
  changeMember: {
    ...ROUTES.changeMember,
    summary: 'Change the role of a member',
    params: MemberParams,
    body: ChangeMemberRequest,
    response: z.union([SpaceMember, SpaceGroup]),
  },
  removeMember: {
    ...ROUTES.removeMember,
    summary: 'Remove a member, or leave a space',
    params: MemberParams,
  },
  searchPeople: {
    ...ROUTES.searchPeople,
    summary: 'Find people of this Coffer by name or email address',
    query: PeopleQuery,
    response: FoundPeople,
  },
} as const;
