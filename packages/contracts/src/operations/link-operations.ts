import * as z from 'zod/mini';
import { LinkId, NodeId } from '../ids.ts';
import {
  GuestChildrenQuery,
  GuestContentRequest,
  GuestContentsRequest,
  GuestContentsResult,
  GuestContentUrl,
  GuestLink,
  GuestPage,
  GuestPath,
  GuestTreePage,
  UnlockLinkRequest,
} from '../links/guests.ts';
import { isLinkToken } from '../links/link-token.ts';
import {
  ChangeLinkRequest,
  CreatedLink,
  CreateLinkRequest,
  PublicLink,
  PublicLinkList,
} from '../links/links.ts';
import { TreeRequest } from '../nodes.ts';
import { ROUTES } from '../routes/routes.ts';

const NodeParams = z.strictObject({ nodeId: NodeId });
const LinkParams = z.strictObject({ linkId: LinkId });
const Token = z.custom<string>(isLinkToken);
const GuestParams = z.strictObject({ token: Token });
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
    summary: 'Public links to a file or folder',
    params: NodeParams,
    response: PublicLinkList,
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
  listGuestTree: {
    ...ROUTES.listGuestTree,
    summary: 'The items of several folders of a public link, for a zip file',
    params: GuestParams,
    body: TreeRequest,
    response: GuestTreePage,
  },
  signGuestContents: {
    ...ROUTES.signGuestContents,
    summary: 'Presigned URLs of many files of a public link; each counts as a download',
    params: GuestParams,
    body: GuestContentsRequest,
    response: GuestContentsResult,
  },
} as const;
