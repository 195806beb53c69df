/** Changes by guests through a link to edit, other than uploads. */
export const EDIT_LINK_ROUTES = {
  renameGuestNode: {
    method: 'PATCH',
    path: '/public/{token}/nodes/{nodeId}',
    access: 'anyone',
    status: 200,
    replaces: true,
    forGuests: true,
  },
  trashGuestNodes: {
    method: 'POST',
    path: '/public/{token}/trash',
    access: 'anyone',
    status: 200,
    forGuests: true,
  },
  moveGuestNodes: {
    method: 'POST',
    path: '/public/{token}/move',
    access: 'anyone',
    status: 200,
    forGuests: true,
  },
} as const;
