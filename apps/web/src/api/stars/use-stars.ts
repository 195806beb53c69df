import type { NodeId } from '@coffer/contracts';
import { useMemo } from 'react';
import { useQuery } from '../calls/use-query.ts';
import { starsQuery } from './stars.ts';

/** Empty until the stars are loaded. */
export function useStars({ isEnabled = true } = {}): ReadonlySet<NodeId> {
  const { data } = useQuery(starsQuery(), { isEnabled });
  return useMemo(() => new Set(data?.ids), [data]);
}
