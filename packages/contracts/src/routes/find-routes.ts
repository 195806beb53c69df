export const FIND_ROUTES = {
  search: { method: 'GET', path: '/search', access: 'person', status: 200 },
  listLargest: { method: 'GET', path: '/spaces/{spaceId}/largest', access: 'person', status: 200 },
  listRecent: { method: 'GET', path: '/recent', access: 'person', status: 200 },
  listStarred: { method: 'GET', path: '/starred', access: 'person', status: 200 },
  listStars: { method: 'GET', path: '/stars', access: 'person', status: 200 },
  addStar: { method: 'POST', path: '/stars/{nodeId}', access: 'person', status: 204 },
  removeStar: { method: 'DELETE', path: '/stars/{nodeId}', access: 'person', status: 204 },
} as const;
