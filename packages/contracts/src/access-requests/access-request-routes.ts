export const ACCESS_REQUEST_ROUTES = {
  getAskableAccess: { method: 'GET', path: '/nodes/{nodeId}/access-request', access: 'person', status: 200 },
  askForAccess: { method: 'POST', path: '/nodes/{nodeId}/access-request', access: 'person', status: 200 },
  withdrawAccessRequest: {
    method: 'DELETE',
    path: '/nodes/{nodeId}/access-request',
    access: 'person',
    status: 204,
  },
  listAccessRequests: {
    method: 'GET',
    path: '/nodes/{nodeId}/access-requests',
    access: 'person',
    status: 200,
  },
  answerAccessRequest: {
    method: 'PATCH',
    path: '/nodes/{nodeId}/access-requests/{requestId}',
    access: 'person',
    status: 204,
    replaces: true,
  },
  listSpaceAccessRequests: {
    method: 'GET',
    path: '/spaces/{spaceId}/access-requests',
    access: 'person',
    status: 200,
  },
} as const;
