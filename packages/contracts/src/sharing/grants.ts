import * as z from 'zod/mini';
import { digitsUpTo, Instant, NodeId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { NodeView } from '../nodes.ts';
import { SpaceRole } from '../role-schemas.ts';
import { typedText } from '../text.ts';
import { GRANT_ROLES } from './grant-roles.ts';

export const GrantRole = z.enum(GRANT_ROLES);

/** People who have as much already are left out, and the answer says so. */
export const CreateGrantsRequest = z.strictObject({
  personIds: z.array(UserId).check(z.minLength(1), z.maxLength(LIMITS.grantsMadeMax)),
  role: GrantRole,
  /** Access ends at this instant. Null: never. */
  expiresAt: z._default(z.nullable(Instant), null),
  message: z._default(typedText(LIMITS.grantMessageLengthMax), ''),
});
export type CreateGrantsRequest = z.infer<typeof CreateGrantsRequest>;

/** Absent members stay as they are. */
export const ChangeGrantRequest = z.strictObject({
  role: z.optional(GrantRole),
  expiresAt: z.optional(z.nullable(Instant)),
});
export type ChangeGrantRequest = z.infer<typeof ChangeGrantRequest>;

export const Grant = z.object({
  personId: UserId,
  role: GrantRole,
  expiresAt: z.nullable(Instant),
  message: z.string(),
  grantedAt: Instant,
  /** For `If-Match`. */
  revision: z.number(),
});
export type Grant = z.infer<typeof Grant>;

/** In request order. */
export const CreateGrantsResult = z.object({
  items: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), personId: UserId, grant: Grant }),
      z.object({ ok: z.literal(false), personId: UserId, code: z.string() }),
    ]),
  ),
});
export type CreateGrantsResult = z.infer<typeof CreateGrantsResult>;

/** Why a person has access: as a member of the space, or by a grant on the node or on a folder above it. */
export const AccessReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('space'), role: SpaceRole }),
  z.object({
    kind: z.literal('grant'),
    role: GrantRole,
    /** The folder above that was shared. Null for the node itself. */
    folder: z.nullable(
      z.object({
        id: NodeId,
        /** Null for folders that the reader may not see. */
        name: z.nullable(z.string()),
      }),
    ),
    /** Null if the account was deleted. */
    grantedBy: z.nullable(z.string()),
    grant: Grant,
  }),
]);
export type AccessReason = z.infer<typeof AccessReason>;

export const PersonAccess = z.object({
  personId: UserId,
  name: z.string(),
  email: z.string(),
  /** False while the account is disabled. */
  isActive: z.boolean(),
  /** The highest of the reasons. */
  role: SpaceRole,
  /** The strongest first. Never empty. */
  reasons: z.array(AccessReason),
});
export type PersonAccess = z.infer<typeof PersonAccess>;

/** The reader first, then by role and name. Contributors, and people without the space, see others only as managers. */
export const AccessList = z.object({
  role: SpaceRole,
  mayShare: z.boolean(),
  items: z.array(PersonAccess),
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

/** Without what is in the trash, so a page may have fewer items than its limit. */
export const SharedWithMePage = z.object({
  items: z.array(
    z.object({
      node: NodeView,
      grant: Grant,
      /** Null if the account was deleted. */
      grantedBy: z.nullable(z.string()),
    }),
  ),
  /** Cursor for `after`. Null at the end. */
  next: z.nullable(z.string()),
});
export type SharedWithMePage = z.infer<typeof SharedWithMePage>;

/** Without what the person may not see any more, so a page may have fewer items than its limit. */
export const SharedByMePage = z.object({
  items: z.array(
    z.object({
      node: NodeView,
      grant: Grant,
      person: z.object({ name: z.string(), email: z.string() }),
    }),
  ),
  next: z.nullable(z.string()),
});
export type SharedByMePage = z.infer<typeof SharedByMePage>;
