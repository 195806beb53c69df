import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, SizeBytes, SpaceId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SpaceRole } from '../role-schemas.ts';
import { typedLine } from '../text.ts';
import { ADMIN_SPACE_KINDS, ADMIN_SPACE_SORTS, ADMIN_SPACE_STATES } from './space-columns.ts';

export const AdminSpacesQuery = z.strictObject({
  /** Part of the name of a team space, or of the name or address of an owner. */
  text: z._default(typedLine(0, LIMITS.peopleTextLengthMax), ''),
  kind: z.optional(z.enum(ADMIN_SPACE_KINDS)),
  state: z.optional(z.enum(ADMIN_SPACE_STATES)),
  sort: z._default(z.enum(ADMIN_SPACE_SORTS), 'used'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  at: z._default(digitsUpTo(1_000_000), 0),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type AdminSpacesQuery = z.infer<typeof AdminSpacesQuery>;

/** Metadata of a space. Never contains names of its files. */
export const AdminSpace = z.object({
  id: SpaceId,
  name: z.string(),
  kind: z.enum(['personal', 'team', 'linked']),
  owner: z.object({
    id: UserId,
    name: z.string(),
    email: z.string(),
    isActive: z.boolean(),
    isRemoved: z.boolean(),
  }),
  /** Number of owners, including the one above; 1 for a personal space. */
  owners: Count,
  /** People who were added individually, and groups. */
  members: Count,
  groups: Count,
  /** Includes running uploads and deleted files that the store still holds. */
  takenBytes: SizeBytes,
  quotaBytes: SizeBytes,
  archivedAt: z.nullable(Instant),
  /** When an archived space is deleted. */
  goesAt: z.nullable(Instant),
  /** While it lasts, nothing in the space is deleted for good. */
  hold: z.nullable(z.object({ beganAt: Instant, reason: z.string(), byName: z.string() })),
  /** For `If-Match`. */
  revision: z.number(),
  /** Role of the current person. Null if they may not open the space. */
  role: z.nullable(SpaceRole),
});
export type AdminSpace = z.infer<typeof AdminSpace>;

export const AdminSpacesPage = z.object({
  items: z.array(AdminSpace),
  /** Number of spaces that match the query. */
  total: Count,
  /** Counts of all spaces, independent of the query. */
  counts: z.object({ personal: Count, team: Count, archived: Count, full: Count, held: Count }),
  mayChange: z.boolean(),
});
export type AdminSpacesPage = z.infer<typeof AdminSpacesPage>;

export const HoldSpaceRequest = z.strictObject({
  /** For administrators and the audit trail; members never see it. */
  reason: typedLine(1, LIMITS.holdReasonLengthMax),
});
export type HoldSpaceRequest = z.infer<typeof HoldSpaceRequest>;

export const GiveSpaceRequest = z.strictObject({ toId: UserId });
export type GiveSpaceRequest = z.infer<typeof GiveSpaceRequest>;
