export const TAG_ROUTES = {
  listTags: { method: 'GET', path: '/tags', access: 'person', status: 200 },
  createTag: { method: 'POST', path: '/tags', access: 'person', status: 201, creates: true },
  changeTag: { method: 'PATCH', path: '/tags/{tagId}', access: 'person', status: 200, replaces: true },
  deleteTag: { method: 'DELETE', path: '/tags/{tagId}', access: 'person', status: 204 },
  tagItems: { method: 'POST', path: '/tags/{tagId}/items', access: 'person', status: 200 },
  listTagged: { method: 'GET', path: '/tagged', access: 'person', status: 200 },
} as const;
