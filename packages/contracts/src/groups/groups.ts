import * as z from 'zod/mini';
import { Count, digitsUpTo, GroupId, Instant, PictureId, SpaceId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SpaceRole } from '../role-schemas.ts';
import { typedLine } from '../text.ts';

export const FoundGroup = z.object({
  id: GroupId,
  name: z.string(),
  /** Members with an active account. */
  people: Count,
});
export type FoundGroup = z.infer<typeof FoundGroup>;

export const FoundGroups = z.object({ items: z.array(FoundGroup) });
export type FoundGroups = z.infer<typeof FoundGroups>;

/** `pool`: the issuer reports the members at each sign-in. */
const GroupSource = z.enum(['local', 'pool']);

export const AdminGroup = z.object({
  id: GroupId,
  name: z.string(),
  source: GroupSource,
  people: Count,
  spaces: Count,
  /** Files and folders that are shared with the group. */
  shared: Count,
  createdAt: Instant,
  /** For `If-Match`. */
  revision: z.number(),
});
export type AdminGroup = z.infer<typeof AdminGroup>;

const Listing = {
  text: z._default(typedLine(0, LIMITS.peopleTextLengthMax), ''),
  at: z._default(digitsUpTo(1_000_000), 0),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
};

export const AdminGroupsQuery = z.strictObject({
  ...Listing,
  sort: z._default(z.enum(['name', 'people', 'created']), 'name'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
});
export type AdminGroupsQuery = z.infer<typeof AdminGroupsQuery>;

export const AdminGroupsPage = z.object({
  items: z.array(AdminGroup),
  /** Number of groups that match the query. */
  total: Count,
});
export type AdminGroupsPage = z.infer<typeof AdminGroupsPage>;

/** Where a group has access. Contains no file names, because an administrator may not know them. */
export const GroupReach = z.object({
  group: AdminGroup,
  /** Spaces where the group has a role, or in which files or folders are shared with it. Sorted by name. */
  places: z.array(
    z.object({
      spaceId: SpaceId,
      name: z.string(),
      /** Owner of a personal space. Null for other spaces. */
      ownerName: z.nullable(z.string()),
      /** Null where only files or folders are shared. */
      role: z.nullable(SpaceRole),
      shared: Count,
    }),
  ),
});
export type GroupReach = z.infer<typeof GroupReach>;

const GroupName = typedLine(1, LIMITS.groupNameLengthMax);

export const CreateGroupRequest = z.strictObject({ name: GroupName });
export type CreateGroupRequest = z.infer<typeof CreateGroupRequest>;

export const ChangeGroupRequest = z.strictObject({ name: GroupName });
export type ChangeGroupRequest = z.infer<typeof ChangeGroupRequest>;

export const GroupMembersQuery = z.strictObject(Listing);
export type GroupMembersQuery = z.infer<typeof GroupMembersQuery>;

export const GroupMember = z.object({
  personId: UserId,
  name: z.string(),
  picture: z.optional(PictureId),
  email: z.string(),
  /** False while the account is disabled. */
  isActive: z.boolean(),
  addedAt: Instant,
});
export type GroupMember = z.infer<typeof GroupMember>;

/** Sorted by name. */
export const GroupMembersPage = z.object({ items: z.array(GroupMember), total: Count });
export type GroupMembersPage = z.infer<typeof GroupMembersPage>;

export const AddGroupMembersRequest = z.strictObject({
  personIds: z.array(UserId).check(z.minLength(1), z.maxLength(LIMITS.groupMembersAddedMax)),
});
export type AddGroupMembersRequest = z.infer<typeof AddGroupMembersRequest>;

/** People who were already members are not counted. */
export const AddedGroupMembers = z.object({ added: Count });
export type AddedGroupMembers = z.infer<typeof AddedGroupMembers>;
