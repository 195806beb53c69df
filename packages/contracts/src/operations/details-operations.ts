import * as z from 'zod/mini';
import { ConversionAnswer, ShowDocumentRequest } from '../conversions/conversions.ts';
import { ActivityPage, ActivityQuery, FeedPage, FeedQuery } from '../details/activity.ts';
import { ItemGroups, ItemGroupsQuery } from '../details/item-groups.ts';
import { NodeDetails, NodesSize } from '../details/node-details.ts';
import { RowFactsList } from '../details/row-facts.ts';
import { NodeId } from '../ids.ts';
import { BatchRequest } from '../nodes.ts';
import { PastPage, PastQuery } from '../past/past.ts';
import { VersionParams } from '../storage.ts';
import { DETAILS_ROUTES } from '../routes/details-routes.ts';
import { FIRST_ROUTES } from '../routes/first-routes.ts';

const NodeParams = z.strictObject({ nodeId: NodeId });

export const detailsOperations = {
  getNodeDetails: {
    ...DETAILS_ROUTES.getNodeDetails,
    summary: 'Who created a file or folder, and who changed the file last',
    params: NodeParams,
    response: NodeDetails,
  },
  listItemGroups: {
    ...DETAILS_ROUTES.listItemGroups,
    summary: 'How many files of a folder are in each group of its list, by date or kind',
    params: NodeParams,
    query: ItemGroupsQuery,
    response: ItemGroups,
  },
  measureNodes: {
    ...DETAILS_ROUTES.measureNodes,
    summary: 'Number and size of everything in files and folders of one space',
    body: BatchRequest,
    response: NodesSize,
  },
  listRowFacts: {
    ...FIRST_ROUTES.listRowFacts,
    summary:
      'What a list says beside its items: items in a folder, who changed them, with whom they are shared',
    body: BatchRequest,
    response: RowFactsList,
  },
  listFeed: {
    ...DETAILS_ROUTES.listFeed,
    summary: 'What happened in the spaces of the person, newest first',
    query: FeedQuery,
    response: FeedPage,
  },
  listPast: {
    ...DETAILS_ROUTES.listPast,
    summary: 'A folder as it was at a moment, as far as that is known',
    params: NodeParams,
    query: PastQuery,
    response: PastPage,
  },
  showDocument: {
    ...DETAILS_ROUTES.showDocument,
    summary: 'An office file as PDF, where the operator has a converter',
    params: VersionParams,
    body: ShowDocumentRequest,
    response: ConversionAnswer,
  },
  listActivity: {
    ...DETAILS_ROUTES.listActivity,
    summary: 'What happened to a file or folder, and to what was directly in it, newest first',
    params: NodeParams,
    query: ActivityQuery,
    response: ActivityPage,
  },
} as const;
