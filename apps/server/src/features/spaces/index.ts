export { archiveLeftSpace } from './administration/archive-left-space.ts';
export { makeOnlyOwner } from './administration/make-only-owner.ts';
export { createPersonalSpace } from './create-personal-space.ts';
export { findPersonalSpace } from './find-personal-space.ts';
export { listSpaces } from './get-space.ts';
export { handOverSpace } from './hand-over-space.ts';
export { judgeRoom, type NoRoom } from './judge-room.ts';
export { giveMemberRole } from './members/give-member-role.ts';
export { isLastOwnerAnywhere, leaveAllSpaces } from './members/leave-all-spaces.ts';
export type { LockedSpace, SpaceEvent } from './model.ts';
export { recordEvents } from './record-events.ts';
export { dayOf, recordUse } from './record-use.ts';
export { mayListAllSpaces, ROLE_THAT_MANAGES } from './policy.ts';
export { recordUploadedFolder, recordUploads } from './record-uploads.ts';
export { countSpaces, findPersonOf, findSpaceNames, listFullSpaces } from './store/administered.ts';
export { listDamagedFiles } from './store/damaged-files.ts';
export { type FeedRow, listFeedEvents } from './store/feed.ts';
export { countTeamMemberships, listOwnedAlone, lockSpacesOf, type OwnedAlone } from './store/members.ts';
export { listNodeEvents, type NodeEventRow } from './store/node-events.ts';
export { isPersonalSpaceOnHold, isSpaceOnHold } from './store/holds.ts';
export { findNodePast, findSequenceAt, listTouchedNodes, type TouchedNode } from './store/past-events.ts';
export { findRetention } from './store/retention.ts';
export { changeQuota, changeUse, listSpacesOf, listSpaceUse, lockSpace, roleIn } from './store/spaces.ts';
export {
  listLargestSpaces,
  listSpaceUseDays,
  listUseDays,
  sumUse,
  type UseDayRow,
} from './store/use-days.ts';
export { notifyOfQuotas } from './notify-of-quotas.ts';
export { emptyArchivedSpaces } from './team/empty-archived-spaces.ts';
