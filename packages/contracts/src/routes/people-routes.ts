export const PEOPLE_ROUTES = {
  openLink: { method: 'POST', path: '/one-time-links/open', access: 'anyone', status: 200 },
  acceptInvitation: { method: 'POST', path: '/one-time-links/join', access: 'anyone', status: 200 },
  useResetLink: { method: 'POST', path: '/one-time-links/password', access: 'anyone', status: 200 },
  listAdminPeople: { method: 'GET', path: '/admin/people', access: 'person', status: 200 },
  /**
   * Takes no `Idempotency-Key`, because the stored response would contain the link. A repeated call replaces the link.
   */
  invitePeople: { method: 'POST', path: '/admin/people/invitations', access: 'person', status: 200 },
  createResetLink: {
    method: 'POST',
    path: '/admin/people/{personId}/reset-link',
    access: 'person',
    status: 201,
  },
  withdrawInvitation: {
    method: 'POST',
    path: '/admin/people/invitations/withdraw',
    access: 'person',
    status: 204,
  },
  changeSystemRole: {
    method: 'PATCH',
    path: '/admin/people/{personId}',
    access: 'person',
    status: 204,
    replaces: true,
  },
  disablePerson: { method: 'POST', path: '/admin/people/{personId}/disable', access: 'person', status: 200 },
  enablePerson: { method: 'POST', path: '/admin/people/{personId}/enable', access: 'person', status: 204 },
  signPersonOut: { method: 'POST', path: '/admin/people/{personId}/sign-out', access: 'person', status: 204 },
  listPersonTokens: {
    method: 'GET',
    path: '/admin/people/{personId}/tokens',
    access: 'person',
    status: 200,
  },
  revokeToken: {
    method: 'DELETE',
    path: '/admin/people/{personId}/tokens/{tokenId}',
    access: 'person',
    status: 204,
  },
  revokeTokens: {
    method: 'DELETE',
    path: '/admin/people/{personId}/tokens',
    access: 'person',
    status: 200,
  },
  resetPersonFactors: {
    method: 'POST',
    path: '/admin/people/{personId}/reset-factors',
    access: 'person',
    status: 204,
  },
  removePersonPicture: {
    method: 'DELETE',
    path: '/admin/people/{personId}/picture',
    access: 'person',
    status: 204,
  },
  getRemoval: { method: 'GET', path: '/admin/people/{personId}/removal', access: 'person', status: 200 },
  /** Takes no `Idempotency-Key`: a repeated call finds the person removed, and retries the deletion in the pool. */
  removePerson: {
    method: 'POST',
    path: '/admin/people/{personId}/remove',
    access: 'person',
    status: 200,
    replaces: true,
  },
  handOverFiles: {
    method: 'POST',
    path: '/admin/people/{personId}/hand-over',
    access: 'person',
    status: 201,
    creates: true,
  },
} as const;
