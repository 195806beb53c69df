import { type AdminGroup, GroupId } from '@coffer/contracts';
import type { CountedGroup } from './model.ts';

export function presentAdminGroup(row: CountedGroup): AdminGroup {
  const { id, name, source, people, spaces, shared, revision } = row;
  return {
    id: GroupId.parse(id),
    name,
    source,
    people,
    spaces,
    shared,
    createdAt: row.created_at.toISOString(),
    revision,
  };
}
