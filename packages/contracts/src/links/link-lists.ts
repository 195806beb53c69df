import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, LinkId, SizeBytes, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { NamedSpace } from '../spaces/spaces.ts';
import { typedLine } from '../text.ts';
import { LinkKind, PublicLink } from './links.ts';

/** What a guest did. Does not identify the guest or their location. */
export const LinkVisit = z.object({
  what: z.enum(['opened', 'password_failed', 'downloaded', 'uploaded']),
  at: Instant,
  /** Null unless something was downloaded or uploaded. */
  files: z.nullable(Count),
  bytes: z.nullable(SizeBytes),
});
export type LinkVisit = z.infer<typeof LinkVisit>;

/** Visits of the last 30 days, newest first. */
export const LinkVisitList = z.object({ items: z.array(LinkVisit) });
export type LinkVisitList = z.infer<typeof LinkVisitList>;

export const LinkIds = z.strictObject({
  ids: z.array(LinkId).check(z.minLength(1), z.maxLength(LIMITS.linksAtOnce)),
});
export type LinkIds = z.infer<typeof LinkIds>;

/** In the order of the request. */
export const LinkOutcomes = z.object({
  items: z.array(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('done'), id: LinkId }),
      z.object({ outcome: z.literal('failed'), id: LinkId, code: z.string() }),
    ]),
  ),
});
export type LinkOutcomes = z.infer<typeof LinkOutcomes>;

export const AdminLinksQuery = z.strictObject({
  /** Part of the label, or of the creator's name or address. */
  text: z._default(typedLine(0, LIMITS.peopleTextLengthMax), ''),
  kind: z.optional(LinkKind),
  /** Judged by the link alone: the item and the creator's rights are not checked. */
  state: z.optional(z.enum(['active', 'ended'])),
  sort: z._default(z.enum(['created', 'expires', 'visited', 'downloads']), 'created'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  at: z._default(digitsUpTo(1_000_000), 0),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type AdminLinksQuery = z.infer<typeof AdminLinksQuery>;

/** Does not contain the name of the item, which an administrator may not know. */
export const AdminLink = z.object({
  ...z.omit(PublicLink, { node: true, createdBy: true, request: true }).shape,
  isFolder: z.boolean(),
  space: NamedSpace,
  /** What guests have handed in to a file request. */
  received: z.nullable(z.object({ files: Count, sizeBytes: SizeBytes })),
  owner: z.object({ id: UserId, name: z.string(), email: z.string() }),
});
export type AdminLink = z.infer<typeof AdminLink>;

export const AdminLinksPage = z.object({
  items: z.array(AdminLink),
  /** Number of links that match the query. */
  total: Count,
});
export type AdminLinksPage = z.infer<typeof AdminLinksPage>;
