import {
  type AuditFault,
  type AuditRow,
  type AuditVerification,
  type AuditVerifyRequest,
  type Person,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { faultOf } from './chain.ts';
import { type Head, listHeads } from './heads.ts';
import { type Link, ONLY_AUDITORS } from './model.ts';
import { mayReadAudit } from './policy.ts';
import { findHead } from './store/chain.ts';
import { findFirstAt, listOldest } from './store/rows.ts';

/** Verifies the hash chain of the next `SERVER_LIMITS.auditVerifiedMax` rows, and compares it with the heads in the bucket. */
export async function verifyAudit(
  services: Pick<Services, 'blobs' | 'db'>,
  actor: Person,
  { after, hash }: AuditVerifyRequest,
): Outcome<AuditVerification, Failure> {
  if (!mayReadAudit(actor)) return err(ONLY_AUDITORS);
  const { db } = services;
  // Heads are read first: their rows are committed, so the later read includes them.
  const heads = await listHeads(services, after);
  const limit = SERVER_LIMITS.auditVerifiedMax;
  const rows = await listOldest(db, { after, limit });
  const isEnd = rows.length < limit;
  const known = heads.ok ? heads.value : [];
  const judged = judge({ sequence: after, hash }, rows, { heads: known, isEnd });
  const head = await findHead(db);
  return ok({
    after: judged.last.sequence,
    hash: judged.last.hash,
    isEnd: isEnd || judged.fault !== undefined,
    rows: head?.sequence ?? 0,
    firstAt: (await findFirstAt(db))?.toISOString() ?? null,
    fault: judged.fault ?? null,
    headAt: known.at(-1)?.writtenAt.toISOString() ?? null,
    areHeadsRead: heads.ok,
  });
}

function judge(
  start: Link,
  rows: readonly AuditRow[],
  { heads, isEnd }: { readonly heads: readonly Head[]; readonly isEnd: boolean },
): { readonly last: Link; readonly fault: AuditFault | undefined } {
  const expected = Map.groupBy(heads, ({ sequence }) => sequence);
  let last = start;
  for (const row of rows) {
    const fault = faultOf(last, row);
    if (fault !== undefined) return { last, fault };
    if (expected.get(row.sequence)?.some((head) => head.hash !== row.hash) === true) {
      return { last, fault: { kind: 'replaced', sequence: row.sequence } };
    }
    last = row;
  }
  const isCut = isEnd && heads.some(({ sequence }) => sequence > last.sequence);
  return { last, fault: isCut ? { kind: 'cut', sequence: last.sequence } : undefined };
}
