export {
  ERROR_CODES,
  ERROR_STATUS,
  type ErrorCode,
  ISSUE_CODES,
  Issue,
  type IssueCode,
  isErrorCode,
  Problem,
} from './errors.ts';
export { AuthenticatorSecret, Factors, VerifyAuthenticatorRequest } from './factors.ts';
export {
  BlobId,
  Instant,
  Md5,
  NodeId,
  Sha256,
  SizeBytes,
  SpaceId,
  UploadId,
  UserId,
  VersionId,
} from './ids.ts';
export { LIMITS, partCountFor, partSizeFor, partSizeOf } from './limits.ts';
export { isReservedOnWindows, NodeName, nameKey, nodeNameIssue, numberedName } from './node-name.ts';
export {
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
  SORT_COLUMNS,
  type SortColumn,
  TrashEntry,
  TrashPage,
  TrashQuery,
} from './nodes.ts';
export {
  CSRF_HEADER,
  type Operation,
  type OperationInput,
  type OperationName,
  type OperationParsed,
  type OperationResponse,
  operations,
} from './operations.ts';
export { isAtLeast, SPACE_ROLES, SpaceRole, SystemRole } from './roles.ts';
export { Email, NewPassword, Person, SessionView, WelcomeRequest } from './session.ts';
export { SignInAnswer, SignInRequest, SignInStep } from './sign-in.ts';
export { Space, SpaceList } from './spaces.ts';
export {
  CompletedUpload,
  CONFLICT_RULES,
  ConflictRule,
  CreateUploadRequest,
  CreateUploadResult,
  PartChecksums,
  SignedPart,
  SignedParts,
  SignPartsRequest,
  UPLOAD_STATES,
  UploadState,
  UploadStatus,
  UploadView,
} from './uploads.ts';
