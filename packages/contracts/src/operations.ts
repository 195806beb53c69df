import * as z from 'zod/mini';
import { AuthenticatorSecret, Factors, VerifyAuthenticatorRequest } from './factors.ts';
import { NodeId, SpaceId, UploadId } from './ids.ts';
import {
  BatchRequest,
  BatchResult,
  ChildrenQuery,
  ContentQuery,
  ContentUrl,
  CreateFolderRequest,
  NodePage,
  NodePath,
  NodeView,
  RenameNodeRequest,
  TrashPage,
  TrashQuery,
} from './nodes.ts';
import { SessionView, WelcomeRequest } from './session.ts';
import { SignInAnswer, SignInRequest, SignInStep } from './sign-in.ts';
import { Space, SpaceList } from './spaces.ts';
import {
  CompletedUpload,
  CreateUploadRequest,
  CreateUploadResult,
  SignedParts,
  SignPartsRequest,
  UploadStatus,
} from './uploads.ts';

/** One call of `/api/v1`: what server, browser and OpenAPI document all read. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters in braces as in OpenAPI: `/nodes/{nodeId}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** `anyone` needs no session; every other call answers `not_signed_in` without one. */
  readonly access: 'anyone' | 'person';
  /** Success status; 204 has no body. */
  readonly status: 200 | 201 | 204;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response?: z.ZodMiniType;
  /** `If-Match` with the revision is demanded. */
  readonly replaces?: true;
  /** `Idempotency-Key` is honoured. */
  readonly creates?: true;
}

const NodeParams = z.strictObject({ nodeId: NodeId });
const SpaceParams = z.strictObject({ spaceId: SpaceId });
const UploadParams = z.strictObject({ uploadId: UploadId });

export const operations = {
  getSession: {
    method: 'GET',
    path: '/session',
    summary: 'Who is asking',
    access: 'anyone',
    status: 200,
    response: SessionView,
  },
  signOut: { method: 'DELETE', path: '/session', summary: 'Sign out', access: 'anyone', status: 204 },
  welcome: {
    method: 'POST',
    path: '/welcome',
    summary: 'Create the first administrator with the one-time code',
    access: 'anyone',
    status: 204,
    body: WelcomeRequest,
  },
  getSignIn: {
    method: 'GET',
    path: '/sign-in',
    summary: 'Where the sign-in of this browser stands',
    access: 'anyone',
    status: 200,
    response: SignInStep,
  },
  startSignIn: {
    method: 'POST',
    path: '/sign-in',
    summary: 'Start a sign-in with name and public SRP value',
    access: 'anyone',
    status: 200,
    body: SignInRequest,
    response: SignInStep,
  },
  answerSignIn: {
    method: 'POST',
    path: '/sign-in/answer',
    summary: 'Answer the challenge of the open sign-in',
    access: 'anyone',
    status: 200,
    body: SignInAnswer,
    response: SignInStep,
  },
  cancelSignIn: {
    method: 'DELETE',
    path: '/sign-in',
    summary: 'Give the open sign-in up',
    access: 'anyone',
    status: 204,
  },
  getFactors: {
    method: 'GET',
    path: '/me/factors',
    summary: 'The factors of the own account',
    access: 'person',
    status: 200,
    response: Factors,
  },
  startAuthenticator: {
    method: 'POST',
    path: '/me/authenticator',
    summary: 'Get the secret of a new authenticator',
    access: 'person',
    status: 200,
    response: AuthenticatorSecret,
  },
  verifyAuthenticator: {
    method: 'POST',
    path: '/me/authenticator/verify',
    summary: 'Prove the new authenticator and switch it on',
    access: 'person',
    status: 200,
    body: VerifyAuthenticatorRequest,
    response: Factors,
  },
  removeAuthenticator: {
    method: 'POST',
    path: '/me/authenticator/remove',
    summary: 'Switch the authenticator off',
    access: 'person',
    status: 200,
    response: Factors,
  },
  listSpaces: {
    method: 'GET',
    path: '/spaces',
    summary: 'Spaces of the person',
    access: 'person',
    status: 200,
    response: SpaceList,
  },
  getSpace: {
    method: 'GET',
    path: '/spaces/{spaceId}',
    summary: 'One space with its use',
    access: 'person',
    status: 200,
    params: SpaceParams,
    response: Space,
  },
  listTrash: {
    method: 'GET',
    path: '/spaces/{spaceId}/trash',
    summary: 'What lies in the trash of a space, newest first',
    access: 'person',
    status: 200,
    params: SpaceParams,
    query: TrashQuery,
    response: TrashPage,
  },
  getNode: {
    method: 'GET',
    path: '/nodes/{nodeId}',
    summary: 'One file or folder',
    access: 'person',
    status: 200,
    params: NodeParams,
    response: NodeView,
  },
  getPath: {
    method: 'GET',
    path: '/nodes/{nodeId}/path',
    summary: 'The folders from the root to a node',
    access: 'person',
    status: 200,
    params: NodeParams,
    response: NodePath,
  },
  listChildren: {
    method: 'GET',
    path: '/nodes/{nodeId}/children',
    summary: 'The entries of a folder, from any position',
    access: 'person',
    status: 200,
    params: NodeParams,
    query: ChildrenQuery,
    response: NodePage,
  },
  renameNode: {
    method: 'PATCH',
    path: '/nodes/{nodeId}',
    summary: 'Rename a file or folder',
    access: 'person',
    status: 200,
    params: NodeParams,
    body: RenameNodeRequest,
    response: NodeView,
    replaces: true,
  },
  createFolder: {
    method: 'POST',
    path: '/folders',
    summary: 'Make a folder',
    access: 'person',
    status: 201,
    body: CreateFolderRequest,
    response: NodeView,
    creates: true,
  },
  trashNodes: {
    method: 'POST',
    path: '/batch/trash',
    summary: 'Move nodes to the trash',
    access: 'person',
    status: 200,
    body: BatchRequest,
    response: BatchResult,
  },
  restoreNodes: {
    method: 'POST',
    path: '/batch/restore',
    summary: 'Bring nodes back from the trash',
    access: 'person',
    status: 200,
    body: BatchRequest,
    response: BatchResult,
  },
  getContent: {
    method: 'GET',
    path: '/nodes/{nodeId}/content',
    summary: 'A short-lived address of the bytes: 302, or JSON when asked for',
    access: 'person',
    status: 200,
    params: NodeParams,
    query: ContentQuery,
    response: ContentUrl,
  },
  createUpload: {
    method: 'POST',
    path: '/uploads',
    summary: 'Reserve room for a file, and sign its first parts',
    access: 'person',
    status: 201,
    body: CreateUploadRequest,
    response: CreateUploadResult,
    creates: true,
  },
  getUpload: {
    method: 'GET',
    path: '/uploads/{uploadId}',
    summary: 'What the store already holds of an upload',
    access: 'person',
    status: 200,
    params: UploadParams,
    response: UploadStatus,
  },
  signParts: {
    method: 'POST',
    path: '/uploads/{uploadId}/parts',
    summary: 'Sign the next parts',
    access: 'person',
    status: 200,
    params: UploadParams,
    body: SignPartsRequest,
    response: SignedParts,
  },
  completeUpload: {
    method: 'POST',
    path: '/uploads/{uploadId}/complete',
    summary: 'Verify the bytes and make the file visible',
    access: 'person',
    status: 200,
    params: UploadParams,
    response: CompletedUpload,
  },
  abortUpload: {
    method: 'DELETE',
    path: '/uploads/{uploadId}',
    summary: 'Give an upload up and free its room',
    access: 'person',
    status: 204,
    params: UploadParams,
  },
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

type Input<T, K extends string> = T extends Record<K, infer S extends z.ZodMiniType> ? z.input<S> : undefined;
type Output<T, K extends string> =
  T extends Record<K, infer S extends z.ZodMiniType> ? z.output<S> : undefined;

/** What a caller passes for one part (`params`, `query`, `body`) of an operation. */
export type OperationInput<N extends OperationName, K extends 'params' | 'query' | 'body'> = Input<
  Operations[N],
  K
>;
/** What the server has after parsing it. */
export type OperationParsed<N extends OperationName, K extends 'params' | 'query' | 'body'> = Output<
  Operations[N],
  K
>;
/** What the operation answers. */
export type OperationResponse<N extends OperationName> = Output<Operations[N], 'response'>;

/** The header that every state-changing call carries: a cross-site form cannot set it. */
export const CSRF_HEADER = 'x-coffer';
