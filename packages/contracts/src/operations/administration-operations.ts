import * as z from 'zod/mini';
import { AdminOverview } from '../administration/overview.ts';
import { AdminSpacesPage, AdminSpacesQuery, GiveSpaceRequest } from '../administration/spaces.ts';
import { UseHistory, UseHistoryQuery } from '../administration/use-history.ts';
import { SpaceId } from '../ids.ts';
import { ROUTES } from '../routes/routes.ts';

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
} as const;
