import * as z from 'zod/mini';
import { HolderId, NodeId } from '../ids.ts';
import { ROUTES } from '../routes/routes.ts';
import { AccessPeople, AccessPeopleQuery } from '../sharing/access.ts';
import {
  AccessQuery,
  AccessList,
  ChangeGrantRequest,
  CreateGrantsRequest,
  CreateGrantsResult,
  Grant,
  InvitedGrantId,
  RemovedGrants,
  SharedByMePage,
  SharedQuery,
  SharedWithMePage,
} from '../sharing/grants.ts';
import {
  ChangeInvitedGrantRequest,
  InvitedGrant,
  InvitedGrants,
  InviteToNodeRequest,
  InviteToNodeResult,
  SentInvitation,
} from '../sharing/invited.ts';

const NodeParams = z.strictObject({ nodeId: NodeId });
const InvitedParams = z.strictObject({ nodeId: NodeId, invitedId: InvitedGrantId });
const GrantParams = z.strictObject({ nodeId: NodeId, holderId: HolderId });

export const sharingOperations = {
  listAccess: {
    ...ROUTES.listAccess,
    query: AccessQuery,
    summary: 'Who has access to a file or folder, and why',
    params: NodeParams,
    response: AccessList,
  },
  listAccessPeople: {
    ...ROUTES.listAccessPeople,
    summary: 'Everybody who reaches a file or folder, and the public links to it',
    params: NodeParams,
    query: AccessPeopleQuery,
    response: AccessPeople,
  },
  createGrants: {
    ...ROUTES.createGrants,
    summary: 'Share a file or folder with people and groups',
    params: NodeParams,
    body: CreateGrantsRequest,
    response: CreateGrantsResult,
  },
  changeGrant: {
    ...ROUTES.changeGrant,
    summary: 'Change role or expiry of a grant',
    params: GrantParams,
    body: ChangeGrantRequest,
    response: Grant,
  },
  removeGrant: {
    ...ROUTES.removeGrant,
    summary: 'Stop sharing with a person or group, or leave what was shared',
    params: GrantParams,
  },
  removeGrants: {
    ...ROUTES.removeGrants,
    summary: 'Stop sharing a file or folder with everyone the person shared it with',
    params: NodeParams,
    response: RemovedGrants,
  },
  returnToNode: {
    ...ROUTES.returnToNode,
    summary: 'Undo leaving a shared file or folder',
    params: NodeParams,
  },
  listInvitedGrants: {
    ...ROUTES.listInvitedGrants,
    summary: 'Addresses without an account that a file or folder waits for',
    params: NodeParams,
    response: InvitedGrants,
  },
  inviteToNode: {
    ...ROUTES.inviteToNode,
    summary: 'Share a file or folder with addresses, and invite those without an account',
    params: NodeParams,
    body: InviteToNodeRequest,
    response: InviteToNodeResult,
  },
  changeInvitedGrant: {
    ...ROUTES.changeInvitedGrant,
    summary: 'Change role or expiry of a grant that waits for an address',
    params: InvitedParams,
    body: ChangeInvitedGrantRequest,
    response: InvitedGrant,
  },
  withdrawInvitedGrant: {
    ...ROUTES.withdrawInvitedGrant,
    summary: 'Withdraw a grant that waits for an address',
    params: InvitedParams,
  },
  sendInvitedGrant: {
    ...ROUTES.sendInvitedGrant,
    summary: 'Send the invitation of a waiting grant again',
    params: InvitedParams,
    response: SentInvitation,
  },
  listSharedWithMe: {
    ...ROUTES.listSharedWithMe,
    summary: 'What others shared with the person',
    query: SharedQuery,
    response: SharedWithMePage,
  },
  listSharedByMe: {
    ...ROUTES.listSharedByMe,
    summary: 'What the person shared with others',
    query: SharedQuery,
    response: SharedByMePage,
  },
} as const;
