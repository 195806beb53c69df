import type { Person } from '@coffer/contracts';

/** Administrators and auditors. */
export function mayReadAudit(actor: Pick<Person, 'role'>): boolean {
  return actor.role !== 'member';
}
