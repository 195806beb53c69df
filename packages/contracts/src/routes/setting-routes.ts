export const SETTING_ROUTES = {
  getSettings: { method: 'GET', path: '/admin/settings', access: 'person', status: 200 },
  changeSettings: {
    method: 'PATCH',
    path: '/admin/settings',
    access: 'person',
    status: 200,
    replaces: true,
  },
  addLogo: { method: 'POST', path: '/admin/settings/logos', access: 'person', status: 200 },
} as const;
