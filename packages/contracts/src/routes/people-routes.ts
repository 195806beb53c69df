export const PEOPLE_ROUTES = {
  openLink: { method: 'POST', path: '/one-time-links/open', access: 'anyone', status: 200 },
  acceptInvitation: { method: 'POST', path: '/one-time-links/join', access: 'anyone', status: 200 },
  useResetLink: { method: 'POST', path: '/one-time-links/password', access: 'anyone', status: 200 },
} as const;
