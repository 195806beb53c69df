import { AUDIT_ROUTES } from './audit-routes.ts';
import { JOB_ROUTES } from './job-routes.ts';
import { LINK_ROUTES } from './link-routes.ts';
import { FIND_ROUTES } from './find-routes.ts';
import { DETAILS_ROUTES } from './details-routes.ts';
import { MAIL_ROUTES } from './mail-routes.ts';
import { NOTIFICATION_ROUTES } from './notification-routes.ts';
import { GROUP_ROUTES } from './group-routes.ts';
import { PEOPLE_ROUTES } from './people-routes.ts';
import { SETTING_ROUTES } from './setting-routes.ts';
import { SHARING_ROUTES } from './sharing-routes.ts';
import { SPACE_ROUTES } from './space-routes.ts';
import { STORAGE_ROUTES } from './storage-routes.ts';

/** Without schemas, to keep the browser bundle small. */
export interface RouteData {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters are in braces: `/nodes/{nodeId}`. */
  readonly path: `/${string}`;
  /** `anyone` needs no session; other calls answer `not_signed_in` without one. */
  readonly access: 'anyone' | 'person';
  /** Success status; 204 has no body. */
  readonly status: 200 | 201 | 204;
  /** Requires `If-Match` with the revision. */
  readonly replaces?: true;
  /** Supports `Idempotency-Key`. */
  readonly creates?: true;
  /** May answer 302 instead of the response. */
  readonly redirects?: true;
  /** Sent in the background, so it does not extend the session. */
  readonly isUnattended?: true;
  /** Guests send or fetch files with it: longer bodies than other open calls, and counted apart. */
  readonly forGuests?: true;
  /** Answers Server-Sent Events; the response describes the data of one. Accepts `Last-Event-ID`. */
  readonly streams?: true;
  /** Answers a file to save, whose media type the call decides. */
  readonly downloads?: true;
  /** Answers the bytes of a file. Accepts `Range` and `If-Range`. */
  readonly answersBytes?: true;
}

export const ROUTES = {
  getSession: { method: 'GET', path: '/session', access: 'anyone', status: 200 },
  getStanding: {
    method: 'GET',
    path: '/session/standing',
    access: 'anyone',
    status: 200,
    isUnattended: true,
  },
  signOut: { method: 'DELETE', path: '/session', access: 'anyone', status: 200 },
  welcome: { method: 'POST', path: '/welcome', access: 'anyone', status: 204 },
  getSignIn: { method: 'GET', path: '/sign-in', access: 'anyone', status: 200 },
  startSignIn: { method: 'POST', path: '/sign-in', access: 'anyone', status: 200 },
  answerSignIn: { method: 'POST', path: '/sign-in/answer', access: 'anyone', status: 200 },
  resendSignIn: { method: 'POST', path: '/sign-in/resend', access: 'anyone', status: 200 },
  cancelSignIn: { method: 'DELETE', path: '/sign-in', access: 'anyone', status: 204 },
  useRecoveryCode: { method: 'POST', path: '/sign-in/recovery', access: 'anyone', status: 204 },
  startRedirect: { method: 'POST', path: '/sign-in/redirect', access: 'anyone', status: 200 },
  finishRedirect: { method: 'POST', path: '/sign-in/redirect/finish', access: 'anyone', status: 200 },
  getFactors: { method: 'GET', path: '/me/factors', access: 'person', status: 200 },
  startAuthenticator: { method: 'POST', path: '/me/authenticator', access: 'person', status: 200 },
  verifyAuthenticator: { method: 'POST', path: '/me/authenticator/verify', access: 'person', status: 200 },
  removeAuthenticator: { method: 'POST', path: '/me/authenticator/remove', access: 'person', status: 200 },
  listSessions: { method: 'GET', path: '/sessions', access: 'person', status: 200 },
  endSession: { method: 'DELETE', path: '/sessions/{sessionId}', access: 'person', status: 204 },
  endOtherSessions: { method: 'DELETE', path: '/sessions', access: 'person', status: 200 },
  changePassword: { method: 'POST', path: '/me/password', access: 'person', status: 200 },
  updateProfile: { method: 'PATCH', path: '/me', access: 'person', status: 200 },
  getPicture: { method: 'GET', path: '/me/picture', access: 'person', status: 200 },
  setPicture: { method: 'POST', path: '/me/picture', access: 'person', status: 204 },
  removePicture: { method: 'DELETE', path: '/me/picture', access: 'person', status: 204 },
  changeEmail: { method: 'POST', path: '/me/email', access: 'person', status: 200 },
  verifyEmail: { method: 'POST', path: '/me/email/verify', access: 'person', status: 204 },
  keepEmail: { method: 'DELETE', path: '/me/email/pending', access: 'person', status: 204 },
  setMessageFactor: { method: 'POST', path: '/me/factors', access: 'person', status: 200 },
  preferFactor: { method: 'POST', path: '/me/factors/preferred', access: 'person', status: 200 },
  makeRecoveryCodes: { method: 'POST', path: '/me/recovery-codes', access: 'person', status: 200 },
  listPasskeys: { method: 'GET', path: '/me/passkeys', access: 'person', status: 200 },
  startPasskey: { method: 'POST', path: '/me/passkeys/start', access: 'person', status: 200 },
  addPasskey: { method: 'POST', path: '/me/passkeys', access: 'person', status: 200 },
  renamePasskey: { method: 'PATCH', path: '/me/passkeys/{passkeyId}', access: 'person', status: 200 },
  removePasskey: { method: 'DELETE', path: '/me/passkeys/{passkeyId}', access: 'person', status: 204 },
  deleteAccount: { method: 'POST', path: '/me/delete', access: 'person', status: 204 },
  signUp: { method: 'POST', path: '/sign-up', access: 'anyone', status: 200 },
  confirmSignUp: { method: 'POST', path: '/sign-up/confirm', access: 'anyone', status: 204 },
  resendSignUp: { method: 'POST', path: '/sign-up/resend', access: 'anyone', status: 200 },
  resetPassword: { method: 'POST', path: '/reset', access: 'anyone', status: 200 },
  confirmReset: { method: 'POST', path: '/reset/confirm', access: 'anyone', status: 204 },
  listTrash: { method: 'GET', path: '/spaces/{spaceId}/trash', access: 'person', status: 200 },
  getTrashSummary: { method: 'GET', path: '/spaces/{spaceId}/trash/summary', access: 'person', status: 200 },
  emptyTrash: { method: 'POST', path: '/spaces/{spaceId}/trash/empty', access: 'person', status: 200 },
  getNode: { method: 'GET', path: '/nodes/{nodeId}', access: 'person', status: 200 },
  getPath: { method: 'GET', path: '/nodes/{nodeId}/path', access: 'person', status: 200 },
  getPosition: { method: 'GET', path: '/nodes/{nodeId}/position', access: 'person', status: 200 },
  listChildren: { method: 'GET', path: '/nodes/{nodeId}/children', access: 'person', status: 200 },
  renameNode: { method: 'PATCH', path: '/nodes/{nodeId}', access: 'person', status: 200, replaces: true },
  createFolder: { method: 'POST', path: '/folders', access: 'person', status: 201, creates: true },
  trashNodes: { method: 'POST', path: '/batch/trash', access: 'person', status: 200 },
  restoreNodes: { method: 'POST', path: '/batch/restore', access: 'person', status: 200 },
  purgeNodes: { method: 'POST', path: '/batch/purge', access: 'person', status: 200 },
  moveNodes: { method: 'POST', path: '/batch/move', access: 'person', status: 200 },
  copyNodes: { method: 'POST', path: '/batch/copy', access: 'person', status: 200, creates: true },
  getContent: {
    method: 'GET',
    path: '/nodes/{nodeId}/content',
    access: 'person',
    status: 200,
    redirects: true,
  },
  listTree: { method: 'POST', path: '/batch/children', access: 'person', status: 200 },
  signContents: { method: 'POST', path: '/batch/contents', access: 'person', status: 200 },
  getThumbnails: { method: 'POST', path: '/batch/thumbnails', access: 'person', status: 200 },
  setPoster: {
    method: 'POST',
    path: '/nodes/{nodeId}/versions/{versionId}/poster',
    access: 'person',
    status: 204,
  },
  createUpload: { method: 'POST', path: '/uploads', access: 'person', status: 201, creates: true },
  createUploads: { method: 'POST', path: '/batch/uploads', access: 'person', status: 200, creates: true },
  signUploads: { method: 'POST', path: '/batch/uploads/sign', access: 'person', status: 200 },
  completeUploads: { method: 'POST', path: '/batch/uploads/complete', access: 'person', status: 200 },
  sendUploadHeartbeat: {
    method: 'POST',
    path: '/batch/uploads/heartbeat',
    access: 'person',
    status: 204,
    isUnattended: true,
  },
  listUploads: { method: 'GET', path: '/uploads', access: 'person', status: 200, isUnattended: true },
  getUpload: { method: 'GET', path: '/uploads/{uploadId}', access: 'person', status: 200 },
  signParts: { method: 'POST', path: '/uploads/{uploadId}/parts', access: 'person', status: 200 },
  completeUpload: { method: 'POST', path: '/uploads/{uploadId}/complete', access: 'person', status: 200 },
  abortUpload: { method: 'DELETE', path: '/uploads/{uploadId}', access: 'person', status: 204 },
  ...LINK_ROUTES,
  followChanges: {
    method: 'GET',
    path: '/changes',
    access: 'person',
    status: 200,
    isUnattended: true,
    streams: true,
  },
  ...AUDIT_ROUTES,
  ...FIND_ROUTES,
  ...DETAILS_ROUTES,
  ...GROUP_ROUTES,
  ...PEOPLE_ROUTES,
  ...MAIL_ROUTES,
  ...JOB_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...SETTING_ROUTES,
  ...SHARING_ROUTES,
  ...SPACE_ROUTES,
  ...STORAGE_ROUTES,
} as const satisfies Record<string, RouteData>;

/** A cross-site form cannot set it. */
export const CSRF_HEADER = 'x-coffer';
