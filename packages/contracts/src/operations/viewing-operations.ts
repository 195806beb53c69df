import * as z from 'zod/mini';
import { NodeId, SpaceId } from '../ids.ts';
import { ChildrenQuery, NodePath } from '../nodes.ts';
import { ROUTES } from '../routes/routes.ts';
import {
  StartViewingRequest,
  ViewedSearch,
  ViewedSearchQuery,
  Viewing,
  ViewingId,
  ViewingPage,
} from '../sharing/viewings.ts';
import { ThumbnailsRequest, ThumbnailsResult } from '../thumbnails/thumbnails.ts';

const ViewingParams = z.strictObject({ viewingId: ViewingId });
const ViewedNodeParams = z.strictObject({ viewingId: ViewingId, nodeId: NodeId });

export const viewingOperations = {
  startViewing: {
    ...ROUTES.startViewing,
    summary: 'Look at a space as somebody else has it',
    params: z.strictObject({ spaceId: SpaceId }),
    body: StartViewingRequest,
    response: Viewing,
  },
  getViewing: {
    ...ROUTES.getViewing,
    summary: 'As whom a space is looked at, and where their tree begins',
    params: ViewingParams,
    response: Viewing,
  },
  stopViewing: {
    ...ROUTES.stopViewing,
    summary: 'Stop looking at a space as somebody else',
    params: ViewingParams,
  },
  listViewedChildren: {
    ...ROUTES.listViewedChildren,
    summary: 'What somebody else sees in a folder',
    params: ViewedNodeParams,
    query: ChildrenQuery,
    response: ViewingPage,
  },
  searchViewed: {
    ...ROUTES.searchViewed,
    summary: 'What somebody else finds by name in a space',
    params: ViewingParams,
    query: ViewedSearchQuery,
    response: ViewedSearch,
  },
  getViewedThumbnails: {
    ...ROUTES.getViewedThumbnails,
    summary: 'Addresses of the thumbnails of what somebody else sees',
    params: ViewingParams,
    body: ThumbnailsRequest,
    response: ThumbnailsResult,
  },
  getViewedPath: {
    ...ROUTES.getViewedPath,
    summary: 'The folders above a node that somebody else sees',
    params: ViewedNodeParams,
    response: NodePath,
  },
} as const;
