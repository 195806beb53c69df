import type { SpaceId } from '@coffer/contracts';
import { largestQuery } from '../../../api/search/largest.ts';
import { usePages } from '../../../api/calls/use-pages.ts';

export function useLargestPages(spaceId: SpaceId) {
  return usePages(largestQuery(spaceId));
}
