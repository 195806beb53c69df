export const LINK_ROUTES = {
  /** Takes no `Idempotency-Key`, because the kept answer would hold the token. */
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
  revokePublicLink: { method: 'DELETE', path: '/links/{linkId}', access: 'person', status: 204 },
  getGuestLink: { method: 'GET', path: '/public/{token}', access: 'anyone', status: 200 },
  unlockPublicLink: { method: 'POST', path: '/public/{token}/unlock', access: 'anyone', status: 204 },
  listGuestChildren: {
    method: 'GET',
    path: '/public/{token}/nodes/{nodeId}/children',
    access: 'anyone',
    status: 200,
  },
  getGuestPath: { method: 'GET', path: '/public/{token}/nodes/{nodeId}/path', access: 'anyone', status: 200 },
  signGuestContent: {
    method: 'POST',
    path: '/public/{token}/nodes/{nodeId}/content',
    access: 'anyone',
    status: 200,
  },
  listGuestTree: { method: 'POST', path: '/public/{token}/children', access: 'anyone', status: 200 },
  signGuestContents: { method: 'POST', path: '/public/{token}/contents', access: 'anyone', status: 200 },
} as const;
