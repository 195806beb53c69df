import type { Person } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { GroupRow } from './model.ts';

interface NotAllowed {
  readonly code: 'not_allowed';
  readonly facts: { readonly needed_role: 'administrator' };
}

interface NotChangeable {
  readonly code: 'group_not_found' | 'group_kept_elsewhere';
}

export function administering(actor: Pick<Person, 'role'>): Result<undefined, NotAllowed> {
  if (actor.role === 'administrator') return ok(undefined);
  return err({ code: 'not_allowed', facts: { needed_role: 'administrator' } });
}

/**
 * Whether the group can be changed in Coffer. A group of a provider cannot: the next sign-in of a member would undo the
 * change.
 */
export function changing(group: Pick<GroupRow, 'source'> | undefined): Result<undefined, NotChangeable> {
  if (group === undefined) return err({ code: 'group_not_found' });
  return group.source === 'local' ? ok(undefined) : err({ code: 'group_kept_elsewhere' });
}
