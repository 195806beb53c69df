import type { AuditVerification, OperationInput } from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';

export type AuditListQuery = NonNullable<OperationInput<'listAudit', 'query'>>;
type ExportQuery = NonNullable<OperationInput<'exportAudit', 'query'>>;

const GENESIS = '0'.repeat(64);

/** Keeps the previous page until the next one has loaded. */
export function auditQuery(query: AuditListQuery) {
  return queryOptions({
    queryKey: ['administration', 'audit', query],
    queryFn: ({ signal }) => callOrThrow('listAudit', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Verifies the trail from the first row to its end or first fault. `onProgress` receives each partial result. */
export async function verifyAudit(
  onProgress: (part: AuditVerification) => void,
  signal: AbortSignal,
): Promise<AuditVerification> {
  let from = { after: 0, hash: GENESIS };
  for (;;) {
    const part = await callOrThrow('verifyAudit', { body: from, signal });
    onProgress(part);
    if (part.isEnd) return part;
    from = { after: part.after, hash: part.hash };
  }
}

export function auditExportUrl(query: ExportQuery): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, value);
  return `/api/v1/admin/audit/export?${params.toString()}`;
}
