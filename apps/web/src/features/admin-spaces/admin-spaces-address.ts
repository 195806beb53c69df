import {
  ADMIN_SPACE_KINDS,
  ADMIN_SPACE_SORTS,
  ADMIN_SPACE_STATES,
  type AdminSpaceKind,
  type AdminSpaceSort,
  type AdminSpaceState,
} from '@coffer/contracts';
import type { AdminSpacesQuery } from '../../api/administration/spaces.ts';

export const PAGE_SIZE = 50;
const PAGES_MAX = 10_000;

/** `/admin/spaces?text=&kind=&state=&sort=&order=&page=` */
export interface AdminSpacesAddress {
  readonly text: string;
  readonly kind: AdminSpaceKind | undefined;
  readonly state: AdminSpaceState | undefined;
  readonly sort: AdminSpaceSort;
  readonly order: 'asc' | 'desc';
  /** From 1. */
  readonly page: number;
}

export function parseAddress(search: string): AdminSpacesAddress {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? '1');
  return {
    text: params.get('text') ?? '',
    kind: ADMIN_SPACE_KINDS.find((each) => each === params.get('kind')),
    state: ADMIN_SPACE_STATES.find((each) => each === params.get('state')),
    sort: ADMIN_SPACE_SORTS.find((each) => each === params.get('sort')) ?? 'used',
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
    page: Number.isInteger(page) && page >= 1 && page <= PAGES_MAX ? page : 1,
  };
}

export function addressOf({ text, kind, state, sort, order, page }: AdminSpacesAddress): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('text', text);
  if (kind !== undefined) params.set('kind', kind);
  if (state !== undefined) params.set('state', state);
  if (sort !== 'used') params.set('sort', sort);
  if (order !== 'desc') params.set('order', order);
  if (page !== 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? '/admin/spaces' : `/admin/spaces?${query}`;
}

export function isNarrowed({ text, kind, state }: AdminSpacesAddress): boolean {
  return text.trim() !== '' || kind !== undefined || state !== undefined;
}

export function queryOf({ text, kind, state, sort, order, page }: AdminSpacesAddress): AdminSpacesQuery {
  return {
    sort,
    order,
    at: String((page - 1) * PAGE_SIZE),
    limit: String(PAGE_SIZE),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state }),
  };
}
