import * as z from 'zod/mini';
import { Instant, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SpaceRole } from '../role-schemas.ts';

export const SpaceMember = z.object({
  personId: UserId,
  name: z.string(),
  email: z.string(),
  role: SpaceRole,
  /** False while the account is disabled. */
  isActive: z.boolean(),
  addedAt: Instant,
  /** For `If-Match`. */
  revision: z.number(),
});
export type SpaceMember = z.infer<typeof SpaceMember>;

/** Highest role first, then by name. */
export const SpaceMemberList = z.object({ items: z.array(SpaceMember) });
export type SpaceMemberList = z.infer<typeof SpaceMemberList>;

/** Members keep the role they have. */
export const AddMembersRequest = z.strictObject({
  personIds: z.array(UserId).check(z.minLength(1), z.maxLength(LIMITS.membersAddedMax)),
  role: SpaceRole,
});
export type AddMembersRequest = z.infer<typeof AddMembersRequest>;

export const ChangeMemberRequest = z.strictObject({ role: SpaceRole });
export type ChangeMemberRequest = z.infer<typeof ChangeMemberRequest>;

export const PeopleQuery = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(2), z.maxLength(LIMITS.peopleTextLengthMax)),
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

export const FoundPerson = z.object({ id: UserId, name: z.string(), email: z.string() });
export type FoundPerson = z.infer<typeof FoundPerson>;

export const FoundPeople = z.object({ items: z.array(FoundPerson) });
export type FoundPeople = z.infer<typeof FoundPeople>;
