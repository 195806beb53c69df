import * as z from 'zod/mini';
import { AdminJobs, QueueParams } from '../administration/admin-jobs.ts';
import { AdminOverview } from '../administration/overview.ts';
import {
  AdminSpacesPage,
  AdminSpacesQuery,
  GiveSpaceRequest,
  HoldSpaceRequest,
} from '../administration/spaces.ts';
import { UseHistory, UseHistoryQuery } from '../administration/use-history.ts';
import { JobId, SpaceId } from '../ids.ts';
import { ROUTES } from '../routes/routes.ts';
import {
  ChangeSpaceRetentionRequest,
  RetentionEffect,
  RetentionEffectQuery,
  SpaceRetention,
} from '../spaces/retention.ts';

const JobParams = z.strictObject({ jobId: JobId });
const SpaceParams = z.strictObject({ spaceId: SpaceId });

export const administrationOperations = {
  getAdminOverview: {
    ...ROUTES.getAdminOverview,
    summary: 'Whether all is well, and what needs a hand',
    response: AdminOverview,
  },
  getUseHistory: {
    ...ROUTES.getUseHistory,
    summary: 'What all spaces, and the largest of them, held on each day',
    query: UseHistoryQuery,
    response: UseHistory,
  },
  listAdminJobs: {
    ...ROUTES.listAdminJobs,
    summary: 'Jobs of everybody, work that waits and background tasks, without names of files',
    response: AdminJobs,
  },
  retryAdminJob: {
    ...ROUTES.retryAdminJob,
    summary: 'Continue a job that failed, or try its next step at once',
    params: JobParams,
  },
  cancelAdminJob: {
    ...ROUTES.cancelAdminJob,
    summary: 'Stop a job of anybody; what is done stays done',
    params: JobParams,
  },
  retryQueue: {
    ...ROUTES.retryQueue,
    summary: 'Try again what failed of this work',
    params: QueueParams,
  },
  listAdminSpaces: {
    ...ROUTES.listAdminSpaces,
    summary: 'All spaces with owner, members, use and limit, never their contents',
    query: AdminSpacesQuery,
    response: AdminSpacesPage,
  },
  archiveAdminSpace: {
    ...ROUTES.archiveAdminSpace,
    summary: 'Archive the team space of somebody else',
    params: SpaceParams,
  },
  restoreAdminSpace: {
    ...ROUTES.restoreAdminSpace,
    summary: 'Bring an archived team space back',
    params: SpaceParams,
  },
  giveAdminSpace: {
    ...ROUTES.giveAdminSpace,
    summary: 'Make somebody the owner of a team space; the owners of before manage it',
    params: SpaceParams,
    body: GiveSpaceRequest,
  },
  getAdminRetention: {
    ...ROUTES.getAdminRetention,
    summary: 'How long the trash and old versions of any space are kept',
    params: SpaceParams,
    response: SpaceRetention,
  },
  changeAdminRetention: {
    ...ROUTES.changeAdminRetention,
    summary:
      'Change how long the trash and old versions of any space are kept, also beyond the bounds for managers',
    params: SpaceParams,
    body: ChangeSpaceRetentionRequest,
    response: SpaceRetention,
  },
  countAdminRetentionEffect: {
    ...ROUTES.countAdminRetentionEffect,
    summary: 'How much a retention of any space would delete',
    params: SpaceParams,
    query: RetentionEffectQuery,
    response: RetentionEffect,
  },
  holdSpace: {
    ...ROUTES.holdSpace,
    summary: 'Put a space on hold, so that nothing in it is deleted for good; or change the reason',
    params: SpaceParams,
    body: HoldSpaceRequest,
  },
  endHold: {
    ...ROUTES.endHold,
    summary: 'End the hold of a space',
    params: SpaceParams,
  },
} as const;
