/** The trash as a page. */
export const TRASH_ROUTES = {
  listTrash: { method: 'GET', path: '/spaces/{spaceId}/trash', access: 'person', status: 200 },
  getTrashSummary: { method: 'GET', path: '/spaces/{spaceId}/trash/summary', access: 'person', status: 200 },
  getTrashedContent: {
    method: 'GET',
    path: '/nodes/{nodeId}/trashed-content',
    access: 'person',
    status: 200,
  },
  emptyTrash: { method: 'POST', path: '/spaces/{spaceId}/trash/empty', access: 'person', status: 200 },
  purgeNodes: { method: 'POST', path: '/batch/purge', access: 'person', status: 200 },
} as const;
