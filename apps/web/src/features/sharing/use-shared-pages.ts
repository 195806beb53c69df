import type { NodeView, SharedByMePage } from '@coffer/contracts';
import type { Page } from '../../api/calls/pages-query.ts';
import { type Pages, usePages } from '../../api/calls/use-pages.ts';
import { type GivenGrant, sharedByMeQuery, sharedWithMeQuery } from '../../api/sharing/sharing.ts';
import type { SharedAddress } from './shared-address.ts';

/** An item that somebody shared with the person. */
export interface SharedWithMe {
  readonly list: 'with-me';
  readonly node: NodeView;
  readonly grant: GivenGrant;
  /** Name of the person who shared the item. Null if the account was deleted. */
  readonly grantedBy: string | null;
  /** The group that the item was shared with. Undefined if it was shared with the person directly. */
  readonly through: string | undefined;
}

/** An item that the person shared, with the first people and groups and their total number. */
export type SharedByMe = SharedByMePage['items'][number] & { readonly list: 'by-me' };
export type SharedItem = SharedWithMe | SharedByMe;

export interface SharedPages extends Omit<Pages<Page>, 'first' | 'items'> {
  readonly items: readonly SharedItem[];
}

/** Pass the list and its order as `key`. */
export function useSharedPages({ list, sorting }: SharedAddress): SharedPages {
  const withMe = usePages(sharedWithMeQuery(sorting), { isEnabled: list === 'with-me' });
  const byMe = usePages(sharedByMeQuery(sorting), { isEnabled: list === 'by-me' });
  if (list === 'by-me') return { ...byMe, items: byMe.items.map((item) => ({ ...item, list })) };
  return {
    ...withMe,
    items: withMe.items.map(({ group, ...item }) => ({ ...item, list, through: group?.name })),
  };
}
