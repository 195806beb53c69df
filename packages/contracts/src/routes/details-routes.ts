export const DETAILS_ROUTES = {
  getNodeDetails: { method: 'GET', path: '/nodes/{nodeId}/details', access: 'person', status: 200 },
  listItemGroups: { method: 'GET', path: '/nodes/{nodeId}/groups', access: 'person', status: 200 },
  measureNodes: { method: 'POST', path: '/batch/size', access: 'person', status: 200 },
  listFeed: { method: 'GET', path: '/activity', access: 'person', status: 200 },
  listActivity: { method: 'GET', path: '/nodes/{nodeId}/activity', access: 'person', status: 200 },
  listPast: { method: 'GET', path: '/nodes/{nodeId}/past', access: 'person', status: 200 },
  showDocument: {
    method: 'POST',
    path: '/nodes/{nodeId}/versions/{versionId}/document',
    access: 'person',
    status: 200,
  },
  setPoster: {
    method: 'POST',
    path: '/nodes/{nodeId}/versions/{versionId}/poster',
    access: 'person',
    status: 204,
  },
} as const;
