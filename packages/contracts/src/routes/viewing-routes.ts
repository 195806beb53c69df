/**
 * Read-only views of a space as another person or a public link sees it. These calls change nothing but the view
 * itself.
 */
export const VIEWING_ROUTES = {
  startViewing: {
    method: 'POST',
    path: '/spaces/{spaceId}/viewings',
    access: 'person',
    status: 201,
    creates: true,
  },
  getViewing: { method: 'GET', path: '/viewings/{viewingId}', access: 'person', status: 200 },
  stopViewing: { method: 'DELETE', path: '/viewings/{viewingId}', access: 'person', status: 204 },
  listViewedChildren: {
    method: 'GET',
    path: '/viewings/{viewingId}/nodes/{nodeId}/children',
    access: 'person',
    status: 200,
  },
  searchViewed: { method: 'GET', path: '/viewings/{viewingId}/search', access: 'person', status: 200 },
  getViewedThumbnails: {
    method: 'POST',
    path: '/viewings/{viewingId}/thumbnails',
    access: 'person',
    status: 200,
  },
  getViewedPath: {
    method: 'GET',
    path: '/viewings/{viewingId}/nodes/{nodeId}/path',
    access: 'person',
    status: 200,
  },
} as const;
