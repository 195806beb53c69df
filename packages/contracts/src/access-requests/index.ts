export {
  AccessRequest,
  AccessRequestId,
  AccessRequestList,
  AnswerAccessRequest,
  AskableAccess,
  AskForAccessRequest,
} from './access-requests.ts';
export { ASKED_ROLES, type AskedRole } from './asked-roles.ts';
