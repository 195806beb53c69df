/** Links and file requests, for the people who create them. */
export const LINK_ROUTES = {
  /** Takes no `Idempotency-Key`, because the stored response would contain the token. */
  createPublicLink: { method: 'POST', path: '/nodes/{nodeId}/links', access: 'person', status: 201 },
  listNodeLinks: { method: 'GET', path: '/nodes/{nodeId}/links', access: 'person', status: 200 },
  listOwnLinks: { method: 'GET', path: '/links', access: 'person', status: 200 },
  changePublicLink: {
    method: 'PATCH',
    path: '/links/{linkId}',
    access: 'person',
    status: 200,
    replaces: true,
  },
  listLinkVisits: { method: 'GET', path: '/links/{linkId}/visits', access: 'person', status: 200 },
  revokePublicLinks: { method: 'POST', path: '/batch/links/revoke', access: 'person', status: 200 },
  restorePublicLinks: { method: 'POST', path: '/batch/links/restore', access: 'person', status: 200 },
  listAdminLinks: { method: 'GET', path: '/admin/links', access: 'person', status: 200 },
  revokeAdminLinks: { method: 'POST', path: '/admin/links/revoke', access: 'person', status: 200 },
  revokePublicLink: { method: 'DELETE', path: '/links/{linkId}', access: 'person', status: 204 },
  listHandIns: { method: 'GET', path: '/links/{linkId}/hand-ins', access: 'person', status: 200 },
} as const;
