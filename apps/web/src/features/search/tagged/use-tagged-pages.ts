import { usePages } from '../../../api/calls/use-pages.ts';
import { taggedQuery } from '../../../api/tags/tags.ts';
import type { MomentHit } from '../moments/use-moment-pages.ts';
import type { HitPages } from '../list/hit-list.tsx';

/** Items with a tag of this name. */
export function useTaggedPages(name: string): HitPages<MomentHit> {
  return usePages(taggedQuery(name));
}
