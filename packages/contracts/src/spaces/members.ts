import * as z from 'zod/mini';
import { Count, GroupId, Instant, PictureId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SpaceRole } from '../role-schemas.ts';
import { hasSomebody } from '../sharing/has-somebody.ts';

export const SpaceMember = z.object({
  personId: UserId,
  name: z.string(),
  picture: z.optional(PictureId),
  email: z.string(),
  role: SpaceRole,
  /** False while the account is disabled. */
  isActive: z.boolean(),
  addedAt: Instant,
  /** For `If-Match`. */
  revision: z.number(),
});
export type SpaceMember = z.infer<typeof SpaceMember>;

/** Everybody in the group has at least this role. */
export const SpaceGroup = z.object({
  groupId: GroupId,
  name: z.string(),
  people: Count,
  role: SpaceRole,
  addedAt: Instant,
  /** For `If-Match`. */
  revision: z.number(),
});
export type SpaceGroup = z.infer<typeof SpaceGroup>;

/** Highest role first, then by name. */
export const SpaceMemberList = z.object({ items: z.array(SpaceMember), groups: z.array(SpaceGroup) });
export type SpaceMemberList = z.infer<typeof SpaceMemberList>;

/** People who are already members keep their role. A group can be at most manager, because owners are people. */
export const AddMembersRequest = z
  .strictObject({
    personIds: z._default(z.array(UserId).check(z.maxLength(LIMITS.membersAddedMax)), []),
    groupIds: z._default(z.array(GroupId).check(z.maxLength(LIMITS.membersAddedMax)), []),
    role: SpaceRole,
  })
  .check(
    hasSomebody,
    z.refine(({ role, groupIds }) => role !== 'owner' || groupIds.length === 0, { path: ['role'] }),
  );
export type AddMembersRequest = z.infer<typeof AddMembersRequest>;

export const ChangeMemberRequest = z.strictObject({ role: SpaceRole });
export type ChangeMemberRequest = z.infer<typeof ChangeMemberRequest>;

export const PeopleQuery = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(2), z.maxLength(LIMITS.peopleTextLengthMax)),
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

export const FoundPerson = z.object({
  id: UserId,
  name: z.string(),
  picture: z.optional(PictureId),
  email: z.string(),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

export const FoundPeople = z.object({ items: z.array(FoundPerson) });
export type FoundPeople = z.infer<typeof FoundPeople>;
