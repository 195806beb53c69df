import * as z from 'zod/mini';
import { ExportPage, ExportQuery } from '../exports/exports.ts';
import { SpaceId } from '../ids.ts';
import { ContentsRequest, ContentsResult } from '../nodes.ts';
import { EXPORT_ROUTES } from '../exports/export-routes.ts';

const SpaceParams = z.strictObject({ spaceId: SpaceId });

export const exportOperations = {
  listExport: {
    ...EXPORT_ROUTES.listExport,
    summary: 'Everything in a space but the bytes, page by page',
    params: SpaceParams,
    query: ExportQuery,
    response: ExportPage,
  },
  signExported: {
    ...EXPORT_ROUTES.signExported,
    summary: 'Where to fetch the bytes of many versions of a space, also of the trash',
    params: SpaceParams,
    body: ContentsRequest,
    response: ContentsResult,
  },
} as const;
