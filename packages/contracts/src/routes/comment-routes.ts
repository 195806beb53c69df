export const COMMENT_ROUTES = {
  listComments: { method: 'GET', path: '/nodes/{nodeId}/comments', access: 'person', status: 200 },
  createComment: {
    method: 'POST',
    path: '/nodes/{nodeId}/comments',
    access: 'person',
    status: 201,
    creates: true,
  },
  changeComment: {
    method: 'PATCH',
    path: '/nodes/{nodeId}/comments/{commentId}',
    access: 'person',
    status: 200,
    replaces: true,
  },
  deleteComment: {
    method: 'DELETE',
    path: '/nodes/{nodeId}/comments/{commentId}',
    access: 'person',
    status: 204,
  },
} as const;
