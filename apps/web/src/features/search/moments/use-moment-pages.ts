import type { MomentsPage } from '@coffer/contracts';
import { usePages } from '../../../api/calls/use-pages.ts';
import { type MomentsList, momentsQuery } from '../../../api/stars/stars.ts';
import type { HitPages } from '../list/hit-list.tsx';

export type MomentHit = MomentsPage['items'][number];

export function useMomentPages(list: MomentsList): HitPages<MomentHit> {
  return usePages(momentsQuery(list));
}
