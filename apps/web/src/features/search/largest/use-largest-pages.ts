import type { SpaceId } from '@coffer/contracts';
import { largestQuery } from '../../../api/search/largest.ts';
import { usePagesOf } from '../moments/use-moment-pages.ts';

export function useLargestPages(spaceId: SpaceId) {
  return usePagesOf((after) => largestQuery(spaceId, after));
}
