import type { Person } from '@coffer/contracts';

type Actor = Pick<Person, 'role'>;

export function mayReadSettings({ role }: Actor): boolean {
  return role !== 'member';
}

export function mayChangeSettings({ role }: Actor): boolean {
  return role === 'administrator';
}
