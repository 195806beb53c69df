import { PEOPLE_SORTS, PERSON_STATUSES, SYSTEM_ROLES } from '@coffer/contracts';
import { listAddress } from '../../lib/address/list-address.ts';

export const {
  parse: parseAddress,
  addressOf,
  isNarrowed,
  queryOf,
} = listAddress({
  path: '/admin/people',
  filters: { status: PERSON_STATUSES, role: SYSTEM_ROLES },
  sorts: PEOPLE_SORTS,
  usual: { sort: 'name', order: 'asc' },
});

export type PeopleAddress = ReturnType<typeof parseAddress>;
