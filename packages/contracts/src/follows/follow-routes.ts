export const FOLLOW_ROUTES = {
  listFollowed: { method: 'GET', path: '/follows', access: 'person', status: 200 },
  follow: { method: 'POST', path: '/follows/{nodeId}', access: 'person', status: 204 },
  unfollow: { method: 'DELETE', path: '/follows/{nodeId}', access: 'person', status: 204 },
} as const;
