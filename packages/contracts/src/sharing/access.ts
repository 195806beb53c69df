import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, LinkId, NodeId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { LinkKind } from '../links/links.ts';
import { typedLine } from '../text.ts';
import { PersonAccess } from './grants.ts';

export const AccessPeopleQuery = z.strictObject({
  /** Part of a name or address. */
  q: z.optional(typedLine(0, LIMITS.searchLengthMax)),
  /** How many people precede the page. */
  at: z._default(digitsUpTo(1_000_000), 0),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type AccessPeopleQuery = z.infer<typeof AccessPeopleQuery>;

/** A public link by which guests reach the node. */
export const LinkAccess = z.object({
  linkId: LinkId,
  /** Guests with a `request` link hand files in to this folder, and see only their own. */
  kind: LinkKind,
  label: z.string(),
  hasPassword: z.boolean(),
  expiresAt: Instant,
  /** No downloads are left, although one that has begun may still be running. */
  isUsedUp: z.boolean(),
  createdBy: z.object({ name: z.string(), isYou: z.boolean() }),
  createdAt: Instant,
  /** The parent folder that the link is for. Null for the node itself. */
  folder: z.nullable(z.object({ id: NodeId, name: z.nullable(z.string()) })),
  mayRevoke: z.boolean(),
});
export type LinkAccess = z.infer<typeof LinkAccess>;

/**
 * Everybody with access to the node, individually or through a group, each once. The reader comes first, then by role
 * and name.
 */
export const AccessPeople = z.object({
  /** With every reason for access, and the effective role. */
  items: z.array(z.extend(PersonAccess, { isYou: z.boolean() })),
  /** Number of people who match the query. */
  total: Count,
  /** Number of all people with access, without disabled accounts. */
  people: Count,
  mayShare: z.boolean(),
  /** The reader manages the space, and may therefore view it as each of these people. */
  maySeeAs: z.boolean(),
  /** False if the reader sees only their own access. */
  seesOthers: z.boolean(),
  /** Empty for readers who may not see links. */
  links: z.array(LinkAccess),
});
export type AccessPeople = z.infer<typeof AccessPeople>;
