import * as z from 'zod/mini';
import { Count, digitsUpTo, GroupId, HolderId, Instant, NodeId, PictureId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { NodeView } from '../nodes.ts';
import { SpaceRole } from '../role-schemas.ts';
import { typedText } from '../text.ts';
import { isUuid } from '../uuid.ts';
import { GRANT_ROLES } from './grant-roles.ts';
import { hasSomebody } from './has-somebody.ts';

export const GrantRole = z.enum(GRANT_ROLES);

export const InvitedGrantId = z.custom<string>(isUuid);

/** The person or group that has a grant. */
const holder = { holder: z.enum(['person', 'group']), holderId: HolderId };

/** People and groups that already have as much access are left out, and the response reports them. */
export const CreateGrantsRequest = z
  .strictObject({
    personIds: z._default(z.array(UserId).check(z.maxLength(LIMITS.grantsMadeMax)), []),
    groupIds: z._default(z.array(GroupId).check(z.maxLength(LIMITS.grantsMadeMax)), []),
    role: GrantRole,
    /** Access ends at this instant. Null: never. */
    expiresAt: z._default(z.nullable(Instant), null),
    message: z._default(typedText(LIMITS.grantMessageLengthMax), ''),
  })
  .check(hasSomebody);
export type CreateGrantsRequest = z.infer<typeof CreateGrantsRequest>;

/** Absent members stay as they are. */
export const ChangeGrantRequest = z.strictObject({
  role: z.optional(GrantRole),
  expiresAt: z.optional(z.nullable(Instant)),
});
export type ChangeGrantRequest = z.infer<typeof ChangeGrantRequest>;

const terms = {
  role: GrantRole,
  expiresAt: z.nullable(Instant),
};
export const GrantTerms = z.object(terms);
export type GrantTerms = z.infer<typeof GrantTerms>;

const given = {
  ...terms,
  message: z.string(),
  grantedAt: Instant,
  /** For `If-Match`. */
  revision: z.number(),
};

export const Grant = z.discriminatedUnion('holder', [
  z.object({ holder: z.literal('person'), holderId: UserId, ...given }),
  z.object({ holder: z.literal('group'), holderId: GroupId, ...given }),
]);
export type Grant = z.infer<typeof Grant>;

/** People first, both in request order. */
export const CreateGrantsResult = z.object({
  items: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), ...holder, grant: Grant }),
      /** `held` is the grant that stays, with the code `grant_differs`. */
      z.object({ ok: z.literal(false), ...holder, code: z.string(), held: z.optional(GrantTerms) }),
    ]),
  ),
});
export type CreateGrantsResult = z.infer<typeof CreateGrantsResult>;

/** The group through which a person has access. Null for individual access. */
const Through = z.nullable(z.object({ id: GroupId, name: z.string() }));

/** Why somebody has access: as a member of the space, or by a grant on the node or on a parent folder. */
export const AccessReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('space'), role: SpaceRole, group: Through }),
  z.object({
    kind: z.literal('grant'),
    role: GrantRole,
    group: Through,
    /** The shared parent folder. Null for the node itself. */
    folder: z.nullable(
      z.object({
        id: NodeId,
        /** Null for folders that the reader may not see. */
        name: z.nullable(z.string()),
      }),
    ),
    /** Null if the account was deleted. */
    grantedBy: z.nullable(z.string()),
    isGrantedByYou: z.boolean(),
    grant: Grant,
  }),
]);
export type AccessReason = z.infer<typeof AccessReason>;

export const PersonAccess = z.object({
  personId: UserId,
  name: z.string(),
  picture: z.optional(PictureId),
  email: z.string(),
  /** False while the account is disabled. */
  isActive: z.boolean(),
  /** The highest role among the reasons. */
  role: SpaceRole,
  /** Strongest first. Never empty. */
  reasons: z.array(AccessReason),
});
export type PersonAccess = z.infer<typeof PersonAccess>;

export const GroupAccess = z.object({
  groupId: GroupId,
  name: z.string(),
  people: Count,
  role: SpaceRole,
  reasons: z.array(AccessReason),
});
export type GroupAccess = z.infer<typeof GroupAccess>;

export const AccessQuery = z.strictObject({
  /** Returns only this person, with every reason and the effective role. Only managers may name somebody else. */
  explain: z.optional(UserId),
});

/**
 * The reader first, then by role and name; others who have access only through a group are not listed. Contributors and
 * people outside the space see others only if they manage the item.
 */
export const AccessList = z.object({
  role: SpaceRole,
  mayShare: z.boolean(),
  items: z.array(PersonAccess),
  groups: z.array(GroupAccess),
});
export type AccessList = z.infer<typeof AccessList>;

export const SHARED_SORTS = ['name', 'date'] as const;

export const SharedQuery = z.strictObject({
  sort: z._default(z.enum(SHARED_SORTS), 'date'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  /** Cursor of the previous page. */
  after: z.optional(z.string().check(z.maxLength(2_000))),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type SharedQuery = z.infer<typeof SharedQuery>;

/**
 * Each node once; an individual grant is preferred to one through a group. Trashed items are left out, so a page may be
 * shorter than its limit.
 */
export const SharedWithMePage = z.object({
  items: z.array(
    z.object({
      node: NodeView,
      grant: Grant,
      group: Through,
      /** Null if the account was deleted. */
      grantedBy: z.nullable(z.string()),
      /** Picture of the person who granted access. */
      picture: z.optional(PictureId),
    }),
  ),
  /** Cursor for `after`. Null at the end. */
  next: z.nullable(z.string()),
});
export type SharedWithMePage = z.infer<typeof SharedWithMePage>;

/** Each node once. Nodes that the person may no longer see are left out, so a page may be shorter than its limit. */
export const SharedByMePage = z.object({
  items: z.array(
    z.object({
      node: NodeView,
      /** Newest first, up to `sharedHoldersMax`. */
      sharedWith: z.array(
        z.discriminatedUnion('holder', [
          z.object({ ...holder, name: z.string(), picture: z.optional(PictureId) }),
          // Without an account yet: `name` is the address, and `holderId` the invited grant.
          z.object({ holder: z.literal('address'), holderId: InvitedGrantId, name: z.string() }),
        ]),
      ),
      /** Number of all people, groups and addresses. */
      total: Count,
      /** Date of the newest grant. */
      grantedAt: Instant,
      /**
       * The value that all grants have in common. Null if they differ; `expiresAt` is also null if access does not end.
       */
      role: z.nullable(GrantRole),
      expiresAt: z.nullable(Instant),
      message: z.nullable(z.string()),
    }),
  ),
  next: z.nullable(z.string()),
});
export type SharedByMePage = z.infer<typeof SharedByMePage>;

/** Contains enough to restore the access. */
export const RemovedGrants = z.object({
  items: z.array(Grant),
  /** Invited grants, which were waiting for an address. */
  invited: z.array(
    z.object({
      email: z.string(),
      role: GrantRole,
      expiresAt: z.nullable(Instant),
      message: z.string(),
    }),
  ),
});
export type RemovedGrants = z.infer<typeof RemovedGrants>;
