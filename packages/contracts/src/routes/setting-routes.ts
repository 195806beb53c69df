export const SETTING_ROUTES = {
  getSettings: { method: 'GET', path: '/admin/settings', access: 'person', status: 200 },
  changeSettings: {
    method: 'PATCH',
    path: '/admin/settings',
    access: 'person',
    status: 200,
    replaces: true,
  },
} as const;
