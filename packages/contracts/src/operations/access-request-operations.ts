import * as z from 'zod/mini';
import {
  AccessRequestId,
  AccessRequestList,
  AnswerAccessRequest,
  AskableAccess,
  AskForAccessRequest,
} from '../access-requests/access-requests.ts';
import { ACCESS_REQUEST_ROUTES } from '../access-requests/access-request-routes.ts';
import { NodeId, SpaceId } from '../ids.ts';

const NodeParams = z.strictObject({ nodeId: NodeId });

export const accessRequestOperations = {
  getAskableAccess: {
    ...ACCESS_REQUEST_ROUTES.getAskableAccess,
    summary: 'What the person may ask for on a file or folder, and what they asked',
    params: NodeParams,
    response: AskableAccess,
  },
  askForAccess: {
    ...ACCESS_REQUEST_ROUTES.askForAccess,
    summary: 'Ask those who decide for a higher role on a file or folder, or change what was asked',
    params: NodeParams,
    body: AskForAccessRequest,
    response: AskableAccess,
  },
  withdrawAccessRequest: {
    ...ACCESS_REQUEST_ROUTES.withdrawAccessRequest,
    summary: 'Withdraw the own open access request',
    params: NodeParams,
  },
  listAccessRequests: {
    ...ACCESS_REQUEST_ROUTES.listAccessRequests,
    summary: 'Open access requests for a file or folder',
    params: NodeParams,
    response: AccessRequestList,
  },
  answerAccessRequest: {
    ...ACCESS_REQUEST_ROUTES.answerAccessRequest,
    summary: 'Give what was asked for, or decline',
    params: z.strictObject({ nodeId: NodeId, requestId: AccessRequestId }),
    body: AnswerAccessRequest,
  },
  listSpaceAccessRequests: {
    ...ACCESS_REQUEST_ROUTES.listSpaceAccessRequests,
    summary: 'Open access requests in a space',
    params: z.strictObject({ spaceId: SpaceId }),
    response: AccessRequestList,
  },
} as const;
