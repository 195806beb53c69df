import * as z from 'zod/mini';
import { Count, Instant, LinkId, NodeId, SizeBytes, SpaceId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { typedLine } from '../text.ts';
import { RequestTerms, RequestView } from './requests.ts';

/**
 * What the bearer may do: `view` looks and lists, `download` takes files too, `edit` changes what is in the item too,
 * `request` only hands files in.
 */
export const LINK_KINDS = ['view', 'download', 'edit', 'request'] as const;
export const LinkKind = z.enum(LINK_KINDS);

const LinkPassword = z.string().check(
  z.minLength(LIMITS.linkPasswordLengthMin),
  z.maxLength(LIMITS.passwordLengthMax),
  z.refine((text) => text.isWellFormed()),
);
const Label = typedLine(0, LIMITS.linkLabelLengthMax);
const BytesMax = SizeBytes.check(z.minimum(1));
const DownloadsMax = z.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.linkDownloadsMax));

/** Passes through the server's memory once and is never logged. */
export const CreateLinkRequest = z.strictObject({
  kind: z._default(LinkKind, 'download'),
  /** For the people who manage the link. Guests see it only as the title of a request, which needs one. */
  label: z._default(Label, ''),
  password: z._default(z.nullable(LinkPassword), null),
  /** In the future, at most 365 days. */
  expiresAt: Instant,
  /** Every file counts as one download. */
  downloadsMax: z._default(z.nullable(DownloadsMax), null),
  /** What all downloads together may take. */
  bytesMax: z._default(z.nullable(BytesMax), null),
  /** For the kind `request`, which needs it, and for `edit`: what guests may bring. */
  request: z._default(z.nullable(RequestTerms), null),
});
export type CreateLinkRequest = z.infer<typeof CreateLinkRequest>;

/** Absent members stay as they are. Null removes a password or a limit. */
export const ChangeLinkRequest = z.strictObject({
  label: z.optional(Label),
  password: z.optional(z.nullable(LinkPassword)),
  expiresAt: z.optional(Instant),
  downloadsMax: z.optional(z.nullable(DownloadsMax)),
  bytesMax: z.optional(z.nullable(BytesMax)),
  /** All terms together. */
  request: z.optional(RequestTerms),
});
export type ChangeLinkRequest = z.infer<typeof ChangeLinkRequest>;

/**
 * Computed for each answer. `unavailable`: the item is in the trash or gone, or the person who made the link has lost
 * the right to make one.
 */
export const LINK_STATES = ['active', 'expired', 'exhausted', 'unavailable'] as const;

/** For the people who manage the link. The token is in no answer but the one that created it. */
export const PublicLink = z.object({
  id: LinkId,
  kind: LinkKind,
  state: z.enum(LINK_STATES),
  spaceId: SpaceId,
  nodeId: NodeId,
  /** Null if the person may not see the item, or it is gone. */
  node: z.nullable(
    z.object({ name: z.string(), kind: z.enum(['folder', 'file']), parentId: z.nullable(NodeId) }),
  ),
  label: z.string(),
  hasPassword: z.boolean(),
  expiresAt: Instant,
  downloadsMax: z.nullable(Count),
  downloads: Count,
  bytesMax: z.nullable(SizeBytes),
  /** Of all downloads. */
  bytes: SizeBytes,
  /** Of `request` and `edit`; null for other kinds. */
  request: z.nullable(RequestView),
  /** One client counts once in half an hour. */
  visits: Count,
  lastVisitAt: z.nullable(Instant),
  createdAt: Instant,
  createdBy: z.object({ name: z.string(), isYou: z.boolean() }),
  /** For `If-Match`. */
  revision: Count,
});
export type PublicLink = z.infer<typeof PublicLink>;

/** Without revoked links, newest first. */
export const PublicLinkList = z.object({ items: z.array(PublicLink) });
export type PublicLinkList = z.infer<typeof PublicLinkList>;

/** What the settings say to new links and to changes. */
const LinkPolicy = z.object({
  isAllowed: z.boolean(),
  needsPassword: z.boolean(),
  daysMax: Count,
});

export const NodeLinkList = z.extend(PublicLinkList, { policy: LinkPolicy });

/** The only answer with the address: the server stores a hash of its token. */
export const CreatedLink = z.object({ link: PublicLink, url: z.string() });
export type CreatedLink = z.infer<typeof CreatedLink>;
