import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, LinkId, NodeId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { LinkKind } from '../links/links.ts';
import { typedLine } from '../text.ts';
import { PersonAccess } from './grants.ts';

export const AccessPeopleQuery = z.strictObject({
  /** Part of a name or address. */
  q: z.optional(typedLine(0, LIMITS.searchLengthMax)),
  /** How many people come before the page. */
  at: z._default(digitsUpTo(1_000_000), 0),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type AccessPeopleQuery = z.infer<typeof AccessPeopleQuery>;

/** A public link by which guests reach the node. */
export const LinkAccess = z.object({
  linkId: LinkId,
  /** Who has a `request` link of this folder hands files in, and sees only those. */
  kind: LinkKind,
  label: z.string(),
  hasPassword: z.boolean(),
  expiresAt: Instant,
  /** No download is left, unless one that began isn't finished. */
  isUsedUp: z.boolean(),
  createdBy: z.object({ name: z.string(), isYou: z.boolean() }),
  createdAt: Instant,
  /** The folder above that the link is for. Null for the node itself. */
  folder: z.nullable(z.object({ id: NodeId, name: z.nullable(z.string()) })),
  mayRevoke: z.boolean(),
});
export type LinkAccess = z.infer<typeof LinkAccess>;

/** Everybody who reaches the node, by name or through a group, each once: the reader first, then by role and name. */
export const AccessPeople = z.object({
  /** With every way and the role that is enforced. */
  items: z.array(z.extend(PersonAccess, { isYou: z.boolean() })),
  /** Of those that match. */
  total: Count,
  /** Of all, without disabled accounts. */
  people: Count,
  mayShare: z.boolean(),
  /** The reader manages the space, and so may look at it as each of them has it. */
  maySeeAs: z.boolean(),
  /** Otherwise the reader learns only about themselves. */
  seesOthers: z.boolean(),
  /** Empty for readers who don't see links. */
  links: z.array(LinkAccess),
});
export type AccessPeople = z.infer<typeof AccessPeople>;
