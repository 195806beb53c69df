import * as z from 'zod/mini';
import { Count, Instant, LinkId, NodeId, SizeBytes, SpaceId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { typedLine } from '../text.ts';
import { RequestTerms, RequestView } from './requests.ts';

/**
 * What the bearer may do: `view` only shows and lists, `download` also downloads, `edit` also changes the contents of
 * the item, `request` only hands files in.
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
  /**
   * For the people who manage the link. Guests see only the label of a file request, as its title; it is required
   * there.
   */
  label: z._default(Label, ''),
  password: z._default(z.nullable(LinkPassword), null),
  /** In the future, at most 365 days. */
  expiresAt: Instant,
  /** Each downloaded file counts once. */
  downloadsMax: z._default(z.nullable(DownloadsMax), null),
  /** Limit on the bytes of all downloads together. */
  bytesMax: z._default(z.nullable(BytesMax), null),
  /** What guests may upload. Required for `request`, allowed for `edit`. */
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
  /** Replaces all terms together. */
  request: z.optional(RequestTerms),
});
export type ChangeLinkRequest = z.infer<typeof ChangeLinkRequest>;

/**
 * Computed for each response. `unavailable`: the item is in the trash or gone, or the link's creator has lost the right
 * to create it.
 */
export const LINK_STATES = ['active', 'expired', 'exhausted', 'unavailable'] as const;

/** For the people who manage the link. Only the response that created the link contains its token. */
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
  /** Bytes of all downloads. */
  bytes: SizeBytes,
  /** For `request` and `edit`; null for other kinds. */
  request: z.nullable(RequestView),
  /** Visits of the same client within half an hour count once. */
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

/** What the settings require of new and changed links. */
const LinkPolicy = z.object({
  isAllowed: z.boolean(),
  needsPassword: z.boolean(),
  daysMax: Count,
});

export const NodeLinkList = z.extend(PublicLinkList, { policy: LinkPolicy });

/** The only response that contains the URL: the server stores only a hash of the token. */
export const CreatedLink = z.object({ link: PublicLink, url: z.string() });
export type CreatedLink = z.infer<typeof CreatedLink>;
