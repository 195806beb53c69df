export const EXPORT_ROUTES = {
  listExport: { method: 'GET', path: '/spaces/{spaceId}/export', access: 'person', status: 200 },
  signExported: { method: 'POST', path: '/spaces/{spaceId}/export/contents', access: 'person', status: 200 },
} as const;
