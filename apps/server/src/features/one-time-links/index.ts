export { claimLink, releaseLink, usable } from './claim-link.ts';
export { endIssuedLinks } from './end-issued-links.ts';
export { type IssuedLink, issueLink } from './issue-link.ts';
export { joinByInvitation } from './join-by-invitation.ts';
export { createLinkRateLimit } from './link-rate-limit.ts';
export {
  countInvitationsOf,
  endInvitationOf,
  endLink,
  endResetOf,
  findInvitationTerms,
  findLink,
  forgetLeftAccount,
  hasLeftAccount,
  hasOpenInvitation,
  insertInvitation,
  insertReset,
  listOpenInvitations,
  lockAddress,
  lockInvitationOf,
  lockLink,
} from './store/links.ts';
