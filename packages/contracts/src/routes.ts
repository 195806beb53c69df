import { STORAGE_ROUTES } from './storage-routes.ts';

/** Method, path and manners of one call of `/api/v1`. Data only, so that the browser carries no schema for it. */
export interface RouteData {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters in braces as in OpenAPI: `/nodes/{nodeId}`. */
  readonly path: `/${string}`;
  /** `anyone` needs no session; every other call answers `not_signed_in` without one. */
  readonly access: 'anyone' | 'person';
  /** Success status; 204 has no body. */
  readonly status: 200 | 201 | 204;
  /** `If-Match` with the revision is demanded. */
  readonly replaces?: true;
  /** `Idempotency-Key` is honoured. */
  readonly creates?: true;
}

/** Every call of the API. Its schemas stand in `operations`. */
export const ROUTES = {
  getSession: { method: 'GET', path: '/session', access: 'anyone', status: 200 },
  signOut: { method: 'DELETE', path: '/session', access: 'anyone', status: 204 },
  welcome: { method: 'POST', path: '/welcome', access: 'anyone', status: 204 },
  getSignIn: { method: 'GET', path: '/sign-in', access: 'anyone', status: 200 },
  startSignIn: { method: 'POST', path: '/sign-in', access: 'anyone', status: 200 },
  answerSignIn: { method: 'POST', path: '/sign-in/answer', access: 'anyone', status: 200 },
  resendSignIn: { method: 'POST', path: '/sign-in/resend', access: 'anyone', status: 200 },
  cancelSignIn: { method: 'DELETE', path: '/sign-in', access: 'anyone', status: 204 },
  getFactors: { method: 'GET', path: '/me/factors', access: 'person', status: 200 },
  startAuthenticator: { method: 'POST', path: '/me/authenticator', access: 'person', status: 200 },
  verifyAuthenticator: { method: 'POST', path: '/me/authenticator/verify', access: 'person', status: 200 },
  removeAuthenticator: { method: 'POST', path: '/me/authenticator/remove', access: 'person', status: 200 },
  listSpaces: { method: 'GET', path: '/spaces', access: 'person', status: 200 },
  getSpace: { method: 'GET', path: '/spaces/{spaceId}', access: 'person', status: 200 },
  listTrash: { method: 'GET', path: '/spaces/{spaceId}/trash', access: 'person', status: 200 },
  getNode: { method: 'GET', path: '/nodes/{nodeId}', access: 'person', status: 200 },
  getPath: { method: 'GET', path: '/nodes/{nodeId}/path', access: 'person', status: 200 },
  listChildren: { method: 'GET', path: '/nodes/{nodeId}/children', access: 'person', status: 200 },
  renameNode: { method: 'PATCH', path: '/nodes/{nodeId}', access: 'person', status: 200, replaces: true },
  createFolder: { method: 'POST', path: '/folders', access: 'person', status: 201, creates: true },
  trashNodes: { method: 'POST', path: '/batch/trash', access: 'person', status: 200 },
  restoreNodes: { method: 'POST', path: '/batch/restore', access: 'person', status: 200 },
  getContent: { method: 'GET', path: '/nodes/{nodeId}/content', access: 'person', status: 200 },
  createUpload: { method: 'POST', path: '/uploads', access: 'person', status: 201, creates: true },
  getUpload: { method: 'GET', path: '/uploads/{uploadId}', access: 'person', status: 200 },
  signParts: { method: 'POST', path: '/uploads/{uploadId}/parts', access: 'person', status: 200 },
  completeUpload: { method: 'POST', path: '/uploads/{uploadId}/complete', access: 'person', status: 200 },
  abortUpload: { method: 'DELETE', path: '/uploads/{uploadId}', access: 'person', status: 204 },
  ...STORAGE_ROUTES,
} as const satisfies Record<string, RouteData>;

/** The header that every state-changing call carries: a cross-site form cannot set it. */
export const CSRF_HEADER = 'x-coffer';
