export {
  AccessList,
  AccessReason,
  ChangeGrantRequest,
  CreateGrantsRequest,
  CreateGrantsResult,
  Grant,
  GrantTerms,
  GroupAccess,
  InvitedGrantId,
  PersonAccess,
  RemovedGrants,
  SharedByMePage,
  SharedQuery,
  SharedWithMePage,
} from './grants.ts';
export {
  InvitedGrant,
  InvitedGrants,
  InviteToNodeRequest,
  InviteToNodeResult,
  SentInvitation,
} from './invited.ts';
export { AccessPeople, AccessPeopleQuery, LinkAccess } from './access.ts';
export { StartViewingRequest, Viewing, ViewingId, ViewingPage } from './viewings.ts';
export { GRANT_ROLES, type GrantRole } from './grant-roles.ts';
