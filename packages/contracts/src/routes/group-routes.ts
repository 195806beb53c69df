const GROUP = '/admin/groups/{groupId}';
const MEMBERS = `${GROUP}/members` as const;

export const GROUP_ROUTES = {
  searchGroups: { method: 'GET', path: '/groups', access: 'person', status: 200 },
  listGroups: { method: 'GET', path: '/admin/groups', access: 'person', status: 200 },
  createGroup: { method: 'POST', path: '/admin/groups', access: 'person', status: 201, creates: true },
  getGroup: { method: 'GET', path: GROUP, access: 'person', status: 200 },
  changeGroup: { method: 'PATCH', path: GROUP, access: 'person', status: 200, replaces: true },
  deleteGroup: { method: 'DELETE', path: GROUP, access: 'person', status: 204 },
  listGroupMembers: { method: 'GET', path: MEMBERS, access: 'person', status: 200 },
  addGroupMembers: { method: 'POST', path: MEMBERS, access: 'person', status: 200 },
  removeGroupMember: {
    method: 'DELETE',
    path: `${MEMBERS}/{personId}`,
    access: 'person',
    status: 204,
  },
} as const;
