import { isAtLeast, type HeldRole, presentRole, SpaceId, type Tag } from '@coffer/contracts';
import type { TagRow } from './store/tags.ts';

/** Whether the role may create tags in the space, which requires the right to change every file. */
export function mayMakeTags(role: HeldRole | undefined): boolean {
  return role !== undefined && isAtLeast(presentRole(role), 'editor');
}

export function presentTag(
  row: TagRow,
  { mayChange, items = null }: { readonly mayChange: boolean; readonly items?: number | null },
): Tag {
  return {
    id: row.id,
    spaceId: row.space_id === null ? null : SpaceId.parse(row.space_id),
    name: row.name,
    color: row.color,
    mayChange,
    items,
    revision: row.revision,
  };
}
