import { type ExportQuery, LIMITS, type OperationInput, type SpaceId } from '@coffer/contracts';
import { call } from './calls/client.ts';
import { contentCalls } from './contents.ts';

/** Failures are values, so that an export can retry. */
export function exportCalls(spaceId: SpaceId, chosen: Pick<ExportQuery, 'versions' | 'trash'>) {
  const query = { ...chosen, limit: String(LIMITS.pageSizeMax) };
  return {
    ...contentCalls,
    listExport: (after: string | undefined, signal: AbortSignal) =>
      call('listExport', {
        params: { spaceId },
        query: after === undefined ? query : { ...query, after },
        signal,
      }),
    signContents: (files: OperationInput<'signExported', 'body'>['files'], signal: AbortSignal) =>
      call('signExported', { params: { spaceId }, body: { files }, signal }),
  };
}
