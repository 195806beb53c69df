export const SPACE_ROUTES = {
  createSpace: { method: 'POST', path: '/spaces', access: 'person', status: 201, creates: true },
  changeSpace: { method: 'PATCH', path: '/spaces/{spaceId}', access: 'person', status: 200, replaces: true },
  archiveSpace: { method: 'DELETE', path: '/spaces/{spaceId}', access: 'person', status: 204 },
  listArchivedSpaces: { method: 'GET', path: '/archived-spaces', access: 'person', status: 200 },
  restoreSpace: {
    method: 'POST',
    path: '/archived-spaces/{spaceId}/restore',
    access: 'person',
    status: 200,
  },
  listMembers: { method: 'GET', path: '/spaces/{spaceId}/members', access: 'person', status: 200 },
  addMembers: {
    method: 'POST',
    path: '/spaces/{spaceId}/members',
    access: 'person',
    status: 201,
    creates: true,
  },
  changeMember: {
    method: 'PATCH',
    path: '/spaces/{spaceId}/members/{holderId}',
    access: 'person',
    status: 200,
    replaces: true,
  },
  removeMember: {
    method: 'DELETE',
    path: '/spaces/{spaceId}/members/{holderId}',
    access: 'person',
    status: 204,
  },
  searchPeople: { method: 'GET', path: '/people', access: 'person', status: 200 },
} as const;
