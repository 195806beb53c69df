import * as z from 'zod/mini';
import {
  Count,
  digitsUpTo,
  GroupId,
  Instant,
  NodeId,
  PictureId,
  SizeBytes,
  SpaceId,
  UserId,
} from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SystemRole } from '../role-schemas.ts';
import { Email } from '../session.ts';
import { typedLine } from '../text.ts';
import { PEOPLE_SORTS, PERSON_STATUSES } from './people-columns.ts';

const PersonStatus = z.enum(PERSON_STATUSES);

export const AdminPeopleQuery = z.strictObject({
  /** Part of a name, address or user name. */
  text: z._default(typedLine(0, LIMITS.peopleTextLengthMax), ''),
  /** Left out: everybody except deleted accounts. */
  status: z.optional(PersonStatus),
  role: z.optional(SystemRole),
  sort: z._default(z.enum(PEOPLE_SORTS), 'name'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  at: z._default(digitsUpTo(1_000_000), 0),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type AdminPeopleQuery = z.infer<typeof AdminPeopleQuery>;

export const AdminPerson = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  username: z.string(),
  picture: z.optional(PictureId),
  role: SystemRole,
  status: z.enum(['active', 'disabled', 'removed']),
  /** Another issuer keeps the password and the second factors. */
  isElsewhere: z.boolean(),
  lastSeenAt: z.nullable(Instant),
  /** The personal space. Null if there is none. */
  spaceId: z.nullable(SpaceId),
  /** Usage of the personal space; 0 without one. */
  usedBytes: SizeBytes,
  quotaBytes: SizeBytes,
  /** Until when the files of a deleted account are kept. Null without an end. */
  filesUntil: z.nullable(Instant),
  /** Whether the personal space is on hold, so that its files stay after that date too. */
  isOnHold: z.boolean(),
  /** The person is removed, but the user pool has not deleted the account yet. The deletion is retried. */
  isAccountLeft: z.boolean(),
  /** For `If-Match`. */
  revision: z.number(),
});
export type AdminPerson = z.infer<typeof AdminPerson>;

export const OpenInvitation = z.object({
  status: z.literal('invited'),
  name: z.string(),
  email: z.string(),
  role: SystemRole,
  invitedAt: Instant,
  /** May be in the past. */
  expiresAt: Instant,
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

export const AdminPeoplePage = z.object({
  items: z.array(z.discriminatedUnion('status', [AdminPerson, OpenInvitation])),
  /** Number of people who match the query. */
  total: Count,
  /** Counts of all people, independent of the query. */
  counts: z.object({
    active: Count,
    invited: Count,
    disabled: Count,
    removed: Count,
    /** How many of the removed people have `isAccountLeft`. */
    leftAccounts: Count,
  }),
  /** Without an administrator key for the user pool, no password or second factor can be reset. */
  isPoolAdministered: z.boolean(),
  /** Whether an invited person could sign in: with a password of the user pool, or through an issuer. */
  mayInvite: z.boolean(),
});
export type AdminPeoplePage = z.infer<typeof AdminPeoplePage>;

/** Each address may occur only once. A new invitation invalidates the earlier one for the same address. */
export const InvitePeopleRequest = z.strictObject({
  people: z
    .array(
      z.strictObject({
        email: Email,
        name: z._default(typedLine(0, 100), ''),
        /** Overrides the `role` of the request. */
        role: z.optional(SystemRole),
        /** Overrides the default quota of new people. */
        quotaBytes: z.optional(SizeBytes.check(z.minimum(LIMITS.quotaMinBytes))),
        /** Groups that the person joins when the account is created. */
        groupIds: z.optional(z.array(GroupId).check(z.maxLength(LIMITS.invitedGroupsMax))),
      }),
    )
    .check(z.minLength(1), z.maxLength(LIMITS.invitedMax)),
  role: z._default(SystemRole, 'member'),
  /** Refuses an address that already has an open invitation, so that the same list can be sent again. */
  onlyNew: z.optional(z.boolean()),
});
export type InvitePeopleRequest = z.infer<typeof InvitePeopleRequest>;

/** Shown once: the server keeps only a hash. */
export const IssuedLink = z.object({ url: z.string(), expiresAt: Instant });
export type IssuedLink = z.infer<typeof IssuedLink>;

/** In request order. */
export const InvitePeopleResult = z.object({
  items: z.array(
    z.discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        email: z.string(),
        link: IssuedLink,
        /** Sent by mail, too. */
        isMailed: z.boolean(),
      }),
      z.object({ ok: z.literal(false), email: z.string(), code: z.string() }),
    ]),
  ),
});
export type InvitePeopleResult = z.infer<typeof InvitePeopleResult>;

export const WithdrawInvitationRequest = z.strictObject({ email: Email });
export type WithdrawInvitationRequest = z.infer<typeof WithdrawInvitationRequest>;

export const ChangeSystemRoleRequest = z.strictObject({ role: SystemRole });
export type ChangeSystemRoleRequest = z.infer<typeof ChangeSystemRoleRequest>;

export const DisabledPerson = z.object({
  /** `elsewhere`: another issuer manages the account, and nothing was changed there. */
  atPool: z.enum(['done', 'elsewhere', 'key_missing', 'failed']),
});
export type DisabledPerson = z.infer<typeof DisabledPerson>;

export const HandOverRequest = z.strictObject({ toId: UserId });
export type HandOverRequest = z.infer<typeof HandOverRequest>;

export const HandedOverFiles = z.object({ spaceId: SpaceId, rootId: NodeId, name: z.string() });
export type HandedOverFiles = z.infer<typeof HandedOverFiles>;
