import * as z from 'zod/mini';
import { NodeId, SpaceId } from '../ids.ts';
import { BatchRequest, BatchResult, ChangeRequest, ContentUrl, RestoreRequest } from '../nodes.ts';
import { ROUTES } from '../routes/routes.ts';
import {
  EmptyTrashRequest,
  EmptyTrashResult,
  PurgeResult,
  TrashPage,
  TrashQuery,
  TrashSummary,
} from '../trash.ts';

const SpaceParams = z.strictObject({ spaceId: SpaceId });

export const trashOperations = {
  trashNodes: {
    ...ROUTES.trashNodes,
    summary: 'Move nodes to the trash',
    body: ChangeRequest,
    response: BatchResult,
  },
  restoreNodes: {
    ...ROUTES.restoreNodes,
    summary: 'Bring nodes back from the trash, to where they were or into a folder',
    body: RestoreRequest,
    response: BatchResult,
  },
  purgeNodes: {
    ...ROUTES.purgeNodes,
    summary: 'Permanently delete items of the trash',
    body: BatchRequest,
    response: PurgeResult,
  },
  listTrash: {
    ...ROUTES.listTrash,
    summary: 'What lies in the trash of a space, newest first',
    params: SpaceParams,
    query: TrashQuery,
    response: TrashPage,
  },
  getTrashedContent: {
    ...ROUTES.getTrashedContent,
    summary: 'A short-lived address of the bytes of a file in the trash, to look at it',
    params: z.strictObject({ nodeId: NodeId }),
    response: ContentUrl,
  },
  getTrashSummary: {
    ...ROUTES.getTrashSummary,
    summary: 'Number and size of what lies in the trash of a space',
    params: SpaceParams,
    response: TrashSummary,
  },
  emptyTrash: {
    ...ROUTES.emptyTrash,
    summary: 'Permanently delete everything in the trash of a space',
    params: SpaceParams,
    body: EmptyTrashRequest,
    response: EmptyTrashResult,
  },
} as const;
