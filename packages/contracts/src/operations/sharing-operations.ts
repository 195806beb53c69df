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
  RemovedGrants,
  SharedByMePage,
  SharedQuery,
  SharedWithMePage,
} from '../sharing/grants.ts';

const NodeParams = z.strictObject({ nodeId: NodeId });
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
