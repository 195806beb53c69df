import * as z from 'zod/mini';
import { isEmail } from '../email.ts';
import { Count, Instant, NodeId, Sha256, SizeBytes, UploadId, VersionId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { NodeName } from '../names/node-name-schema.ts';
import { typedLine, typedText } from '../text.ts';
import {
  CompleteUploadsRequest,
  CreateUploadsRequest,
  ItemFailure,
  SignedBundle,
  SignedPart,
  UploadView,
} from '../uploads.ts';
import { isLinkToken } from './link-token.ts';
import { REQUEST_KINDS } from './request-kinds.ts';

const RequestKinds = z.array(z.enum(REQUEST_KINDS)).check(z.maxLength(REQUEST_KINDS.length));

/** What a file request asks for. The label of its link is the title that guests see. */
export const RequestTerms = z.strictObject({
  message: z._default(typedText(LIMITS.requestMessageLengthMax), ''),
  asksName: z._default(z.boolean(), true),
  asksEmail: z._default(z.boolean(), false),
  /** Limit for all guests together. */
  filesMax: z._default(
    z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.requestFilesMax))),
    null,
  ),
  /** Limit for all guests together. */
  bytesMax: z._default(z.nullable(SizeBytes.check(z.minimum(1))), null),
  /** Empty: all kinds. */
  kinds: z._default(RequestKinds, []),
});
export type RequestTerms = z.infer<typeof RequestTerms>;

/** For the people who manage the link: its terms, and what guests have handed in so far. */
export const RequestView = z.object({
  message: z.string(),
  asksName: z.boolean(),
  asksEmail: z.boolean(),
  filesMax: z.nullable(Count),
  bytesMax: z.nullable(SizeBytes),
  kinds: z.array(z.enum(REQUEST_KINDS)),
  files: Count,
  sizeBytes: SizeBytes,
});
export type RequestView = z.infer<typeof RequestView>;

/** A file request as a guest sees it: nothing about the folder, the space or other guests. */
export const GuestRequest = z.object({
  kind: z.literal('request'),
  title: z.string(),
  message: z.string(),
  /** Null if the person has no name. */
  sharedBy: z.nullable(z.string()),
  expiresAt: Instant,
  asksName: z.boolean(),
  asksEmail: z.boolean(),
  kinds: z.array(z.enum(REQUEST_KINDS)),
  filesMax: z.nullable(Count),
  bytesMax: z.nullable(SizeBytes),
  /** How many more files are accepted now. */
  filesLeft: Count,
  /** Null without a limit. */
  bytesLeft: z.nullable(SizeBytes),
});
export type GuestRequest = z.infer<typeof GuestRequest>;

/** Name and address are required if the request asks for them. */
export const BeginHandInRequest = z.strictObject({
  name: z._default(typedLine(0, LIMITS.requestGuestNameLengthMax), ''),
  email: z._default(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || isEmail(text)),
    ),
    '',
  ),
});
export type BeginHandInRequest = z.infer<typeof BeginHandInRequest>;

/** A secret that gives access to the hand-in, to view and continue it. */
export const HandInKey = z.custom<string>(isLinkToken);

/** The only response that contains the key: the server stores only a hash of it. */
export const BegunHandIn = z.object({ key: HandInKey, folderId: NodeId });
export type BegunHandIn = z.infer<typeof BegunHandIn>;

const HandInFile = z.object({
  id: UploadId,
  /** Folders and name, as the guest sent them. */
  path: z.array(z.string()),
  sizeBytes: SizeBytes,
  /** Null until the file has arrived. */
  arrivedAt: z.nullable(Instant),
  /** Hash of the stored bytes. Null until known: multipart files are read once more soon after they arrive. */
  sha256: z.nullable(Sha256),
});

/** The receipt of one guest: everything they handed in, without abandoned uploads. */
export const HandIn = z.object({
  folderId: NodeId,
  title: z.string(),
  sharedBy: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  begunAt: Instant,
  /** Null while it is open. */
  finishedAt: z.nullable(Instant),
  files: z.array(HandInFile),
});
export type HandIn = z.infer<typeof HandIn>;

export const GuestFolderRequest = z.strictObject({
  parentId: NodeId,
  name: NodeName,
  /** For a link to edit: `reuse` returns an existing folder of this name. A hand-in has its own folders. */
  ifExists: z.optional(z.enum(['fail', 'reuse'])),
});
export type GuestFolderRequest = z.infer<typeof GuestFolderRequest>;
export const GuestFolderMade = z.object({ id: NodeId });

/** In a file request, a taken name is always numbered, regardless of `conflict`. */
export const GuestUploadsRequest = z.strictObject({
  uploads: CreateUploadsRequest.shape.uploads,
  bundle: CreateUploadsRequest.shape.bundle,
});

export const GuestUploadsResult = z.object({
  items: z.array(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('created'), upload: UploadView, signed: z.array(SignedPart) }),
      ItemFailure,
    ]),
  ),
  bundles: z.optional(z.array(SignedBundle)),
});
export type GuestUploadsResult = z.infer<typeof GuestUploadsResult>;

export const CompleteGuestUploadsRequest = CompleteUploadsRequest;

/** A node without anything about the space. */
const ArrivedNode = z.object({
  id: NodeId,
  name: z.string(),
  parentId: z.nullable(NodeId),
  /** An upload through a link to edit can name this version as `basedOn`. */
  versionId: z.nullable(VersionId),
});

export const CompleteGuestUploadsResult = z.object({
  items: z.array(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('committed'), node: ArrivedNode }),
      ItemFailure,
    ]),
  ),
});
export type CompleteGuestUploadsResult = z.infer<typeof CompleteGuestUploadsResult>;

/** One hand-in, as the people who manage the request see it. */
export const HandInSummary = z.object({
  name: z.string(),
  email: z.string(),
  begunAt: Instant,
  finishedAt: z.nullable(Instant),
  folderId: NodeId,
  files: Count,
  sizeBytes: SizeBytes,
});
export type HandInSummary = z.infer<typeof HandInSummary>;

/** Newest first. */
export const HandInList = z.object({ items: z.array(HandInSummary) });
export type HandInList = z.infer<typeof HandInList>;
