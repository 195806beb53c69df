import type { Person } from '@coffer/contracts';

export function mayReadOverview({ role }: Pick<Person, 'role'>): boolean {
  return role === 'auditor' || role === 'administrator';
}
