import * as z from 'zod/mini';
import { UseRecoveryCodeRequest } from '../account.ts';
import { ChangeEvent } from '../changes/changes.ts';
import { auditOperations } from './audit-operations.ts';
import { accessRequestOperations } from './access-request-operations.ts';
import { accountOperations } from './account-operations.ts';
import { administrationOperations } from './administration-operations.ts';
import { commentOperations } from './comment-operations.ts';
import { detailsOperations } from './details-operations.ts';
import { exportOperations } from './export-operations.ts';
import { NodeId, UploadId } from '../ids.ts';
import {
  ChangedNode,
  ChildrenQuery,
  ContentQuery,
  ContentsRequest,
  ContentsResult,
  ContentUrl,
  CreateFolderRequest,
  MoveRequest,
  MoveResult,
  NodePage,
  NodePath,
  NodePosition,
  NodeView,
  PositionQuery,
  RenameNodeRequest,
  TreePage,
  TreeRequest,
} from '../nodes.ts';
import { linkOperations } from './link-operations.ts';
import { findOperations } from './find-operations.ts';
import { mailOperations } from './mail-operations.ts';
import { notificationOperations } from './notification-operations.ts';
import { jobOperations } from './job-operations.ts';
import { groupOperations } from './group-operations.ts';
import { peopleOperations } from './people-operations.ts';
import {
  FinishRedirectRequest,
  RedirectFinish,
  RedirectStart,
  SignedOut,
  StartRedirectRequest,
} from '../redirect.ts';
import type { RouteData } from '../routes/route-data.ts';
import { ROUTES } from '../routes/routes.ts';
import { SessionView, SessionStatus, WelcomeRequest } from '../session.ts';
import { settingOperations } from './setting-operations.ts';
import { sharingOperations } from './sharing-operations.ts';
import { SignInAnswer, SignInRequest, SignInStep } from '../sign-in.ts';
import { spaceOperations } from './space-operations.ts';
import { storageOperations } from './storage-operations.ts';
import {
  PosterParams,
  SetPosterRequest,
  ThumbnailsRequest,
  ThumbnailsResult,
} from '../thumbnails/thumbnails.ts';
import { tagOperations } from './tag-operations.ts';
import { trashOperations } from './trash-operations.ts';
import { viewingOperations } from './viewing-operations.ts';
import { bucketImportOperations } from '../bucket-imports/bucket-import-operations.ts';
import { webhookOperations } from './webhook-operations.ts';
import {
  CompletedUpload,
  CompleteUploadsRequest,
  CompleteUploadsResult,
  CreateUploadRequest,
  CreateUploadResult,
  CreateUploadsRequest,
  CreateUploadsResult,
  SignedParts,
  SignPartsRequest,
  UploadHeartbeat,
  SignUploadsRequest,
  UploadList,
  UploadStatus,
} from '../uploads.ts';

/** One call of `/api/v1`, shared by server, browser and OpenAPI document. */
export interface Operation extends RouteData {
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response?: z.ZodMiniType;
}

const NodeParams = z.strictObject({ nodeId: NodeId });
const UploadParams = z.strictObject({ uploadId: UploadId });

export const operations = {
  getSession: { ...ROUTES.getSession, summary: 'Who is asking', response: SessionView },
  getSessionStatus: {
    ...ROUTES.getSessionStatus,
    summary: 'Whether the session still stands; no use of it',
    response: SessionStatus,
  },
  signOut: { ...ROUTES.signOut, summary: 'Sign out', response: SignedOut },
  welcome: {
    ...ROUTES.welcome,
    summary: 'Create the first administrator with the one-time code',
    body: WelcomeRequest,
  },
  getSignIn: {
    ...ROUTES.getSignIn,
    summary: 'Where the sign-in of this browser stands',
    response: SignInStep,
  },
  startSignIn: {
    ...ROUTES.startSignIn,
    summary: 'Start a sign-in with name and public SRP value',
    body: SignInRequest,
    response: SignInStep,
  },
  answerSignIn: {
    ...ROUTES.answerSignIn,
    summary: 'Answer the challenge of the open sign-in',
    body: SignInAnswer,
    response: SignInStep,
  },
  resendSignIn: {
    ...ROUTES.resendSignIn,
    summary: 'Send another code for the open challenge',
    response: SignInStep,
  },
  cancelSignIn: { ...ROUTES.cancelSignIn, summary: 'Give the open sign-in up' },
  useRecoveryCode: {
    ...ROUTES.useRecoveryCode,
    summary: 'Switch a lost authenticator off with a recovery code',
    body: UseRecoveryCodeRequest,
  },
  startRedirect: {
    ...ROUTES.startRedirect,
    summary: 'Begin the sign-in at another issuer',
    body: StartRedirectRequest,
    response: RedirectStart,
  },
  finishRedirect: {
    ...ROUTES.finishRedirect,
    summary: 'Finish the sign-in with what the issuer sent back',
    body: FinishRedirectRequest,
    response: RedirectFinish,
  },
  ...accountOperations,
  ...administrationOperations,
  ...detailsOperations,
  ...exportOperations,
  ...trashOperations,
  ...auditOperations,
  ...findOperations,
  getNode: { ...ROUTES.getNode, summary: 'One file or folder', params: NodeParams, response: NodeView },
  getPath: {
    ...ROUTES.getPath,
    summary: 'The folders from the root to a node',
    params: NodeParams,
    response: NodePath,
  },
  getPosition: {
    ...ROUTES.getPosition,
    summary: 'Where an entry is in the list of its folder',
    params: NodeParams,
    query: PositionQuery,
    response: NodePosition,
  },
  listChildren: {
    ...ROUTES.listChildren,
    summary: 'The entries of a folder, from any position',
    params: NodeParams,
    query: ChildrenQuery,
    response: NodePage,
  },
  renameNode: {
    ...ROUTES.renameNode,
    summary: 'Rename a file or folder',
    params: NodeParams,
    body: RenameNodeRequest,
    response: ChangedNode,
  },
  createFolder: {
    ...ROUTES.createFolder,
    summary: 'Make a folder',
    body: CreateFolderRequest,
    response: ChangedNode,
  },
  moveNodes: {
    ...ROUTES.moveNodes,
    summary: 'Move nodes to another folder, of their space or of another',
    body: MoveRequest,
    response: MoveResult,
  },
  copyNodes: {
    ...ROUTES.copyNodes,
    summary: 'Copy nodes with everything below to a folder of any space',
    body: MoveRequest,
    response: MoveResult,
  },
  getContent: {
    ...ROUTES.getContent,
    summary: 'A short-lived address of the bytes: 302, or JSON when asked for',
    params: NodeParams,
    query: ContentQuery,
    response: ContentUrl,
  },
  listTree: {
    ...ROUTES.listTree,
    summary: 'The entries of several folders in one call, for bringing whole trees down',
    body: TreeRequest,
    response: TreePage,
  },
  signContents: {
    ...ROUTES.signContents,
    summary: 'Short-lived addresses of the bytes of many files, each for itself',
    body: ContentsRequest,
    response: ContentsResult,
  },
  getThumbnails: {
    ...ROUTES.getThumbnails,
    summary: 'Addresses of the thumbnails of many pictures, the same for an hour',
    body: ThumbnailsRequest,
    response: ThumbnailsResult,
  },
  setPoster: {
    ...ROUTES.setPoster,
    summary: 'Give a film that has no thumbnail one of its frames',
    params: PosterParams,
    body: SetPosterRequest,
  },
  createUpload: {
    ...ROUTES.createUpload,
    summary: 'Reserve room for a file, and sign its first parts',
    body: CreateUploadRequest,
    response: CreateUploadResult,
  },
  createUploads: {
    ...ROUTES.createUploads,
    summary: 'Reserve room for many files, and sign their first parts',
    body: CreateUploadsRequest,
    response: CreateUploadsResult,
  },
  signUploads: {
    ...ROUTES.signUploads,
    summary: 'Sign again what was declared of many files',
    body: SignUploadsRequest,
    response: CreateUploadsResult,
  },
  completeUploads: {
    ...ROUTES.completeUploads,
    summary: 'Verify the bytes of many files and make them visible',
    body: CompleteUploadsRequest,
    response: CompleteUploadsResult,
  },
  sendUploadHeartbeat: {
    ...ROUTES.sendUploadHeartbeat,
    summary: 'Report that a device still has its uploads open',
    body: UploadHeartbeat,
  },
  listUploads: {
    ...ROUTES.listUploads,
    summary: 'Own uploads that are not finished, of every device',
    response: UploadList,
  },
  getUpload: {
    ...ROUTES.getUpload,
    summary: 'What the store already holds of an upload',
    params: UploadParams,
    response: UploadStatus,
  },
  signParts: {
    ...ROUTES.signParts,
    summary: 'Sign the next parts',
    params: UploadParams,
    body: SignPartsRequest,
    response: SignedParts,
  },
  completeUpload: {
    ...ROUTES.completeUpload,
    summary: 'Verify the bytes and make the file visible',
    params: UploadParams,
    response: CompletedUpload,
  },
  abortUpload: {
    ...ROUTES.abortUpload,
    summary: 'Give an upload up and free its room',
    params: UploadParams,
  },
  ...linkOperations,
  followChanges: {
    ...ROUTES.followChanges,
    summary: 'What changes in the spaces of the person, as it happens',
    response: ChangeEvent,
  },
  ...accessRequestOperations,
  ...commentOperations,
  ...tagOperations,
  ...groupOperations,
  ...peopleOperations,
  ...mailOperations,
  ...jobOperations,
  ...notificationOperations,
  ...settingOperations,
  ...sharingOperations,
  ...spaceOperations,
  ...storageOperations,
  ...viewingOperations,
  ...bucketImportOperations,
  ...webhookOperations,
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

type Input<T, K extends string> = T extends Record<K, infer S extends z.ZodMiniType> ? z.input<S> : undefined;
type Output<T, K extends string> =
  T extends Record<K, infer S extends z.ZodMiniType> ? z.output<S> : undefined;

export type OperationInput<N extends OperationName, K extends 'params' | 'query' | 'body'> = Input<
  Operations[N],
  K
>;
/** The parsed input on the server. */
export type OperationParsed<N extends OperationName, K extends 'params' | 'query' | 'body'> = Output<
  Operations[N],
  K
>;
export type OperationResponse<N extends OperationName> = Output<Operations[N], 'response'>;
