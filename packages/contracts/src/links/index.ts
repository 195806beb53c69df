export {
  GuestContentsRequest,
  GuestContentUrl,
  GuestShare,
  GuestLink,
  GuestNode,
  GuestPage,
  UnlockLinkRequest,
} from './guests.ts';
export {
  type AdminLink,
  type AdminLinksPage,
  AdminLinksQuery,
  type LinkIds,
  type LinkOutcomes,
  type LinkVisit,
  type LinkVisitList,
} from './link-lists.ts';
export { isLinkToken } from './link-token.ts';
export { isKindAccepted, REQUEST_KINDS, type RequestKind, requestKindOf } from './request-kinds.ts';
export {
  BeginHandInRequest,
  BegunHandIn,
  CompleteGuestUploadsResult,
  GuestFolderRequest,
  GuestRequest,
  GuestUploadsResult,
  HandIn,
  HandInList,
  HandInSummary,
  RequestTerms,
  RequestView,
} from './requests.ts';
export {
  ChangeLinkRequest,
  CreatedLink,
  CreateLinkRequest,
  LINK_KINDS,
  LINK_STATES,
  PublicLink,
  PublicLinkList,
} from './links.ts';
