import {
  PEOPLE_SORTS,
  type PeopleSort,
  PERSON_STATUSES,
  type PersonStatus,
  SYSTEM_ROLES,
} from '@coffer/contracts';
import type { PeopleQuery } from '../../api/administration/people.ts';

export const PAGE_SIZE = 50;
const PAGES_MAX = 10_000;

/** `/admin/people?text=&status=&role=&sort=&order=&page=` */
export interface PeopleAddress {
  readonly text: string;
  readonly status: PersonStatus | undefined;
  readonly role: (typeof SYSTEM_ROLES)[number] | undefined;
  readonly sort: PeopleSort;
  readonly order: 'asc' | 'desc';
  /** From 1. */
  readonly page: number;
}

export function parseAddress(search: string): PeopleAddress {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? '1');
  return {
    text: params.get('text') ?? '',
    status: PERSON_STATUSES.find((each) => each === params.get('status')),
    role: SYSTEM_ROLES.find((each) => each === params.get('role')),
    sort: PEOPLE_SORTS.find((each) => each === params.get('sort')) ?? 'name',
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    page: Number.isInteger(page) && page >= 1 && page <= PAGES_MAX ? page : 1,
  };
}

export function addressOf({ text, status, role, sort, order, page }: PeopleAddress): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('text', text);
  if (status !== undefined) params.set('status', status);
  if (role !== undefined) params.set('role', role);
  if (sort !== 'name') params.set('sort', sort);
  if (order !== 'asc') params.set('order', order);
  if (page !== 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? '/admin/people' : `/admin/people?${query}`;
}

export function isNarrowed({ text, status, role }: PeopleAddress): boolean {
  return text.trim() !== '' || status !== undefined || role !== undefined;
}

export function queryOf({ text, status, role, sort, order, page }: PeopleAddress): PeopleQuery {
  return {
    sort,
    order,
    at: String((page - 1) * PAGE_SIZE),
    limit: String(PAGE_SIZE),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(status === undefined ? {} : { status }),
    ...(role === undefined ? {} : { role }),
  };
}
