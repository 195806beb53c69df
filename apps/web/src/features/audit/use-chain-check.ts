import type { AuditVerification } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { verifyAudit } from '../../api/administration/audit.ts';

export type ChainCheck =
  | { readonly state: 'checking'; readonly part: AuditVerification | undefined }
  | { readonly state: 'checked'; readonly result: AuditVerification; readonly at: Date }
  | { readonly state: 'failed'; readonly cause: unknown };

/** Verifies the whole audit trail once. */
export function useChainCheck(): ChainCheck {
  const [check, setCheck] = useState<ChainCheck>({ state: 'checking', part: undefined });
  useEffect(() => {
    const abort = new AbortController();
    const run = async (): Promise<void> => {
      try {
        const result = await verifyAudit((part) => setCheck({ state: 'checking', part }), abort.signal);
        setCheck({ state: 'checked', result, at: new Date() });
      } catch (cause) {
        if (!abort.signal.aborted) setCheck({ state: 'failed', cause });
      }
    };
    void run();
    return () => abort.abort();
  }, []);
  return check;
}
