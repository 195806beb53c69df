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
  /** From all guests together. */
  filesMax: z._default(
    z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.requestFilesMax))),
    null,
  ),
  /** From all guests together. */
  bytesMax: z._default(z.nullable(SizeBytes.check(z.minimum(1))), null),
  /** Empty: everything. */
  kinds: z._default(RequestKinds, []),
});
export type RequestTerms = z.infer<typeof RequestTerms>;

/** For the people who manage the link: its terms, and what has come in so far. */
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

/** What a guest learns of a request: nothing about the folder, the space or other guests. */
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
  /** How much more is accepted now. */
  filesLeft: Count,
  /** Null without a limit. */
  bytesLeft: z.nullable(SizeBytes),
});
export type GuestRequest = z.infer<typeof GuestRequest>;

/** What is asked must be given. */
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

/** The key gives access to the hand-in, to see and continue it. */
export const HandInKey = z.custom<string>(isLinkToken);

/** The only answer with the key: the server stores a hash of it. */
export const BegunHandIn = z.object({ key: HandInKey, folderId: NodeId });
export type BegunHandIn = z.infer<typeof BegunHandIn>;

const HandInFile = z.object({
  id: UploadId,
  /** Folders and name, as the guest sent them. */
  path: z.array(z.string()),
  sizeBytes: SizeBytes,
  /** Null until the file has arrived. */
  arrivedAt: z.nullable(Instant),
  /** Of the stored bytes. Null until known: a file in several parts is read once more soon after it came. */
  sha256: z.nullable(Sha256),
});

/** What one guest has handed in, for this guest: the receipt. Without what was given up. */
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
  /** Of a link to edit: the folder of this name, or none. A hand-in has folders of its own. */
  ifExists: z.optional(z.enum(['fail', 'reuse'])),
});
export type GuestFolderRequest = z.infer<typeof GuestFolderRequest>;
export const GuestFolderMade = z.object({ id: NodeId });

/** In a file request a taken name always gives a number, whatever the sender asks for. */
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
  /** The next upload by a link to edit may be based on it. */
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

/** One hand-in, for the people who manage the request. */
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
