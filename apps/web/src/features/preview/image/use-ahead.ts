import type { NodeView } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { useEffect } from 'react';
import { contentQuery } from '../../../api/nodes.ts';
import { useQuery } from '../../../api/calls/use-query.ts';

const AHEAD_BYTES_MAX = 20 * MIB;
const LESS_DATA = '(prefers-reduced-data: reduce)';

/** Loads a picture before it is asked for. */
export function useAhead(current: NodeView, wanted: NodeView | undefined): void {
  const isEnabled =
    wanted !== undefined && (wanted.sizeBytes ?? 0) <= AHEAD_BYTES_MAX && !matchMedia(LESS_DATA).matches;
  const content = useQuery(contentQuery(wanted ?? current), { isEnabled });
  const url = isEnabled ? content.data?.url : undefined;
  useEffect(() => {
    if (url !== undefined) new Image().src = url;
  }, [url]);
}
