export const ADMINISTRATION_ROUTES = {
  getAdminOverview: { method: 'GET', path: '/admin/overview', access: 'person', status: 200 },
  getUseHistory: { method: 'GET', path: '/admin/overview/use', access: 'person', status: 200 },
  listAdminJobs: { method: 'GET', path: '/admin/jobs', access: 'person', status: 200 },
  retryAdminJob: { method: 'POST', path: '/admin/jobs/{jobId}/retry', access: 'person', status: 204 },
  cancelAdminJob: { method: 'POST', path: '/admin/jobs/{jobId}/cancel', access: 'person', status: 204 },
  retryQueue: { method: 'POST', path: '/admin/jobs/queues/{queue}/retry', access: 'person', status: 204 },
  listAdminSpaces: { method: 'GET', path: '/admin/spaces', access: 'person', status: 200 },
  archiveAdminSpace: {
    method: 'POST',
    path: '/admin/spaces/{spaceId}/archive',
    access: 'person',
    status: 204,
  },
  restoreAdminSpace: {
    method: 'POST',
    path: '/admin/spaces/{spaceId}/restore',
    access: 'person',
    status: 204,
  },
  giveAdminSpace: {
    method: 'POST',
    path: '/admin/spaces/{spaceId}/owner',
    access: 'person',
    status: 204,
  },
  holdSpace: { method: 'POST', path: '/admin/spaces/{spaceId}/hold', access: 'person', status: 204 },
  endHold: { method: 'DELETE', path: '/admin/spaces/{spaceId}/hold', access: 'person', status: 204 },
} as const;
