import { type AuditPage, type AuditQuery, LIMITS, type Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { ONLY_AUDITORS } from './model.ts';
import { mayReadAudit } from './policy.ts';
import { countRows, listNewest } from './store/rows.ts';

export async function listAudit(
  { db }: Pick<Services, 'db'>,
  actor: Person,
  { before, limit, ...filters }: AuditQuery,
): Outcome<AuditPage, Failure> {
  if (!mayReadAudit(actor)) return err(ONLY_AUDITORS);
  const items = await listNewest(db, { filters, before, limit });
  const total = await countRows(db, filters, LIMITS.auditCountedMax);
  const next = items.length === limit ? (items.at(-1)?.sequence ?? null) : null;
  return ok({ items: [...items], total, next });
}
