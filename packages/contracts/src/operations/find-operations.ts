import * as z from 'zod/mini';
import { NodeId, SpaceId } from '../ids.ts';
import { ROUTES } from '../routes/routes.ts';
import { MomentsPage, MomentsQuery, Stars } from '../search/recent.ts';
import { SearchPage, SearchQuery } from '../search/search.ts';

const MarkParams = z.strictObject({ nodeId: NodeId });

export const findOperations = {
  search: {
    ...ROUTES.search,
    summary: 'Find files and folders by name, or files by their content, in every space of the person',
    query: SearchQuery,
    response: SearchPage,
  },
  listLargest: {
    ...ROUTES.listLargest,
    summary: 'Files of a space of 1 MiB and more, the largest first, without the trash',
    params: z.strictObject({ spaceId: SpaceId }),
    query: MomentsQuery,
    response: MomentsPage,
  },
  listRecent: {
    ...ROUTES.listRecent,
    summary: 'Files of every space of the person, those changed last first',
    query: MomentsQuery,
    response: MomentsPage,
  },
  listStarred: {
    ...ROUTES.listStarred,
    summary: 'Files and folders that the person starred, the newest star first',
    query: MomentsQuery,
    response: MomentsPage,
  },
  listStars: {
    ...ROUTES.listStars,
    summary: 'Ids of what the person starred',
    response: Stars,
  },
  addStar: {
    ...ROUTES.addStar,
    summary: 'Star a file or folder for oneself',
    params: MarkParams,
  },
  removeStar: {
    ...ROUTES.removeStar,
    summary: 'Remove a star of one’s own',
    params: MarkParams,
  },
  listFollowed: {
    ...ROUTES.listFollowed,
    summary: 'Files and folders that the person follows, the newest first',
    query: MomentsQuery,
    response: MomentsPage,
  },
  follow: {
    ...ROUTES.follow,
    summary: 'Follow a file, or a folder with all in it, to be notified of changes by others',
    params: MarkParams,
  },
  unfollow: {
    ...ROUTES.unfollow,
    summary: 'Follow an item no more',
    params: MarkParams,
  },
} as const;
