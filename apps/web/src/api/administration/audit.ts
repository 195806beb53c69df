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

/** Fails if the trail cannot be read now. A download itself cannot tell why it failed. */
export async function checkAudit(): Promise<void> {
  await callOrThrow('listAudit', { query: { limit: '1' } });
}

/** Verifies the trail from the first row to its end or first fault. `onProgress` receives each partial result. */
export async function verifyAudit(
  onProgress: (part: AuditVerification) => void,
  signal: AbortSignal,
): Promise<AuditVerification> {
  let known: AuditVerification | undefined;
  for (;;) {
    const body = { after: known?.after ?? 0, hash: known?.hash ?? GENESIS };
    const part = await callOrThrow('verifyAudit', { body, signal });
    known = joinVerified(known, part);
    onProgress(known);
    if (known.isEnd) return known;
  }
}

/** What is known after a part of the trail, with the heads that the parts before were compared with. */
function joinVerified(before: AuditVerification | undefined, part: AuditVerification): AuditVerification {
  return {
    ...part,
    headAt: part.headAt ?? before?.headAt ?? null,
    areHeadsRead: part.areHeadsRead && before?.areHeadsRead !== false,
  };
}

export function auditExportUrl(query: ExportQuery): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, value);
  return `/api/v1/admin/audit/export?${params.toString()}`;
}
