import type { AdminLinksAsked } from '../../api/links/link-lists.ts';
import { LINK_KINDS, type LinkKind, LINK_SORTS, type LinkSort } from './listed-link.ts';

export const PAGE_SIZE = 50;
const PAGES_MAX = 10_000;
const PATH = '/admin/links';
export const ADMIN_STATES = ['active', 'ended'] as const;

/** The URL `/admin/links?text=&kind=&state=&sort=&page=`. */
export interface AdminLinksAddress {
  readonly text: string;
  readonly kind: LinkKind | undefined;
  readonly state: (typeof ADMIN_STATES)[number] | undefined;
  readonly sort: LinkSort;
  /** Page number, from 1. */
  readonly page: number;
}

export function parseAddress(search: string): AdminLinksAddress {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? '1');
  return {
    text: params.get('text') ?? '',
    kind: LINK_KINDS.find((each) => each === params.get('kind')),
    state: ADMIN_STATES.find((each) => each === params.get('state')),
    sort: LINK_SORTS.find((each) => each === params.get('sort')) ?? 'created',
    page: Number.isInteger(page) && page >= 1 && page <= PAGES_MAX ? page : 1,
  };
}

export function addressOf({ text, kind, state, sort, page }: AdminLinksAddress): string {
  const params = new URLSearchParams({
    ...(text !== '' && { text }),
    ...(kind !== undefined && { kind }),
    ...(state !== undefined && { state }),
    ...(sort !== 'created' && { sort }),
    ...(page !== 1 && { page: String(page) }),
  });
  const query = params.toString();
  return query === '' ? PATH : `${PATH}?${query}`;
}

export function queryOf({ text, kind, state, sort, page }: AdminLinksAddress): AdminLinksAsked {
  return {
    sort,
    order: sort === 'expires' ? 'asc' : 'desc',
    at: String((page - 1) * PAGE_SIZE),
    limit: String(PAGE_SIZE),
    ...(kind !== undefined && { kind }),
    ...(state !== undefined && { state }),
    ...(text.trim() !== '' && { text: text.trim() }),
  };
}
