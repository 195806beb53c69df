export { joinGroups } from './join-groups.ts';
export { countGroups, listGroupNames } from './store/groups.ts';
export { countGroupsOf, leaveAllGroups } from './store/members.ts';
export { reportLeftOut } from './report-left-out.ts';
export { replaceProviderGroups } from './store/provider-groups.ts';
