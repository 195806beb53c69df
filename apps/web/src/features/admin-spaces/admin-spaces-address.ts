import { ADMIN_SPACE_KINDS, ADMIN_SPACE_SORTS, ADMIN_SPACE_STATES } from '@coffer/contracts';
import { listAddress } from '../../lib/address/list-address.ts';

export const {
  parse: parseAddress,
  addressOf,
  isNarrowed,
  queryOf,
} = listAddress({
  path: '/admin/spaces',
  filters: { kind: ADMIN_SPACE_KINDS, state: ADMIN_SPACE_STATES },
  sorts: ADMIN_SPACE_SORTS,
  usual: { sort: 'used', order: 'desc' },
});

export type AdminSpacesAddress = ReturnType<typeof parseAddress>;
