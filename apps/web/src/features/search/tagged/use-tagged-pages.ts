import { taggedQuery } from '../../../api/tags/tags.ts';
import { type MomentHit, usePagesOf } from '../moments/use-moment-pages.ts';
import type { HitPages } from '../list/hit-list.tsx';

/** Items with a tag of this name. */
export function useTaggedPages(name: string): HitPages<MomentHit> {
  return usePagesOf((after) => taggedQuery(name, after));
}
