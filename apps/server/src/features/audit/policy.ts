import type { Person } from '@coffer/contracts';

/** Whether the person may read the audit trail: administrators and auditors. */
export function mayReadAudit(actor: Pick<Person, 'role'>): boolean {
  return actor.role !== 'member';
}
