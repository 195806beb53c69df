export const SHARING_ROUTES = {
  listAccess: { method: 'GET', path: '/nodes/{nodeId}/access', access: 'person', status: 200 },
  listAccessPeople: { method: 'GET', path: '/nodes/{nodeId}/access/people', access: 'person', status: 200 },
  createGrants: {
    method: 'POST',
    path: '/nodes/{nodeId}/grants',
    access: 'person',
    status: 201,
    creates: true,
  },
  changeGrant: {
    method: 'PATCH',
    path: '/nodes/{nodeId}/grants/{holderId}',
    access: 'person',
    status: 200,
    replaces: true,
  },
  removeGrant: {
    method: 'DELETE',
    path: '/nodes/{nodeId}/grants/{holderId}',
    access: 'person',
    status: 204,
  },
  removeGrants: { method: 'DELETE', path: '/nodes/{nodeId}/grants', access: 'person', status: 200 },
  listSharedWithMe: { method: 'GET', path: '/shared/with-me', access: 'person', status: 200 },
  listSharedByMe: { method: 'GET', path: '/shared/by-me', access: 'person', status: 200 },
} as const;
