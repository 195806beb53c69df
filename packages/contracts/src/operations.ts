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
import { ROUTES, type RouteData } from './routes.ts';
import { SessionView, WelcomeRequest } from './session.ts';
import { SignInAnswer, SignInRequest, SignInStep } from './sign-in.ts';
import { Space, SpaceList } from './spaces.ts';
import { storageOperations } from './storage-operations.ts';
import {
  CompletedUpload,
  CreateUploadRequest,
  CreateUploadResult,
  SignedParts,
  SignPartsRequest,
  UploadStatus,
} from './uploads.ts';

/** One call of `/api/v1`: what server, browser and OpenAPI document all read. */
export interface Operation extends RouteData {
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response?: z.ZodMiniType;
}

const NodeParams = z.strictObject({ nodeId: NodeId });
const SpaceParams = z.strictObject({ spaceId: SpaceId });
const UploadParams = z.strictObject({ uploadId: UploadId });

export const operations = {
  getSession: { ...ROUTES.getSession, summary: 'Who is asking', response: SessionView },
  signOut: { ...ROUTES.signOut, summary: 'Sign out' },
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
  getFactors: { ...ROUTES.getFactors, summary: 'The factors of the own account', response: Factors },
  startAuthenticator: {
    ...ROUTES.startAuthenticator,
    summary: 'Get the secret of a new authenticator',
    response: AuthenticatorSecret,
  },
  verifyAuthenticator: {
    ...ROUTES.verifyAuthenticator,
    summary: 'Prove the new authenticator and switch it on',
    body: VerifyAuthenticatorRequest,
    response: Factors,
  },
  removeAuthenticator: {
    ...ROUTES.removeAuthenticator,
    summary: 'Switch the authenticator off',
    response: Factors,
  },
  listSpaces: { ...ROUTES.listSpaces, summary: 'Spaces of the person', response: SpaceList },
  getSpace: { ...ROUTES.getSpace, summary: 'One space with its use', params: SpaceParams, response: Space },
  listTrash: {
    ...ROUTES.listTrash,
    summary: 'What lies in the trash of a space, newest first',
    params: SpaceParams,
    query: TrashQuery,
    response: TrashPage,
  },
  getNode: { ...ROUTES.getNode, summary: 'One file or folder', params: NodeParams, response: NodeView },
  getPath: {
    ...ROUTES.getPath,
    summary: 'The folders from the root to a node',
    params: NodeParams,
    response: NodePath,
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
    response: NodeView,
  },
  createFolder: {
    ...ROUTES.createFolder,
    summary: 'Make a folder',
    body: CreateFolderRequest,
    response: NodeView,
  },
  trashNodes: {
    ...ROUTES.trashNodes,
    summary: 'Move nodes to the trash',
    body: BatchRequest,
    response: BatchResult,
  },
  restoreNodes: {
    ...ROUTES.restoreNodes,
    summary: 'Bring nodes back from the trash',
    body: BatchRequest,
    response: BatchResult,
  },
  getContent: {
    ...ROUTES.getContent,
    summary: 'A short-lived address of the bytes: 302, or JSON when asked for',
    params: NodeParams,
    query: ContentQuery,
    response: ContentUrl,
  },
  createUpload: {
    ...ROUTES.createUpload,
    summary: 'Reserve room for a file, and sign its first parts',
    body: CreateUploadRequest,
    response: CreateUploadResult,
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
  ...storageOperations,
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
