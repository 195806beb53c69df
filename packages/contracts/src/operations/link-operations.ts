import * as z from 'zod/mini';
import { LinkId, NodeId, UploadId } from '../ids.ts';
import {
  GuestChildrenQuery,
  GuestContentRequest,
  GuestContentsRequest,
  GuestContentsResult,
  GuestContentUrl,
  GuestLink,
  GuestNode,
  GuestPage,
  GuestPath,
  GuestTreePage,
  RenameGuestNodeRequest,
  MoveGuestNodesRequest,
  TrashGuestNodesRequest,
  TrashGuestNodesResult,
  UnlockLinkRequest,
} from '../links/guests.ts';
import {
  AdminLinksPage,
  AdminLinksQuery,
  LinkIds,
  LinkOutcomes,
  LinkVisitList,
} from '../links/link-lists.ts';
import { isLinkToken } from '../links/link-token.ts';
import {
  ChangeLinkRequest,
  CreatedLink,
  CreateLinkRequest,
  NodeLinkList,
  PublicLink,
  PublicLinkList,
} from '../links/links.ts';
import {
  BeginHandInRequest,
  BegunHandIn,
  CompleteGuestUploadsRequest,
  CompleteGuestUploadsResult,
  GuestFolderMade,
  GuestFolderRequest,
  GuestUploadsRequest,
  GuestUploadsResult,
  HandIn,
  HandInKey,
  HandInList,
} from '../links/requests.ts';
import { TreeRequest } from '../nodes.ts';
import { ThumbnailsRequest, ThumbnailsResult } from '../thumbnails/thumbnails.ts';
import { ROUTES } from '../routes/routes.ts';
import { SignedParts, SignPartsRequest, SignUploadsRequest, UploadStatus } from '../uploads.ts';

const NodeParams = z.strictObject({ nodeId: NodeId });
const LinkParams = z.strictObject({ linkId: LinkId });
const Token = z.custom<string>(isLinkToken);
const GuestParams = z.strictObject({ token: Token });
const HandInParams = z.strictObject({ token: Token, key: HandInKey });
const GuestUploadParams = z.strictObject({ token: Token, key: HandInKey, uploadId: UploadId });
const GuestNodeParams = z.strictObject({ token: Token, nodeId: NodeId });

export const linkOperations = {
  createPublicLink: {
    ...ROUTES.createPublicLink,
    summary: 'Create a public link to a file or folder',
    params: NodeParams,
    body: CreateLinkRequest,
    response: CreatedLink,
  },
  listNodeLinks: {
    ...ROUTES.listNodeLinks,
    summary: 'Public links to a file or folder, and what the settings say to new ones',
    params: NodeParams,
    response: NodeLinkList,
  },
  listOwnLinks: {
    ...ROUTES.listOwnLinks,
    summary: 'Public links that the person created',
    response: PublicLinkList,
  },
  changePublicLink: {
    ...ROUTES.changePublicLink,
    summary: 'Change label, password, expiry or download limit of a public link',
    params: LinkParams,
    body: ChangeLinkRequest,
    response: PublicLink,
  },
  revokePublicLink: {
    ...ROUTES.revokePublicLink,
    summary: 'Revoke a public link',
    params: LinkParams,
  },
  listLinkVisits: {
    ...ROUTES.listLinkVisits,
    summary: 'What guests did with a public link, newest first',
    params: LinkParams,
    response: LinkVisitList,
  },
  revokePublicLinks: {
    ...ROUTES.revokePublicLinks,
    summary: 'Revoke several public links, each answered by itself',
    body: LinkIds,
    response: LinkOutcomes,
  },
  restorePublicLinks: {
    ...ROUTES.restorePublicLinks,
    summary: 'Undo revocations of the person shortly afterwards',
    body: LinkIds,
    response: LinkOutcomes,
  },
  listAdminLinks: {
    ...ROUTES.listAdminLinks,
    summary: 'Public links of everybody',
    query: AdminLinksQuery,
    response: AdminLinksPage,
  },
  revokeAdminLinks: {
    ...ROUTES.revokeAdminLinks,
    summary: 'Revoke public links of anybody',
    body: LinkIds,
    response: LinkOutcomes,
  },
  getGuestLink: {
    ...ROUTES.getGuestLink,
    summary: 'What a public link leads to',
    params: GuestParams,
    response: GuestLink,
  },
  unlockPublicLink: {
    ...ROUTES.unlockPublicLink,
    summary: 'Open a public link with its password',
    params: GuestParams,
    body: UnlockLinkRequest,
  },
  listGuestChildren: {
    ...ROUTES.listGuestChildren,
    summary: 'The items of a folder of a public link',
    params: GuestNodeParams,
    query: GuestChildrenQuery,
    response: GuestPage,
  },
  getGuestPath: {
    ...ROUTES.getGuestPath,
    summary: 'The folders from the item of a public link to a node',
    params: GuestNodeParams,
    response: GuestPath,
  },
  signGuestContent: {
    ...ROUTES.signGuestContent,
    summary: 'A presigned URL of one file of a public link; `attachment` counts as a download',
    params: GuestNodeParams,
    body: GuestContentRequest,
    response: GuestContentUrl,
  },
  getGuestThumbnails: {
    ...ROUTES.getGuestThumbnails,
    summary: 'Thumbnails of files of a public link, by URLs that are valid for a minute',
    params: GuestParams,
    body: ThumbnailsRequest,
    response: ThumbnailsResult,
  },
  listGuestTree: {
    ...ROUTES.listGuestTree,
    summary: 'The items of several folders of a public link, for a zip file',
    params: GuestParams,
    body: TreeRequest,
    response: GuestTreePage,
  },
  renameGuestNode: {
    ...ROUTES.renameGuestNode,
    summary: 'Rename a file or folder by a public link to edit',
    params: GuestNodeParams,
    body: RenameGuestNodeRequest,
    response: GuestNode,
  },
  trashGuestNodes: {
    ...ROUTES.trashGuestNodes,
    summary: 'Move files and folders to the trash by a public link to edit',
    params: GuestParams,
    body: TrashGuestNodesRequest,
    response: TrashGuestNodesResult,
  },
  moveGuestNodes: {
    ...ROUTES.moveGuestNodes,
    summary: 'Move files and folders within a public link to edit',
    params: GuestParams,
    body: MoveGuestNodesRequest,
    response: TrashGuestNodesResult,
  },
  listHandIns: {
    ...ROUTES.listHandIns,
    summary: 'What guests have handed in to a file request',
    params: LinkParams,
    response: HandInList,
  },
  beginHandIn: {
    ...ROUTES.beginHandIn,
    summary: 'Begin to hand files in to a request',
    params: GuestParams,
    body: BeginHandInRequest,
    response: BegunHandIn,
  },
  getHandIn: {
    ...ROUTES.getHandIn,
    summary: 'What a guest has handed in: the receipt',
    params: HandInParams,
    response: HandIn,
  },
  finishHandIn: {
    ...ROUTES.finishHandIn,
    summary: 'Finish a hand-in; open uploads of it end',
    params: HandInParams,
    response: HandIn,
  },
  createGuestFolder: {
    ...ROUTES.createGuestFolder,
    summary: 'A folder within a hand-in; again for the same path',
    params: HandInParams,
    body: GuestFolderRequest,
    response: GuestFolderMade,
  },
  createGuestUploads: {
    ...ROUTES.createGuestUploads,
    summary: 'Reserve room for files of a hand-in and sign their first parts',
    params: HandInParams,
    body: GuestUploadsRequest,
    response: GuestUploadsResult,
  },
  signGuestUploads: {
    ...ROUTES.signGuestUploads,
    summary: 'Sign files of one part of a hand-in again',
    params: HandInParams,
    body: SignUploadsRequest,
    response: GuestUploadsResult,
  },
  completeGuestUploads: {
    ...ROUTES.completeGuestUploads,
    summary: 'Check what the store has of files of a hand-in and make them visible',
    params: HandInParams,
    body: CompleteGuestUploadsRequest,
    response: CompleteGuestUploadsResult,
  },
  getGuestUpload: {
    ...ROUTES.getGuestUpload,
    summary: 'What the store already holds of a file of a hand-in',
    params: GuestUploadParams,
    response: UploadStatus,
  },
  signGuestParts: {
    ...ROUTES.signGuestParts,
    summary: 'Declare and sign parts of a file of a hand-in',
    params: GuestUploadParams,
    body: SignPartsRequest,
    response: SignedParts,
  },
  abortGuestUpload: {
    ...ROUTES.abortGuestUpload,
    summary: 'Give a file of a hand-in up and free its room',
    params: GuestUploadParams,
  },
  signGuestContents: {
    ...ROUTES.signGuestContents,
    summary: 'Presigned URLs of many files of a public link; each counts as a download',
    params: GuestParams,
    body: GuestContentsRequest,
    response: GuestContentsResult,
  },
  sendGuestDownload: {
    ...ROUTES.sendGuestDownload,
    summary: 'The bytes of a counted download, from an address that was answered for it',
    params: z.strictObject({ token: Token, key: Token }),
  },
} as const;
