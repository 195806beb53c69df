export { giveGrants, refusedTerms } from './create-grants.ts';
export { expiryFailure } from './expiry.ts';
export { giveRole } from './give-role.ts';
export { findDeciders } from './find-deciders.ts';
export { seesOthers } from './list-access.ts';
export { inSharedNode, type SharingNeeds } from './in-shared-node.ts';
export { findGoodNode, giveInvited } from './invited/give-invited.ts';
export { withdrawWaiting } from './invited/withdraw-waiting.ts';
export { covers, isEnough, mayShare, ROLE_THAT_SHARES, takesAway } from './model.ts';
export { findOwnGains, termsOf } from './own-gain.ts';
export { presentTerms } from './present.ts';
export { countGrants, deleteGrantsTo } from './store/grants.ts';
export { countGrantsTo, type GivenTo, listGivenBy } from './store/given.ts';
export {
  countInvited,
  findInvited,
  type InvitedRow,
  listInvited,
  listWithdrawnBy,
  putInvited,
  renewInvited,
  updateInvited,
} from './store/invited.ts';
