import type { GroupId } from '@coffer/contracts';
import { listAddress } from '../../lib/address/list-address.ts';

export const LIST_PATH = '/admin/people/groups';
export const GROUP_SORTS = ['name', 'people', 'created'] as const;

export const {
  parse: parseAddress,
  addressOf,
  queryOf,
} = listAddress({ path: LIST_PATH, filters: {}, sorts: GROUP_SORTS, usual: { sort: 'name', order: 'asc' } });

export type GroupsAddress = ReturnType<typeof parseAddress>;

export function hrefOf(groupId: GroupId): string {
  return `${LIST_PATH}/${groupId}`;
}
