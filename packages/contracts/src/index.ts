export {
  AddPasskeyRequest,
  ChangeEmailRequest,
  ChangePasswordRequest,
  CodeSent,
  ConfirmResetRequest,
  ConfirmSignUpRequest,
  DeleteAccountRequest,
  EndedSessions,
  OwnPicture,
  PasskeyList,
  PasskeyStart,
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
export * from './access-requests/index.ts';
export * from './administration/index.ts';
export {
  type AuditActor,
  AuditExportQuery,
  type AuditFact,
  type AuditFault,
  AuditPage,
  AuditQuery,
  type AuditRef,
  AuditRow,
  AuditVerification,
  AuditVerifyRequest,
} from './audit/audit.ts';
export {
  AUDIT_ACTIONS,
  AUDIT_ACTIONS_OF,
  AUDIT_GROUPS,
  type AuditAction,
  type AuditGroup,
} from './audit/audit-actions.ts';
export {
  Comment,
  CommentChange,
  CommentId,
  CommentPage,
  CommentRequest,
  CommentsQuery,
} from './comments/comments.ts';
export { Change, ChangeEvent } from './changes/changes.ts';
export {
  ActivityItem,
  ActivityPage,
  ActivityQuery,
  FeedItem,
  FeedPage,
  FeedQuery,
} from './details/activity.ts';
export {
  BULK_ACTS,
  type BulkAct,
  JobPreview,
  JobRequest,
  TakenNames,
  TakenRequest,
  type ListSelection,
  Selection,
} from './jobs/bulk.ts';
export { EXPORT_FOLDER, EXPORT_FORMAT } from './exports/export-format.ts';
export { ExportPage, ExportQuery, ExportRecord } from './exports/exports.ts';
export { JOB_KINDS, JOB_STATES, JobDetails, JobList, JobsQuery, JobView } from './jobs/jobs.ts';
export type { JobKind, JobState } from './jobs/jobs.ts';
export { ConversionAnswer, ShowDocumentRequest } from './conversions/conversions.ts';
export { CONVERTED_EXTENSIONS } from './conversions/converted-extensions.ts';
export { PastEffect, PastItem, PastPage, PastQuery, PastRestore } from './past/past.ts';
export { RowFacts, RowFactsList } from './details/row-facts.ts';
export { ItemGroups, ItemGroupsQuery } from './details/item-groups.ts';
export { Author, NodeDetails, NodesSize } from './details/node-details.ts';
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
  JobId,
  LinkId,
  Md5,
  NodeId,
  Sha256,
  SizeBytes,
  SpaceId,
  TagId,
  UploadId,
  GroupId,
  HolderId,
  UserId,
  VersionId,
} from './ids.ts';
export { LIMITS, partCountFor, partSizeFor, partSizeOf, SERVER_LIMITS } from './limits.ts';
export * from './links/index.ts';
export { extensionOf, mayBeTransportStream, textByName } from './text-files.ts';
export { replaceHidden } from './names/hidden-characters.ts';
export { beginningOf, isReservedOnWindows, nameKey, nodeNameIssue, numberedName } from './names/node-name.ts';
export { NodeName } from './names/node-name-schema.ts';
export {
  BatchRequest,
  ChangedNode,
  ChangeRequest,
  BatchResult,
  ChildrenQuery,
  ContentChecksums,
  ContentQuery,
  ContentsRequest,
  ContentsResult,
  ContentUrl,
  CreateFolderRequest,
  MoveRequest,
  INSIDE_RULES,
  type InsideRule,
  MergeEffect,
  NameDecision,
  MoveResult,
  NodePage,
  NodePath,
  NodePosition,
  NodeTag,
  NodeView,
  type PictureHint,
  PositionQuery,
  RenameNodeRequest,
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
} from './operations/operations.ts';
export {
  AcceptInvitationRequest,
  LinkUsed,
  OneTimeLink,
  OpenLinkRequest,
  UseResetLinkRequest,
} from './people.ts';
export {
  Notification,
  NotificationPage,
  NotificationsQuery,
  NotificationSubject,
  ReadNotificationsRequest,
} from './notifications/notifications.ts';
export {
  FinishRedirectRequest,
  IssuerId,
  RedirectFinish,
  RedirectStart,
  SignedOut,
  StartRedirectRequest,
} from './redirect.ts';
export { isReturnPath } from './return-path.ts';
export { SpaceRole, SystemRole } from './role-schemas.ts';
export { type HeldRole, isAtLeast, presentRole, SPACE_ROLES, strongest, SYSTEM_ROLES } from './roles.ts';
export { Email, NewPassword, Person, SessionView, SignInMethods, WelcomeRequest } from './session.ts';
export { LocatedNode } from './search/located-node.ts';
export { MomentsPage, MomentsQuery, Stars } from './search/recent.ts';
export { SearchHit, SearchPage, SearchQuery } from './search/search.ts';
export { SEARCH_KINDS, type SearchKind } from './search/search-kinds.ts';
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
export { DRAWN_TYPES, mayHaveThumbnail } from './thumbnails/thumbnail-types.ts';
export {
  PosterParams,
  SetPosterRequest,
  Thumbnail,
  ThumbnailsRequest,
  ThumbnailsResult,
} from './thumbnails/thumbnails.ts';
export * from './sharing/index.ts';
export * from './webhooks/index.ts';
export * from './bucket-imports/index.ts';
export {
  CHOICE_DEFAULTS,
  MAIL_KINDS,
  MAIL_LANGUAGES,
  type MailKind,
  type MailLanguage,
  NOTIFICATION_KINDS,
  type NotificationChoice,
  type NotificationKind,
} from './mail/mail-kinds.ts';
export {
  ChangeNotificationSettingsRequest,
  MailState,
  NotificationChoices,
  NotificationSettings,
  TestMailRequest,
  TestMailResult,
} from './mail/mail.ts';
export {
  BRAND_COLOR,
  SETTING_DEFAULTS,
  JOIN_DOMAIN,
  SETTING_RANGES,
  type SettingKey,
  type Settings,
  INVITERS,
  SPACE_CREATORS,
  type SpaceCreators,
} from './settings/setting-keys.ts';
export { brandStyle } from './branding/brand-style.ts';
export { AddedLogo, AddLogoRequest, LogoId } from './branding/branding.ts';
export { accentTokens, logoAddress, logoTokens } from './branding/brand-tokens.ts';
export { ChangeSettingsRequest, SETTING_SCHEMAS, SettingsView } from './settings/settings.ts';
export {
  AddGroupMembersRequest,
  AddedGroupMembers,
  AdminGroup,
  AdminGroupsPage,
  AdminGroupsQuery,
  ChangeGroupRequest,
  CreateGroupRequest,
  FoundGroup,
  FoundGroups,
  GroupMember,
  GroupMembersPage,
  GroupMembersQuery,
  GroupReach,
} from './groups/groups.ts';
export * from './spaces/index.ts';
export {
  LabelVersionRequest,
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
  ChangeSpaceQuotaRequest,
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
  VersionsQuery,
  VersionDeleted,
  VersionParams,
  VersionView,
} from './storage.ts';
export {
  ChangeTagRequest,
  CreateTagRequest,
  Tag,
  TaggedQuery,
  TagItemsRequest,
  TagItemsResult,
  TagList,
  TagsQuery,
} from './tags/tags.ts';
export {
  EmptyTrashRequest,
  EmptyTrashResult,
  PurgeResult,
  TRASH_SORTS,
  TrashEntry,
  TrashPage,
  TrashQuery,
  type TrashSort,
  TrashSummary,
} from './trash.ts';
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
  UploadHeartbeat,
  SignUploadsRequest,
  StoreReceipt,
  UPLOAD_STATES,
  UploadList,
  UploadState,
  UploadStatus,
  UploadView,
} from './uploads.ts';
export { OPERATION_SCOPES, type OperationScope } from './tokens/operation-scopes.ts';
export { TOKEN_SCOPES, type TokenScope } from './tokens/scopes.ts';
export {
  ApiToken,
  ApiTokenList,
  CreatedToken,
  CreateTokenRequest,
  CurrentToken,
  RevokedTokens,
} from './tokens/tokens.ts';
export { isPage, matchPage, type PagePath } from './page-paths.ts';
export { Issue, Problem } from './problem.ts';
export { CSRF_HEADER } from './routes/csrf-header.ts';
export { FIRST_ROUTES } from './routes/first-routes.ts';
export { GUEST_ROUTES } from './routes/guest-routes.ts';
export type { RouteData } from './routes/route-data.ts';
export { ROUTES } from './routes/routes.ts';
export { SORT_COLUMNS, type SortColumn } from './sorting.ts';
export { isGroupId, isNodeId, isSpaceId, isUserId, isUuid, isVersionId } from './uuid.ts';
