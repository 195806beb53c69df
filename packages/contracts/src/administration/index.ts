export {
  AdminPeoplePage,
  AdminPeopleQuery,
  AdminPerson,
  DisabledPerson,
  HandedOverFiles,
  InvitePeopleRequest,
  InvitePeopleResult,
  IssuedLink,
  OpenInvitation,
} from './people.ts';
export { RemovedPerson, RemovePersonRequest, Removal } from './removal.ts';
export { AdminJob, AdminJobs, AdminQueue, AdminTask } from './admin-jobs.ts';
export { TASK_NAMES, WORK_QUEUES, type TaskName, type WorkQueue } from './task-names.ts';
export { AdminOverview } from './overview.ts';
export { UseHistory, UseHistoryQuery } from './use-history.ts';
export { ADMIN_SPACE_KINDS, ADMIN_SPACE_SORTS, ADMIN_SPACE_STATES } from './space-columns.ts';
export type { AdminSpaceKind, AdminSpaceSort, AdminSpaceState } from './space-columns.ts';
export { type AdminSpace, type AdminSpacesPage, AdminSpacesQuery } from './spaces.ts';
export {
  PEOPLE_SORTS,
  PERSON_STATUSES,
  type PeopleSort,
  type PersonStatus,
} from './people-columns.ts';
