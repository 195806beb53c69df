import type { GroupId } from '@coffer/contracts';
import type { GroupsQuery } from '../../api/administration/groups.ts';

export const PAGE_SIZE = 50;
const PAGES_MAX = 10_000;
export const LIST_PATH = '/admin/people/groups';
export const GROUP_SORTS = ['name', 'people', 'created'] as const;
type GroupSort = (typeof GROUP_SORTS)[number];

/** `/admin/people/groups?text=&sort=&order=&page=` */
export interface GroupsAddress {
  readonly text: string;
  readonly sort: GroupSort;
  readonly order: 'asc' | 'desc';
  /** From 1. */
  readonly page: number;
}

export function hrefOf(groupId: GroupId): string {
  return `${LIST_PATH}/${groupId}`;
}

export function parseAddress(search: string): GroupsAddress {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? '1');
  return {
    text: params.get('text') ?? '',
    sort: GROUP_SORTS.find((each) => each === params.get('sort')) ?? 'name',
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    page: Number.isInteger(page) && page >= 1 && page <= PAGES_MAX ? page : 1,
  };
}

export function addressOf({ text, sort, order, page }: GroupsAddress): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('text', text);
  if (sort !== 'name') params.set('sort', sort);
  if (order !== 'asc') params.set('order', order);
  if (page !== 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? LIST_PATH : `${LIST_PATH}?${query}`;
}

export function queryOf({ text, sort, order, page }: GroupsAddress): GroupsQuery {
  return {
    sort,
    order,
    at: String((page - 1) * PAGE_SIZE),
    limit: String(PAGE_SIZE),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
  };
}
