export {
  AddPasskeyRequest,
  ChangeEmailRequest,
  ChangePasswordRequest,
  CodeSent,
  ConfirmResetRequest,
  ConfirmSignUpRequest,
  DeleteAccountRequest,
  EndedSessions,
  PasskeyList,
  PasskeyStart,
  Picture,
  PreferFactorRequest,
  RecoveryCodes,
  RenamePasskeyRequest,
  ResendSignUpRequest,
  ResetPasswordRequest,
  SessionId,
  SessionList,
  SetMessageFactorRequest,
  SetPictureRequest,
  SignUpRequest,
  UpdateProfileRequest,
  UseRecoveryCodeRequest,
  VerifyEmailRequest,
} from './account.ts';
export { isEmail } from './email.ts';
export {
  ERROR_CODES,
  ERROR_STATUS,
  type ErrorCode,
  ISSUE_CODES,
  type IssueCode,
  isErrorCode,
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
export { isReservedOnWindows, nameKey, nodeNameIssue, numberedName } from './node-name.ts';
export { NodeName } from './node-name-schema.ts';
export {
  BatchRequest,
  BatchResult,
  ChildrenQuery,
  ContentQuery,
  ContentsRequest,
  ContentsResult,
  ContentUrl,
  CreateFolderRequest,
  NodePage,
  NodePath,
  NodeView,
  RenameNodeRequest,
  TrashEntry,
  TrashPage,
  TrashQuery,
  TreePage,
  TreeRequest,
} from './nodes.ts';
export {
  type Operation,
  type OperationInput,
  type OperationName,
  type OperationParsed,
  type OperationResponse,
  operations,
} from './operations.ts';
export {
  FinishRedirectRequest,
  IssuerId,
  RedirectFinish,
  RedirectStart,
  SignedOut,
  StartRedirectRequest,
} from './redirect.ts';
export { isReturnPath } from './return-path.ts';
export { isAtLeast, SPACE_ROLES, SpaceRole, SystemRole } from './roles.ts';
export { Email, NewPassword, Person, SessionView, SignInMethods, WelcomeRequest } from './session.ts';
export { SignInAnswer, SignInRequest, SignInStep } from './sign-in.ts';
export {
  CHOICES,
  type Choice,
  CODE_CHALLENGES,
  type CodeChallenge,
  FIRST_FACTORS,
  type FirstFactor,
  isOpenStep,
  mayFollow,
  type OpenStep,
  ruleOf,
  SECOND_FACTORS,
  SIGN_IN_FLOW,
  type SecondFactor,
} from './sign-in-flow.ts';
export { Space, SpaceList } from './spaces.ts';
export {
  BrowserProbePlan,
  DamagedFile,
  DamagedFilePage,
  DamagedVersion,
  DamagePage,
  Receipt,
  ReceiptQuery,
  ReceiptStatement,
  RepairRequest,
  SpaceUse,
  SpaceUsePage,
  STORAGE_FINDING_KINDS,
  STORAGE_JOB_STATES,
  StorageCounts,
  StorageFinding,
  StorageFindingPage,
  StorageFindingQuery,
  StorageJob,
  StorageJobPage,
  StorageListQuery,
  StorageReport,
  StoreArea,
  StoreCapabilities,
  StoreDiagnosis,
  StoreExamination,
  VersionList,
  VersionView,
} from './storage.ts';
export {
  CompletedUpload,
  CompleteUploadsRequest,
  CompleteUploadsResult,
  CONFLICT_RULES,
  ConflictRule,
  CreateUploadRequest,
  CreateUploadResult,
  CreateUploadsRequest,
  CreateUploadsResult,
  ItemFailure,
  PartChecksums,
  SignedBundle,
  SignedPart,
  SignedParts,
  SignPartsRequest,
  HoldUploadsRequest,
  SignUploadsRequest,
  StoreReceipt,
  UPLOAD_STATES,
  UploadList,
  UploadState,
  UploadStatus,
  UploadView,
} from './uploads.ts';
export { Issue, Problem } from './problem.ts';
export { CSRF_HEADER, ROUTES, type RouteData } from './routes.ts';
export { SORT_COLUMNS, type SortColumn } from './sorting.ts';
export { isNodeId, isSpaceId, isUuid } from './uuid.ts';
